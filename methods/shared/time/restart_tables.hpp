#pragma once

#include <curlew/io/tables/probe_trace.hpp>
#include <curlew/io/tables/step_table.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curlew {

class ResultsDirectory;
struct Case;

// Data that the tables of an earlier run give to the run that continues it.
struct RestartTables {
  TableRows rows;                           // rows of the tables that are continued
  std::map<std::string, ProbeTrace> traces; // traces of the probes with a spectrum, by name
};

// Compares the tables in the results folder with those that the checkpoint of step `step` lists,
// and reads the traces that spectra need. Nothing is changed. Throws InputError that names the file
// when a table lacks rows or is missing, when a new table would replace a file, and for a spectrum
// whose table began late. `figures`: columns of energy.csv beyond those of the energy.
RestartTables check_restart_tables(const Case &input, const ResultsDirectory &results,
                                   const TableRows &listed, std::int64_t step, double dt_s,
                                   const std::vector<std::string> &figures = {});

} // namespace curlew

#pragma once

#include <curlew/io/tables/step_table.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Returns "port_1.csv"; for one of several runs, which excite a port each, "port_1_from_2.csv".
std::string port_file_name(int port, int excited = 0);
// Returns "t (s),V (V),I (A),a (W^0.5),b (W^0.5)"
std::vector<std::string> port_columns();

// The tables of the ports of a run in time: a row for each step.
class PortTables : public StepTables {
public:
  // `files`: file names of the ports, in the order of the rows. Throws OutputError.
  PortTables(const std::vector<std::string> &files, const ResultsDirectory &results, double dt_s,
             const Continued *continued);

  // `values`: [step][port][V, I, a, b]; the first row is at (first_step + 1) dt.
  void write(std::int64_t first_step, const std::vector<double> &values);

private:
  double dt_s_;
};

} // namespace curlew

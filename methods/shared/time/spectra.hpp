#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/spectrum_files.hpp>

#include <map>
#include <string>

namespace curlew {

// Computes spectra and resonances of the probes (outputs.spectra) from their whole records, by
// probe name. `sources_end_s`: end of the sources, on which the reliability of a Q depends
// (Peak::q_is_reliable). Writes spectrum_<probe>.csv and peaks_<probe>.csv, adds "spectra" to the
// summary, with a warning for each resonance that was expected and not found and for each Q that is
// not reliable, and prints the resonances (report_lines()). Throws InputError, with its case
// location, for a record that is too short.
void write_spectra(const Case &input, const std::map<std::string, ProbeTrace> &traces,
                   double sources_end_s, const ResultsDirectory &results, Summary &summary);

} // namespace curlew

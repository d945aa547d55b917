#pragma once

#include <curlew/io/output/results_directory.hpp>
#include <curlew/io/output/summary.hpp>

namespace curlew {

struct Case;

// Spectra and resonances of the probes (outputs.spectra), from their tables on disk: a restarted
// run has its whole trace. Writes spectrum_<probe>.csv and peaks_<probe>.csv, adds "spectra" to the
// summary with a warning for each resonance that was expected and not found, and prints the
// resonances to stdout unless quiet. Throws InputError, with the place in the case, for a record
// too short.
void write_spectra(const Case &input, const ResultsDirectory &results, bool quiet,
                   Summary &summary);

} // namespace curlew

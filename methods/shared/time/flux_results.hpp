#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/methods/shared/time/time_method.hpp>

namespace curlew {

// Writes the results of outputs.flux after the last step: flux_<name>.csv at the case's
// frequencies, for excitations that oscillate with their amplitude (reference_spectrum()), and
// "flux" of the summary, with the energy that has flowed through each surface according to its
// table in time. Warns of frequencies where the waveform is weak, and where power still flowed when
// the run ended. Collective. Throws InputError and OutputError.
void write_fluxes(const Case &input, const TimeMethod &method, TimeScheme &scheme, double dt_s,
                  std::int64_t steps, const ResultsDirectory &results, Summary &summary);

} // namespace curlew

#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/methods/shared/time/time_method.hpp>

namespace curlew {

// Writes the far field of a run with outputs.far_field (far_field.csv and "far_field" of the
// summary) and, for a run with outputs.rcs, whose only excitation is a plane wave, rcs.csv of the
// scattered field. The phasors are divided by the spectrum of the waveform,
//   W(f) = dt sum over n of g((n + 1/2) dt) e^{-j omega (n + 1/2) dt},
// so that they belong to excitations that oscillate with their amplitude at f. Warns where the
// waveform is weak at a frequency, and where the sums had not settled when the run ended.
// Collective. Throws OutputError; NotConverged as radiated_power() does.
void write_far_fields(const Case &input, const TimeMethod &method, TimeScheme &scheme, double dt_s,
                      std::int64_t steps, const ResultsDirectory &results, Summary &summary);

} // namespace curlew

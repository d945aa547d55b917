#pragma once

#include <curlew/core/waveform.hpp>

#include <vector>

namespace curlew {

// A quotient by a smaller share shows the rounding of its sums, about 1e-16 of the strength, and
// no field.
constexpr double k_least_share = 1e-10;

// Returns the share of a waveform's strength in its spectrum at each frequency, sampled at t = n dt
// from 0 to its end, even beyond the end of the run,
//   |sum over n of g(n dt - delay) exp(-j 2 pi f n dt)| / sum over n of |g(n dt - delay)|,
// at most 1, which a pulse comes near to inside its band; 0 where all samples are 0. It is 1 for a
// waveform without end, whose spectrum depends on the end of its record.
std::vector<double> spectral_shares(const Waveform &waveform, double delay_s,
                                    const std::vector<double> &frequencies_hz, double dt_s);

} // namespace curlew

#pragma once

#include <curlew/io/case/case.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Returns the spectrum of the excitations' one waveform as sampled by the steps, by which phasors
// of a run in time are divided,
//   W(f) = dt sum over n of g((n + 1/2) dt) e^{-j omega (n + 1/2) dt}.
// Throws InputError where it is 0.
std::complex<double> reference_spectrum(const Case &input, double frequency_hz, double dt_s,
                                        std::int64_t steps);

// Throws InputError where the waveform has less than k_least_share (spectral_shares.hpp) of its
// strength at one of the frequencies, which stand at `pointer`; `what` names the output that refers
// to it: "a far field".
void require_reference(const Case &input, const std::vector<double> &frequencies_hz, double dt_s,
                       const std::string &what, const std::string &pointer = "/frequency");

// Returns the waveform itself: that of the first excitation, or that of ports without one.
Waveform reference_waveform(const Case &input);

// Returns a warning where the waveform is weak at one of the frequencies; else empty.
std::string weak_spectrum_warning(const Case &input, const std::vector<double> &frequencies_hz,
                                  const std::string &what,
                                  const std::string &pointer = "/frequency");

// Returns "a+b", each name once: an array has an excitation for each antenna.
std::string names_of(const std::vector<Excitation> &excitations);

} // namespace curlew

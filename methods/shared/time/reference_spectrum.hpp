#pragma once

#include <curlew/io/case/case.hpp>

#include <complex>
#include <cstdint>
#include <string>

namespace curlew {

// The spectrum of the excitations' one waveform as the steps see it, which phasors of a run in time
// are divided by,
//   W(f) = dt sum over n of g((n + 1/2) dt) e^{-j omega (n + 1/2) dt}.
// Throws InputError where it is 0.
std::complex<double> reference_spectrum(const Case &input, double frequency_hz, double dt_s,
                                        std::int64_t steps);

// Throws InputError where the waveform has less than k_least_share (spectral_shares.hpp) of its
// strength at one of the case's frequencies; `what` would refer to it: "a far field".
void require_reference(const Case &input, double dt_s, const std::string &what);

// The waveform itself: of the first excitation, or that of ports without one.
Waveform reference_waveform(const Case &input);

// A warning where the waveform has little at one of the case's frequencies; else empty.
std::string weak_spectrum_warning(const Case &input, const std::string &what);

// "a+b", each name once: an array has an excitation for each antenna.
std::string names_of(const std::vector<Excitation> &excitations);

} // namespace curlew

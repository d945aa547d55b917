#pragma once

#include <curlew/io/case/case.hpp>

#include <vector>

namespace curlew {

// The wave that comes in at a port in time: amplitude times the waveform at t - delay.
struct PortDrive {
  int port = 1; // index
  double amplitude_v = 1, delay_s = 0;
  Waveform waveform;

  double operator()(double time_s) const { return amplitude_v * waveform(time_s - delay_s); }
  double end_s() const { return delay_s + waveform.end_s(); }
};

// A pulse whose spectrum covers these frequencies: a modulated Gaussian around their middle, 20 dB
// down a tenth of the band beyond its ends, or, of a narrow band, a quarter of the middle away.
Waveform band_waveform(const std::vector<double> &frequencies_hz);

// The runs of a case in time: which ports are driven in each. With S-parameters one for each
// excited port, by rising index; else one, with all excited ports and all excitations of ports, or
// none. Throws InputError for a port that is driven and has neither waveform nor frequencies.
std::vector<std::vector<PortDrive>> port_runs(const Case &input);

// Of all waveforms of the case and the frequencies that it asks for, Hz; 0 without any.
double highest_frequency_hz(const Case &input);

} // namespace curlew

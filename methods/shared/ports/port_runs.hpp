#pragma once

#include <curlew/io/case/case.hpp>

#include <vector>

namespace curlew {

// The incoming wave at a port in time: amplitude times the waveform at t - delay.
struct PortDrive {
  int port = 1; // index
  double amplitude_v = 1, delay_s = 0;
  Waveform waveform;

  double operator()(double time_s) const { return amplitude_v * waveform(time_s - delay_s); }
  double end_s() const { return delay_s + waveform.end_s(); }
};

// Returns a pulse whose spectrum covers these frequencies: a modulated Gaussian around their
// middle, 20 dB down a tenth of the band beyond its ends or, for a narrow band, a quarter of the
// middle away.
Waveform band_waveform(const std::vector<double> &frequencies_hz);

// Returns the runs of a case in time, with the ports that are driven in each. With S-parameters
// there is one run for each excited port, by rising index; otherwise one run with all excited ports
// and all excitations of ports, or with none. Throws InputError for a port that is driven and has
// neither waveform nor frequencies.
std::vector<std::vector<PortDrive>> port_runs(const Case &input);

// Returns the highest frequency of all waveforms of the case and of its requested frequencies, Hz;
// 0 without any.
double highest_frequency_hz(const Case &input);

} // namespace curlew

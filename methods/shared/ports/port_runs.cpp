#include <curlew/methods/shared/ports/port_runs.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>
#include <map>

namespace curlew {
namespace {

// Width of the pulse between the -20 dB points, over the band, and at least over its middle.
constexpr double k_band = 1.2, k_least_band = 0.5;

// Returns the sources by the index of the port: the last excitation of a port counts.
std::map<int, const PortSource *> sources_of_ports(const Case &input) {
  std::map<int, const PortSource *> sources;
  for (const Excitation &excitation : input.excitations)
    if (const auto *source = std::get_if<PortSource>(&excitation.source))
      sources[source->feeds.front().port] = source;
  return sources;
}

PortDrive drive_of(const Case &input, int port, const std::map<int, const PortSource *> &sources,
                   const std::string &where) {
  PortDrive drive;
  drive.port = port;
  bool has_waveform = false;
  if (const auto found = sources.find(port); found != sources.end()) {
    const PortSource &source = *found->second;
    drive.amplitude_v = source.feeds.front().amplitude_v;
    drive.delay_s = source.delay_s;
    has_waveform = source.waveform.has_value();
    if (has_waveform)
      drive.waveform = *source.waveform;
  }
  if (!has_waveform && input.frequencies_hz.empty())
    throw InputError(where + ": the port is excited and has no waveform; give an excitation of "
                             "type \"port\", or \"frequency\"");
  if (input.outputs.s_parameters && drive.amplitude_v == 0)
    throw InputError(where + ": the wave at the port has amplitude 0, and S is what comes out over "
                             "what goes in; give an amplitude, or leave it out");
  if (!has_waveform)
    drive.waveform = band_waveform(input.frequencies_hz);
  return drive;
}

} // namespace

Waveform band_waveform(const std::vector<double> &frequencies_hz) {
  const auto [low, high] = std::minmax_element(frequencies_hz.begin(), frequencies_hz.end());
  Waveform waveform;
  waveform.type = Waveform::Type::modulated_gaussian;
  waveform.f0_hz = 0.5 * (*low + *high);
  waveform.bandwidth_hz = std::max(k_band * (*high - *low), k_least_band * waveform.f0_hz);
  waveform.delay_s = waveform.default_delay_s();
  return waveform;
}

std::vector<std::vector<PortDrive>> port_runs(const Case &input) {
  const auto sources = sources_of_ports(input);
  std::map<int, PortDrive> driven;
  for (const Boundary &boundary : input.boundaries)
    if (const PortSpec *port = port_of(boundary); port != nullptr && port->excited)
      driven[port->index] =
          drive_of(input, port->index, sources, input.where("/boundaries/" + boundary.group));
  if (input.outputs.s_parameters) {
    std::vector<std::vector<PortDrive>> runs;
    for (const auto &[port, drive] : driven)
      runs.push_back({drive});
    return runs;
  }
  for (std::size_t i = 0; i < input.excitations.size(); ++i)
    if (const auto *source = std::get_if<PortSource>(&input.excitations[i].source)) {
      const int port = source->feeds.front().port;
      driven[port] =
          drive_of(input, port, sources, input.where("/excitations/" + std::to_string(i)));
    }
  std::vector<PortDrive> all;
  for (const auto &[port, drive] : driven)
    all.push_back(drive);
  return {all};
}

double highest_frequency_hz(const Case &input) {
  double highest = highest_frequency_hz(input.excitations);
  for (const double frequency : input.frequencies_hz)
    highest = std::max(highest, frequency);
  for (const auto &run : port_runs(input))
    for (const PortDrive &drive : run)
      highest = std::max(highest, drive.waveform.highest_frequency_hz());
  return highest;
}

} // namespace curlew

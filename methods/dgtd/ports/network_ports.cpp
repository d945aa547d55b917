#include <curlew/methods/dgtd/ports/network_ports.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/dgtd/ports/guide_modes.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include <unistd.h>

namespace curlew::dgtd {
namespace {

using complex = std::complex<double>;

double index_in_front(const Material &medium) {
  return std::sqrt(medium.eps_r.v[0] * medium.mu_r.v[0]); // isotropic in front of ports
}

double wavenumber_in_front(const Problem &problem, const Port &port, double frequency_hz) {
  return wavenumber_of(frequency_hz) * index_in_front(problem.materials[port.material]);
}

// Returns the impedance of the port's mode, in its medium.
double mode_ohm(const Problem &problem, const Port &port, double frequency_hz) {
  return port.impedance_ohm *
         (port.guide() != nullptr
              ? guide_impedance_ratio(*port.guide(),
                                      wavenumber_in_front(problem, port, frequency_hz))
              : 1);
}

// Returns the impedance to which S of the port refers.
double reference_ohm(const Problem &problem, const Port &port, double frequency_hz) {
  return port.reference_ohm.value_or(mode_ohm(problem, port, frequency_hz));
}

// Returns the phase of the port's mode from its face to its reference plane.
complex shift_of(const Problem &problem, const Port &port, double frequency_hz) {
  if (!port.is_wave())
    return 1;
  const double k = wavenumber_in_front(problem, port, frequency_hz);
  const double beta = std::sqrt(k * k - std::pow(port.cutoff_wavenumber(), 2));
  return std::exp(complex(0, beta * port.deembed_m));
}

void require_above_cutoff(const Case &input, const Problem &problem) {
  for (const Port &port : problem.ports)
    for (const double hz : input.frequencies_hz)
      if (const RectangularMode *guide = port.guide();
          guide != nullptr && wavenumber_in_front(problem, port, hz) <= guide->cutoff())
        throw InputError(fmt::format(
            "{}: at {:.6g} Hz the mode {} of the port, {:.4g} x {:.4g} m, is below its cutoff of "
            "{:.6g} Hz",
            port.location, hz, guide->mode.name(), guide->rectangle.length_m,
            guide->rectangle.width_m, guide->cutoff() / wavenumber_in_front(problem, port, 1)));
}

// Throws InputError for too many ports: each has a table of its own, and all are open at a time.
void require_files(const Case &input, const Problem &problem) {
  constexpr double k_others = 64;
  const double most = static_cast<double>(sysconf(_SC_OPEN_MAX)); // -1: no limit
  const auto ports = static_cast<double>(problem.ports.size());
  if (input.outputs.ports && most > 0 && ports + k_others > most)
    throw InputError(
        fmt::format("{}: {:.0f} ports have a table each, and a process may open {:.0f} "
                    "files; give \"ports\": false, or raise the limit (ulimit -n)",
                    input.where("/outputs"), ports, most));
}

} // namespace

void require_columns(const Case &input, const Problem &problem) {
  require_files(input, problem);
  if (!input.outputs.s_parameters)
    return;
  require_above_cutoff(input, problem);
  if (std::all_of(problem.ports.begin(), problem.ports.end(),
                  [](const Port &port) { return port.is_excited; }))
    return;
  for (const Port &port : problem.ports) {
    if (port.is_wave() && port.reference_ohm)
      throw InputError(fmt::format(
          "{}: S is renormalised to the \"impedance\" of port {}, which takes the columns of all "
          "ports: give \"excited\": true to all of them, or take \"impedance\" out",
          port.location, port.index));
    if (port.guide() != nullptr)
      throw InputError(fmt::format(
          "{}: the face of port {} absorbs plane waves and sends a part of its mode "
          "back, so that S takes the columns of all ports: give \"excited\": true to all of them",
          port.location, port.index));
    if (port.lumped() != nullptr && !port.lumped()->is_matched)
      throw InputError(fmt::format(
          "{}: the network of port {} is no resistor of its \"impedance\" and sends waves back, so "
          "that S takes the columns of all ports: give \"excited\": true to all of them",
          port.location, port.index));
  }
}

std::vector<std::string> port_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  const double highest_hz =
      input.frequencies_hz.empty()
          ? highest_frequency_hz(input)
          : *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  for (const Port &port : problem.ports)
    if (std::string text =
            second_mode_warning(port.location, highest_hz,
                                wavenumber_in_front(problem, port, highest_hz), port.second_mode);
        !text.empty())
      warnings.push_back(std::move(text));
  return warnings;
}

NetworkPorts network_ports(const Problem &problem) {
  NetworkPorts ports;
  for (const Port &port : problem.ports)
    ports.indices.push_back(port.index);
  ports.references = [&problem](double frequency_hz) {
    PortReferences at;
    for (const Port &port : problem.ports) {
      at.faces_ohm.push_back(port.impedance_ohm);
      at.modes_ohm.push_back(mode_ohm(problem, port, frequency_hz));
      at.references_ohm.push_back(reference_ohm(problem, port, frequency_hz));
      at.shifts.push_back(shift_of(problem, port, frequency_hz));
    }
    return at;
  };
  return ports;
}

} // namespace curlew::dgtd

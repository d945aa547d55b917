#include <curlew/methods/shared/ports/network.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;

std::string text_of(complex impedance) {
  return impedance.imag() == 0
             ? fmt::format("{:.6g} ohm", impedance.real())
             : fmt::format("{:.6g} {} j {:.6g} ohm", impedance.real(),
                           impedance.imag() < 0 ? '-' : '+', std::abs(impedance.imag()));
}

void require_sizes(const NetworkSweep &network) {
  const std::size_t count = network.frequencies_hz.size();
  if (count == 0 || network.s.size() != count || network.impedances_ohm.size() != count)
    throw std::invalid_argument(fmt::format("a network of {} frequencies, {} matrices and {} lists "
                                            "of impedances",
                                            count, network.s.size(),
                                            network.impedances_ohm.size()));
  const std::size_t ports = network.impedances_ohm[0].size();
  for (std::size_t f = 0; f < count; ++f)
    if (network.impedances_ohm[f].size() != ports || network.s[f].size() != ports * ports)
      throw std::invalid_argument(fmt::format("a network of {} ports with {} impedances and {} "
                                              "entries of S at {} Hz",
                                              ports, network.impedances_ohm[f].size(),
                                              network.s[f].size(), network.frequencies_hz[f]));
}

// Returns the one real impedance of all ports at all frequencies, to the rounding of fields on
// equal meshes.
double common_impedance(const NetworkSweep &network) {
  const complex first = network.impedances_ohm[0][0];
  for (std::size_t f = 0; f < network.frequencies_hz.size(); ++f)
    for (std::size_t p = 0; p < network.impedances_ohm[f].size(); ++p) {
      const complex one = network.impedances_ohm[f][p];
      if (std::abs(one - first) > 1e-6 * std::abs(first) || one.imag() != 0)
        throw InputError(fmt::format(
            "a Touchstone file of version 1 has one real reference for all ports and frequencies, "
            "but port {} has {} at {:.9g} Hz and port 1 {} at {:.9g} Hz; give a reference "
            "(\"s_parameters\": {{ \"reference\": 50 }}) to which S is renormalised",
            p + 1, text_of(one), network.frequencies_hz[f], text_of(first),
            network.frequencies_hz[0]));
    }
  return first.real();
}

} // namespace

TouchstoneData to_touchstone(const NetworkSweep &network, std::optional<double> reference_ohm) {
  require_sizes(network);
  TouchstoneData data;
  data.ports = network.impedances_ohm[0].size();
  if (data.ports == 0)
    throw std::invalid_argument("a network without ports");
  data.reference_ohm = reference_ohm ? *reference_ohm : common_impedance(network);
  data.frequencies_hz = network.frequencies_hz;
  for (std::size_t f = 0; f < network.s.size(); ++f)
    data.s.push_back(reference_ohm ? renormalise(network.s[f], network.impedances_ohm[f],
                                                 std::vector<complex>(data.ports, *reference_ohm))
                                   : network.s[f]);
  for (std::size_t p = 0; p < data.ports; ++p) {
    bool changes = false;
    for (const auto &impedances : network.impedances_ohm)
      changes = changes || impedances[p] != network.impedances_ohm[0][p];
    data.comments.push_back(fmt::format(
        "port {}: {}{}", p + 1, text_of(network.impedances_ohm[0][p]),
        changes ? fmt::format(" at {:.9g} Hz, changes with frequency", network.frequencies_hz[0])
                : std::string()));
  }
  if (reference_ohm)
    data.comments.push_back(
        fmt::format("S renormalised to {:.6g} ohm with power waves", *reference_ohm));
  return data;
}

} // namespace curlew

#include <curlew/methods/shared/ports/network.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;

// Relative difference of impedances that is rounding of fields on equal meshes.
constexpr double k_same = 1e-6;

bool is_resistance(complex impedance) {
  return std::abs(impedance.imag()) <= k_same * std::abs(impedance);
}

std::string text_of(complex impedance) {
  return is_resistance(impedance)
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

bool is_same_impedance(complex a, complex b) {
  return std::abs(a - b) <= k_same * std::abs(b);
}

// Returns true where each port has a resistance that does not change with the frequency.
bool has_constant_resistances(const NetworkSweep &network) {
  const std::vector<complex> &first = network.impedances_ohm[0];
  for (const std::vector<complex> &impedances : network.impedances_ohm)
    for (std::size_t p = 0; p < impedances.size(); ++p)
      if (!is_resistance(impedances[p]) || !is_same_impedance(impedances[p], first[p]))
        return false;
  return true;
}

// Gives the file the references of the ports, in the lowest version that has a place for them.
void refer_to_ports(const NetworkSweep &network, TouchstoneData &data) {
  const std::vector<complex> &first = network.impedances_ohm[0];
  const bool is_constant = has_constant_resistances(network);
  if (is_constant && std::all_of(first.begin(), first.end(),
                                 [&](complex one) { return is_same_impedance(one, first[0]); })) {
    data.reference_ohm = first[0].real();
    return;
  }
  for (const complex &one : first)
    data.references_ohm.push_back(one.real());
  if (is_constant)
    return;
  data.impedances_ohm = network.impedances_ohm;
  data.comments.push_back(
      fmt::format("S refers to the impedance that each port has at each frequency (comments "
                  "\"Port Impedance\", real and imaginary parts), [Reference] is its real part at "
                  "{:.9g} Hz",
                  network.frequencies_hz[0]));
  // As scikit-rf reads it; "pseudo" are those of Marks and Williams.
  data.comments.push_back(fmt::format("S-parameter uses the {} definition",
                                      network.is_travelling ? "pseudo" : "power"));
}

} // namespace

TouchstoneData to_touchstone(const NetworkSweep &network, std::optional<double> reference_ohm) {
  require_sizes(network);
  TouchstoneData data;
  data.ports = network.impedances_ohm[0].size();
  if (data.ports == 0)
    throw std::invalid_argument("a network without ports");
  data.frequencies_hz = network.frequencies_hz;
  for (std::size_t p = 0; p < data.ports; ++p) {
    bool changes = false;
    for (const auto &impedances : network.impedances_ohm)
      changes = changes || !is_same_impedance(impedances[p], network.impedances_ohm[0][p]);
    data.comments.push_back(fmt::format(
        "port {}: {}{}", p + 1, text_of(network.impedances_ohm[0][p]),
        changes ? fmt::format(" at {:.9g} Hz, changes with frequency", network.frequencies_hz[0])
                : std::string()));
  }
  if (!reference_ohm) {
    if (network.is_travelling)
      data.comments.push_back("S of the waves that travel on the lines of the ports");
    data.s = network.s;
    refer_to_ports(network, data);
    return data;
  }
  data.reference_ohm = *reference_ohm;
  for (std::size_t f = 0; f < network.s.size(); ++f)
    data.s.push_back(renormalise(network.s[f], network.impedances_ohm[f],
                                 std::vector<complex>(data.ports, *reference_ohm)));
  data.comments.push_back(
      fmt::format("S renormalised to {:.6g} ohm with power waves", *reference_ohm));
  return data;
}

} // namespace curlew

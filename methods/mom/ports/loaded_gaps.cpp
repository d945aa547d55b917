#include <curlew/methods/mom/ports/loaded_gaps.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

// Source voltage of a port, for an incident voltage of 1 V.
constexpr double k_source_v = 2;

// Returns the current through a gap, A.
complex current_through(const Gap &gap, const std::vector<complex> &x) {
  complex current = 0;
  for (const GapEdge &edge : gap.edges)
    current += edge.length_m * x[edge.basis] / k_eta0;
  return current;
}

} // namespace

std::vector<complex> gap_column(const Gap &gap, Index unknowns) {
  std::vector<complex> column(unknowns);
  for (const GapEdge &edge : gap.edges)
    column[edge.basis] += edge.length_m;
  return column;
}

LoadedGaps::LoadedGaps(const std::vector<Gap> &gaps, double frequency_hz,
                       std::vector<std::vector<complex>> columns)
    : gaps_(&gaps), columns_(std::move(columns)) {
  const std::size_t n = gaps.size();
  std::vector<double> impedances;
  for (const Gap &gap : gaps) {
    loads_.push_back(terminal_equation(gap.element, 2 * k_pi * frequency_hz));
    if (gap.port != nullptr)
      impedances.push_back(*gap.port->impedance_ohm);
    for (std::size_t j = 0; j < n; ++j)
      admittance_.push_back(current_through(gap, columns_[j]));
  }
  if (impedances.empty())
    return;
  const std::size_t ports = impedances.size();
  try {
    scattering_ = scattering_of(
        close_terminals(admittance_, ports,
                        {loads_.begin() + static_cast<std::ptrdiff_t>(ports), loads_.end()}),
        impedances);
  } catch (const std::domain_error &) {
    throw InputError(fmt::format("{:.6g} Hz: the elements among \"boundaries\" resonate with the "
                                 "structure without losses; give one a resistance",
                                 frequency_hz));
  }
}

GapPowers LoadedGaps::apply(const std::vector<complex> &sources,
                            const std::vector<complex> &currents, std::vector<complex> &x) const {
  const std::vector<Gap> &gaps = *gaps_;
  std::vector<complex> voltages;
  try {
    voltages = terminal_voltages(admittance_, loads_, sources, currents);
  } catch (const std::domain_error &) {
    throw InputError(fmt::format("{}: the elements of the gaps resonate with the structure without "
                                 "losses; give one a resistance",
                                 gaps[0].location));
  }
  for (std::size_t g = 0; g < gaps.size(); ++g)
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += voltages[g] * columns_[g][i];
  GapPowers powers;
  for (std::size_t g = 0; g < gaps.size(); ++g) {
    const complex current = current_through(gaps[g], x);
    const complex power = 0.5 * voltages[g] * std::conj(current);
    if (sources[g] == 0.0) {
      powers.absorbed -= power.real();
      continue;
    }
    powers.accepted += power.real();
    powers.apparent += std::abs(power);
    powers.impedance_ohm = voltages[g] / current;
    const double resistance = (loads_[g].current / loads_[g].voltage).real();
    powers.available += resistance > 0 ? std::norm(sources[g]) / (8 * resistance) : 0;
    powers.driven.push_back(
        {gaps[g].port->index, sources[g] / k_source_v, *powers.impedance_ohm, power.real()});
  }
  return powers;
}

GapPowers LoadedGaps::drive(const PortSpec &port, std::vector<complex> &x) const {
  GapPowers powers = drive(std::vector<PortFeed>{{port.index, 1, 0}}, x);
  powers.driven.clear();
  return powers;
}

GapPowers LoadedGaps::drive(const std::vector<PortFeed> &feeds, std::vector<complex> &x) const {
  std::vector<complex> sources(gaps_->size());
  for (const PortFeed &feed : feeds) {
    const auto gap = std::find_if(gaps_->begin(), gaps_->end(), [&](const Gap &one) {
      return one.port != nullptr && one.port->index == feed.port;
    });
    if (gap == gaps_->end())
      throw std::invalid_argument("a port that is not among the gaps");
    sources[static_cast<std::size_t>(gap - gaps_->begin())] =
        std::polar(1.0, feed.phase_deg * k_pi / 180) * (k_source_v * feed.amplitude_v);
  }
  x.assign(columns_[0].size(), 0);
  return apply(sources, {}, x);
}

GapPowers LoadedGaps::load(std::vector<complex> &x) const {
  if (gaps_ == nullptr || gaps_->empty())
    return {};
  std::vector<complex> currents;
  for (const Gap &gap : *gaps_)
    currents.push_back(current_through(gap, x));
  return apply(std::vector<complex>(gaps_->size()), currents, x);
}

} // namespace curlew::mom

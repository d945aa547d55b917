// What leaves a port by modes that S has no row of: members of PortNetwork.
#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/ports/port_network.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {

using complex = std::complex<double>;

namespace {

constexpr double k_least_share = 2e-3; // of the incident power, from which on other modes are told

} // namespace

// The face of a port without a section absorbs all of the tangential field by one admittance.
double PortNetwork::rest_w(const Channel &channel, const std::vector<complex> &x) const {
  const Port &port = ports_[channel.port];
  if (port.section() != nullptr || port.lumped() != nullptr ||
      x.size() != static_cast<std::size_t>(problem_.unknowns.count))
    return 0;
  const auto value = [&](Index dof) {
    const Index unknown = problem_.unknowns.number[dof];
    return unknown < 0 ? complex(0) : x[static_cast<std::size_t>(unknown)];
  };
  double square = 0;
  for (const std::size_t k : port.terms) {
    const FaceBlock &block = problem_.blocks[k];
    for (std::size_t i = 0; i < block.dofs.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        square += (i == j ? 1 : 2) * block.products[packed(i, j)] *
                  (std::conj(value(block.dofs[i])) * value(block.dofs[j])).real();
  }
  complex sum = 0;
  for (std::size_t k = 0; k < channel.unknowns.size(); ++k)
    sum += channel.dual[k] * x[channel.unknowns[k]];
  const double norm = fields_[channel.port].norm,
               admittance = channel.siemens.real() * k_eta0 / norm;
  return admittance / (2 * k_eta0) * std::max(0.0, square - norm * std::norm(sum));
}

double PortNetwork::note_others(int port, double incident_w, const std::vector<complex> &x) {
  double back_w = 0;
  last_.clear();
  const auto note = [&](int at, double power_w, const std::string &name) {
    if (at == port)
      back_w += power_w;
    Loss &loss = last_[at];
    if (incident_w > 0 && power_w > loss.share * incident_w)
      loss = {power_w / incident_w, at_.frequency_hz, port, name};
  };
  for (const OtherMode &other : at_.others) {
    complex sum = 0;
    for (std::size_t k = 0; k < other.unknowns.size(); ++k)
      sum += other.dual[k] * x[other.unknowns[k]];
    note(other.port, std::norm(sum) * other.power_w, other.name);
  }
  for (const Channel &channel : at_.channels)
    note(ports_[channel.port].spec().index, rest_w(channel, x), "fields other than its mode");
  for (const auto &[at, loss] : last_)
    keep_largest(at, loss);
  return back_w;
}

void PortNetwork::keep_largest(int port, const Loss &loss) {
  if (Loss &largest = losses_[port]; loss.share > largest.share)
    largest = loss;
}

nlohmann::ordered_json PortNetwork::others_of_last() const {
  nlohmann::ordered_json entry;
  for (const auto &[port, loss] : last_)
    if (loss.share > k_least_share)
      entry.push_back(
          {{"port", port}, {"share", loss.share}, {"mode", loss.name}, {"from", loss.from}});
  return entry;
}

void PortNetwork::recall_others(const nlohmann::ordered_json &entry, double frequency_hz) {
  for (const auto &one : entry)
    keep_largest(one["port"], {one["share"], frequency_hz, one["from"], one["mode"]});
}

std::vector<std::string> PortNetwork::warnings_of_others() const {
  std::vector<std::string> warnings;
  for (const auto &[port, loss] : losses_)
    if (loss.share > k_least_share) {
      const Port &at = ports_[static_cast<std::size_t>(port) - 1];
      warnings.push_back(fmt::format(
          "{}: at {:.6g} Hz {:.2g} % of the power that port {} sends in leaves at this port by {}, "
          "and S has no entry of that: the squares of its column add to as much less than 1. {}",
          where(input_, *at.boundary), loss.frequency_hz, 100 * loss.share, loss.from, loss.name,
          loss.name.find("cutoff") != std::string::npos
              ? "Leave more line before the port, so that it dies away there"
          : at.section() != nullptr
              ? "Raise \"modes\"; give \"direction\" where two modes have one beta; leave more "
                "line before the port where the mode does not travel"
              : "Leave more line before the port, so that they die away there; for a mode or a "
                "polarisation that travels turn \"direction\", or take \"kind\": \"modal\" with "
                "\"modes\""));
    }
  return warnings;
}

} // namespace curlew::fem

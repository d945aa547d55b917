#include <curlew/methods/fem/cutoff.hpp>

#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

bool has_cutoff(const Boundary &boundary) {
  const PortSpec *port = port_of(boundary);
  return port != nullptr && (port->kind() == PortKind::rectangular ||
                             port->kind() == PortKind::circular || port->kind() == PortKind::modal);
}

void leave_out(std::vector<double> &frequencies_hz, double first_hz) {
  frequencies_hz.erase(std::remove_if(frequencies_hz.begin(), frequencies_hz.end(),
                                      [&](double one_hz) { return one_hz < first_hz; }),
                       frequencies_hz.end());
}

} // namespace

// A mode that travels at a frequency travels at all higher ones.
CaseAboveCutoff::CaseAboveCutoff(const Case &given, int threads)
    : given_(given), model_(make_model(given, threads)) {
  if (given.eigenmodes || given.frequencies_hz.size() < 2 ||
      std::none_of(given.boundaries.begin(), given.boundaries.end(), has_cutoff))
    return;
  std::vector<double> rising_hz = given.frequencies_hz;
  std::sort(rising_hz.begin(), rising_hz.end());
  auto first = rising_hz.begin();
  for (const Port &port : find_ports(given, model_)) {
    const auto is_below = [&](double one_hz) {
      return !first_mode_travels(given, model_, port, one_hz);
    };
    if (!has_cutoff(*port.boundary) || !is_below(*first))
      continue;
    first = std::partition_point(first, rising_hz.end(), is_below);
    if (first == rising_hz.end())
      return;
    port_ = where(given, *port.boundary);
  }
  if (first == rising_hz.begin())
    return;
  below_hz_.assign(rising_hz.begin(), first);
  Case &above = above_.emplace(given);
  leave_out(above.frequencies_hz, *first);
  leave_out(above.frequency_sweep.outputs_at_hz, *first);
  if (above.frequencies_hz.size() < 2)
    above.frequency_sweep.is_adaptive = false;
  model_ = make_model(above, threads);
}

std::vector<std::string> CaseAboveCutoff::warnings() const {
  if (below_hz_.empty())
    return {};
  return {fmt::format(
      "{}: the first mode of this port is below its cutoff at {} of {} frequencies, up to {:.6g} "
      "Hz: they are not solved, and their rows in the tables of S are empty",
      port_, below_hz_.size(), given_.frequencies_hz.size(), below_hz_.back())};
}

} // namespace curlew::fem

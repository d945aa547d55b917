#include <curlew/methods/fem/ports/section_accuracy.hpp>

#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace curlew::fem {
namespace {

constexpr double k_suspicious = 0.005; // error of Z, which makes as much in S of a line

bool lies_between_conductors(const Port &port) {
  return port.is_tem() || port.spec().kind() == PortKind::modal;
}

// Returns the space with the next order; none where there is none.
std::optional<ElementSpace> next_order(ElementSpace space) {
  constexpr int k_most_mixed = 4, k_most_full = 3;
  if (space.order >= (space.mixed ? k_most_mixed : k_most_full))
    return std::nullopt;
  ++space.order;
  return space;
}

} // namespace

std::vector<std::string> impedance_warnings(const Case &input, const Model &model,
                                            const std::vector<Port> &ports) {
  const ElementSpace space = choices_of(input).space;
  const std::optional<ElementSpace> finer = next_order(space);
  std::optional<DofMap> own_map, finer_map;
  const auto section_in = [&](const Port &port, ElementSpace of, std::optional<DofMap> &map) {
    if (!map)
      map = make_dof_map(model.mesh, model.topology, of);
    return std::make_shared<const PortSection>(input, model, port, *map);
  };
  std::vector<std::string> warnings;
  for (const Port &port : ports) {
    if (!finer || !lies_between_conductors(port))
      continue;
    const ModalSection made = port.section() ? nullptr : section_in(port, space, own_map);
    const PortSection &section = made ? *made : *port.section();
    if (section.conductors() < 2)
      continue;
    const double coarse = section.potential_norm(),
                 fine = section_in(port, *finer, finer_map)->potential_norm();
    const double error =
        (coarse / fine - 1) / (1 - std::pow(static_cast<double>(space.order) / finer->order, 2));
    if (error > k_suspicious)
      warnings.push_back(fmt::format(
          "{}: the impedance between the conductors of this port is about {:.2g} % too small on "
          "the triangles of its face, and S off by up to as much: the field is large at edges "
          "of conductors, which needs finer triangles there, on the port and along the line "
          "(or a higher \"order\")",
          where(input, *port.boundary), 100 * error));
  }
  return warnings;
}

} // namespace curlew::fem

#include <curlew/methods/fdfd/grid/walls.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {
namespace {

Wall wall_of(const Case &input, const std::string &face) {
  const Boundary *found = nullptr;
  for (const Boundary &boundary : input.boundaries)
    if (boundary.group == face || (boundary.group == "default" && found == nullptr))
      found = &boundary;
  if (found == nullptr)
    return Wall::pml;
  const auto refuse = [&]() -> Wall {
    throw InputError(fmt::format("{}: the faces of a grid have no boundary of type \"{}\"",
                                 input.where("/boundaries/" + found->group), type_of(*found)));
  };
  return std::visit(
      Overloaded{[](const Pec &) { return Wall::pec; }, [](const Pmc &) { return Wall::pmc; },
                 [](const PeriodicSpec &) { return Wall::periodic; },
                 [](const PmlSpec &) { return Wall::pml; }, [&](const Abc &) { return refuse(); },
                 [&](const SurfaceImpedanceSpec &) { return refuse(); },
                 [&](const SymmetrySpec &) { return refuse(); },
                 [&](const LumpedBoundarySpec &) { return refuse(); },
                 [&](const PortSpec &) { return refuse(); },
                 [&](const ImposedFieldSpec &) { return refuse(); }},
      found->condition);
}

} // namespace

std::string face_name(int axis, bool upper) {
  return std::string(1, "xyz"[axis]) + (upper ? "+" : "-");
}

std::array<WallPair, 3> walls_of(const Case &input) {
  std::array<WallPair, 3> walls{};
  for (int d = 0; d < 3; ++d)
    for (const bool upper : {false, true}) {
      const Wall wall = wall_of(input, face_name(d, upper));
      walls[d][upper] = wall == Wall::pml && input.grid.layer_cells(d) == 0 ? Wall::pec : wall;
    }
  return walls;
}

} // namespace curlew::fdfd

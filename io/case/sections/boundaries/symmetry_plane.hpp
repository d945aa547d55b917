#pragma once

#include <optional>
#include <string_view>

namespace curlew {

// An infinite plane that bounds a mesh of surfaces, across one axis.
struct SymmetryPlane {
  int axis = 2; // axis of its normal
  double at_m = 0;
};

// Parses the plane that a boundary's name describes: "z=0", "x = 2.5 cm". Nothing for another name.
std::optional<SymmetryPlane> parse_symmetry_plane(std::string_view group);

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew {

// A rectangle across an axis; both corners have the same coordinate along it.
struct Rectangle {
  int axis = 0;
  int outward = 1; // 1: power counts towards rising coordinates
  Point low_m{}, high_m{};
  double area_m2() const;
};

// Returns the two axes across one, ascending.
std::array<int, 2> across(int axis);

// Returns the faces of a box, outwards.
std::vector<Rectangle> faces_of(const Point &low_m, const Point &high_m);

// Returns the part of a plane on which a flux is taken: across the mesh from `low_m` to `high_m`
// where the case gives no corners. Throws InputError, which begins with `location` and names the
// flux, where that lies outside of the mesh.
Rectangle rectangle_of(const FluxPlane &plane, const Point &low_m, const Point &high_m,
                       const std::string &location, const std::string &name);

} // namespace curlew

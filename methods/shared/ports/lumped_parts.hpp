#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

// Connected faces of a lumped part (lumped_shape.hpp).
namespace curlew {

constexpr double k_degree = k_pi / 180;
constexpr double k_aligned = 0.1 * k_degree; // angle between a side and the direction
constexpr double k_same_place = 1e-3;        // over a length

// A connected face of a lumped part. Ends: edges of its rim.
struct LumpedPart {
  std::vector<std::size_t> faces; // positions in PortFace::faces
  std::vector<Index> low, high;   // ends at minus and at plus
  Point middle{}, along{};        // along: of unit length, of a rectangle
  double from_m = 0, to_m = 0;    // ends along the direction, of a rectangle
  double width_m = 0;
  Point centre{};                             // of a ring
  double inner_m = 0, outer_m = 0, angle = 0; // of a ring; rad

  double conductance() const {
    return angle > 0 ? angle / std::log(outer_m / inner_m) : width_m / (to_m - from_m);
  }
};

// Returns a part alone.
PortFace only(const PortFace &face, const LumpedPart &part);
// Returns "(0, 0, 0) m".
std::string place_of(const LumpedPart &part);

// Measure a part: ends, along, from_m, to_m and width_m; or ends, centre, inner_m, outer_m and
// angle. `direction`: of unit length. Throw InputError for another shape.
void measure_rectangle(const PortFace &face, const Point &direction, LumpedPart &part);
void measure_ring(const PortFace &face, LumpedPart &part);

} // namespace curlew

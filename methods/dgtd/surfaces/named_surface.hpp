#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>

#include <vector>

namespace curlew::dgtd {

// Face of a surface on the side of one tet.
struct SurfaceSide {
  Index tet = 0;
  std::int8_t local = 0; // opposite the tet's ascending vertex `local`
  double outward = 1; // sign of the tet's own normal: -1 where the tet lies outside of the surface
  double share = 1;   // share of the face: half where fields of both sides count
};

// Returns the faces of outputs.far_field.surface on the whole mesh. Its outside is found by going
// from absorbing faces and layers through the mesh up to the surface. At the region of a plane wave
// only the side with scattered fields counts.
//
// Throws InputError, with the surface's name, where it is open and no image plane closes it, where
// it meets a conductor, a layer, a port or the total field of a wave, and where a conductor, a
// port, a current or another medium than vacuum lies outside of it.
std::vector<SurfaceSide> find_named_surface(const Case &input, const Problem &problem,
                                            const std::vector<TotalFieldWave> &waves);

} // namespace curlew::dgtd

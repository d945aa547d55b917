#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/model.hpp>

#include <array>
#include <string>

namespace curlew::fem {

// Calls visit(term, corners, to) for each absorbing face, with its three corners and the way to its
// middle from a point, m.
template <class Visit>
void for_each_absorbing_face(const Model &model, const Point &from, const Visit &visit) {
  for (const FaceTerm &term : model.terms) {
    if (!term.law->is_absorbing())
      continue;
    const auto &n = model.topology.faces[term.face];
    const std::array<Point, 3> corners = {model.mesh.points[n[0]], model.mesh.points[n[1]],
                                          model.mesh.points[n[2]]};
    visit(term, corners, (1.0 / 3) * (corners[0] + corners[1] + corners[2]) - from);
  }
}

// Share of the amplitude of its waves that comes back to a body in a sphere from absorbing faces of
// first order (n x H = -E / eta). Multipole n leaves a sphere of radius R with |r| = n (n + 1) /
// (4 k^2 R^2) to leading order, from the ratio of its E to its H; the mean over the N (N + 2)
// multipoles of a body, N = ka but at least 1, is (N + 1)^2 / (8 k^2 R^2). `size`: ka; `distance`:
// kR, where 1 / R^2 is the mean over the
// directions from the middle of the body.
double reflection_of_absorbing_faces(double size, double distance);

// Returns a warning where absorbing faces stand within an edge's length of a point current, or so
// near to what radiates or scatters that far fields, cross sections and powers in open space are
// off by 3 % and more; empty otherwise.
std::string absorbing_distance_warning(const Case &input, const Model &model);

} // namespace curlew::fem

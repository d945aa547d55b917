#pragma once

#include <curlew/methods/dgatd/mesh/magnetic_fit.hpp>
#include <curlew/methods/dgatd/source.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::dgatd {

// Points at which outputs.flux takes E and H: the power through a surface is the sum of E x H . n
// dA over its points. Planes and boxes have a raster of points in the middle of equal rectangles,
// with edges of half the longest edge of the smallest tet that they pass through; a group of the
// mesh has the barycentres of its triangles. E is given by the Whitney functions, H by
// fit_magnetic() around the nearest node, in a triangle as the mean of both sides. On absorbing
// faces n x H = -Y E_t gives H. On other faces of the hull, and on conductors, nothing flows. A
// rank has the points whose nearest node, and the faces whose lowest node, it owns.
struct FluxPoints {
  std::vector<EdgeStencil> electric;
  std::vector<Offset> magnetic_offsets{0}; // points + 1, into the two below
  std::vector<Index> magnetic_tets;
  std::vector<double> magnetic_weights;
  std::vector<Point> areas_m2;     // normal vectors of the length of the area
  std::vector<double> admittances; // S, of absorbing faces; elsewhere 0
  // Surface s has the points from first[s] to first[s + 1]; keys[point] is a point's number in the
  // whole surface.
  std::vector<std::size_t> first{0};
  std::vector<std::int64_t> keys;
  // Names of the surfaces, and lines of the log, the same on all ranks.
  std::vector<std::string> names, texts;

  std::size_t size() const { return electric.size(); }
  std::size_t surfaces() const { return first.size() - 1; }
};

// Returns the name of the sums of a flux in a checkpoint: some values per point.
std::string flux_sums_name(const std::string &flux);

// Returns the points of all surfaces of outputs.flux. Throws InputError, with its case location,
// for a plane or a box that reaches out of the mesh, and for a group that is no surface.
// Collective.
FluxPoints find_flux_points(const Case &input, const Problem &problem);

} // namespace curlew::dgatd

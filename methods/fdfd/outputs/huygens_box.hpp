#pragma once

#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

#include <optional>
#include <string>

namespace curlew::fdfd {

// A brick of the grid by its planes of nodes: from node `first` to node `last` of every axis.
struct NodeBox {
  Place first{0, 0, 0}, last{0, 0, 0};

  // Extends this box to the smallest one around both.
  void include(const NodeBox &other);
  bool is_empty() const;
};

// Returns the box around all entries that differ from the background: those whose eps is not that
// of the layers or whose mu is not 1, and conductors. An entry on a half includes both of its
// nodes. Empty where nothing differs.
NodeBox scatterer_box(const Problem &problem);

// Returns the box around the nonzero entries of a right-hand side: the currents.
NodeBox source_box(const Problem &problem, const std::vector<complex> &f);

// Returns the box for the far field: around the scatterer, at least one cell off it and not in an
// absorbing layer; up to 3 cells off it where there is room, since waves on the grid accumulate its
// dispersion.
//
// Throws InputError, which begins with `where` (the location in the case file), unless all six
// walls are absorbing layers, if nothing scatters, and if the scatterer leaves no cell of room.
NodeBox huygens_box(const Problem &problem, const NodeBox &scatterer, const std::string &where);
// Returns the box for powers: that of the far field, or between periodic walls a box that holds a
// whole period along their axes. Nothing where no cell of room is left, where nothing scatters, and
// between conducting or magnetic walls.
std::optional<NodeBox> power_box(const Problem &problem, const NodeBox &scatterer);
// True where all walls are absorbing layers.
bool is_in_open_space(const Problem &problem);

// Scattered fields on the planes of a box, in pairs (E_u, H_w): E_u at an entry on the plane, H_w
// at the entry half a cell further inside. Both have the same position along the plane, where u is
// on halves and w on nodes, the box's own edges left out.
//
// Let E' and H' be the scattered field outside and on the box and 0 inside. On the grid this is
// exactly the field that the following currents radiate in vacuum (n the outer normal): J = n x H
// at the entries of E on the planes, from H inside; M = -n x E at the entries of H inside, from E
// on the plane. All other entries satisfy Maxwell's equations without currents. No value is
// interpolated.
struct FacePair {
  int axis = 0;        // axis of the normal
  int outward = 1;     // +1: upper face, -1: lower
  int u = 0, w = 0;    // components of E and of H
  double plane_m = 0;  // coordinate of E along the axis
  double inside_m = 0; // coordinate of H along the axis
  double area_m2 = 0;  // per entry
  Index first_u = 0;   // index of the first half along u
  Index first_w = 0;   // index of the first node along w
  Index count_u = 0, count_w = 0;
  std::vector<complex> electric, magnetic; // [index_w * count_u + index_u]

  // Sign of J along u and of M along w against H and E: that of u x w = +-axis.
  double current_sign() const { return (u == (axis + 1) % 3 ? -1 : 1) * outward; }
};

struct HuygensSurface {
  NodeBox box;
  std::array<Axis, 3> axes;
  double wavenumber = 0; // in vacuum
  double index = 1; // index of the medium that the currents radiate into; 1 where there are several
  std::vector<FacePair> pairs; // two for each face
};

// Faces across an axis along which the box holds a whole period are left out.
HuygensSurface huygens_surface(const YeeFields &fields, const NodeBox &box, int threads = 0);

// Returns the power that leaves the box, 1/2 Re sum E x H* dA over the pairs, in watts: on the grid
// exactly the power that the currents inside give to the field.
double power_through(const HuygensSurface &surface);

} // namespace curlew::fdfd

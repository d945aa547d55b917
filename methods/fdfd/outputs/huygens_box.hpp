#pragma once

#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

#include <string>

namespace curlew::fdfd {

// A brick of the grid by its planes of nodes: from node `first` to node `last` of every axis.
struct NodeBox {
  Place first{0, 0, 0}, last{0, 0, 0};

  // The smallest box around both.
  void include(const NodeBox &other);
  bool is_empty() const;
};

// Where something differs from the background: the entries whose eps is not that of the layers or
// whose mu is not 1, and conductors. Of an entry on a half both nodes belong to it. Empty where
// nothing does.
NodeBox scatterer_box(const Problem &problem);

// Where a right-hand side is not 0: where currents flow.
NodeBox source_box(const Problem &problem, const std::vector<complex> &f);

// The box that the far field is taken on: around the scatterer, at least one cell off it and not in
// an absorbing layer; up to 3 cells off it where there is room, as waves that travel on the grid
// gather its dispersion.
//
// Throws InputError, which `where` (the location in the case file) begins, unless all six walls are
// absorbing layers, if nothing scatters, and if the scatterer leaves no cell of room.
NodeBox huygens_box(const Problem &problem, const NodeBox &scatterer, const std::string &where);
// Whether there is such a box.
bool has_huygens_box(const Problem &problem, const NodeBox &scatterer);

// Scattered fields on the planes of a box, in pairs (E_u, H_w): E_u at an entry on the plane, H_w
// at the entry half a cell further inside. Both have the same position along the plane, where u is
// on halves and w on nodes, the box's own edges left out.
//
// Let E' and H' be the scattered field outside and on the box and 0 inside. On the grid this is
// exactly what the following currents radiate in vacuum (n the outer normal): J = n x H at the
// entries of E on the planes, of H inside; M = -n x E at the entries of H inside, of E on the
// plane. All other entries satisfy Maxwell's equations as they are. No value is interpolated.
struct FacePair {
  int axis = 0;        // of the normal
  int outward = 1;     // +1: upper face, -1: lower
  int u = 0, w = 0;    // components of E and of H
  double plane_m = 0;  // where E is, and
  double inside_m = 0; // where H is, along the axis
  double area_m2 = 0;  // of an entry
  Index first_u = 0;   // index of the first half along u
  Index first_w = 0;   // index of the first node along w
  Index count_u = 0, count_w = 0;
  std::vector<complex> electric, magnetic; // [index_w * count_u + index_u]

  // J along u, M along w: u x w = +-axis gives their sign against H and E.
  double current_sign() const { return (u == (axis + 1) % 3 ? -1 : 1) * outward; }
};

struct HuygensSurface {
  NodeBox box;
  std::array<Axis, 3> axes;
  double wavenumber = 0; // in vacuum
  double index = 1;      // of the medium that the currents radiate into; 1 where there are several
  std::vector<FacePair> pairs; // two of each face
};

HuygensSurface huygens_surface(const YeeFields &fields, const NodeBox &box, int threads = 0);

// What leaves the box, 1/2 Re sum E x H* dA over the pairs, in watts: on the grid exactly the power
// that the currents inside give to the field.
double power_through(const HuygensSurface &surface);

} // namespace curlew::fdfd

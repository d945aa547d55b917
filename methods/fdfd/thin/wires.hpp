#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/thin/constant_editor.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>
#include <curlew/methods/fdfd/thin/thin_object.hpp>

#include <map>

namespace curlew::fdfd {

// Returns the equivalent radius of a line of conducting edges: a few cells off, the static fields
// of the grid are those of a round wire with this radius. The lattice's Green function, whose
// difference from its value at the line itself is ln(r / a) / 2 pi, gives
//   a = exp(-gamma) / 4 sqrt(h_u^2 + h_v^2),   gamma = 0.5772...,
// 0.1985 of a cell between equal edges (docs/methods/fdfd-notes.md, "Sheets and wires").
double bare_radius_m(double cell_u_m, double cell_v_m);

// Returns the factor, after @cite railton2006, by which the inductance of the faces beside such a
// line towards u grows, and the permittivity of the edges to the neighbours there shrinks, such
// that the static fields are those of a wire of radius `radius_m`. The current through a link to a
// neighbour is arctan(h_v/h_u)/pi of the line's.
double link_factor(double cell_u_m, double cell_v_m, double radius_m);

// Number of a case's wires that touch each node; periodic images of a node count as one.
using WireNodes = std::map<Node, int>;
WireNodes wire_nodes(const Case &input, const Problem &problem);

// Lays a wire of the case onto the nearest edges; oblique lines become stairs. A perfectly
// conducting wire fixes the edges, one of impedance Z loads them with Z / (2 pi radius) per length.
// Around them mu and eps get the factors above, and at open ends factors that make the length
// right. Conductors and sheets must have been laid before. Throws InputError for a wire shorter
// than half a cell, or thicker than one.
ThinObject lay_wire(const Case &input, std::size_t number, const WireObject &wire,
                    const WireNodes &nodes, Problem &problem, ConstantEditor &eps);

} // namespace curlew::fdfd

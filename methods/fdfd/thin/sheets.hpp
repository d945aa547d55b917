#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>
#include <curlew/methods/fdfd/thin/constant_editor.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>
#include <curlew/methods/fdfd/thin/thin_object.hpp>

namespace curlew::fdfd {

// A sheet on the grid's nodes. Along a periodic axis it may lie in any period and cross its walls.
struct SnappedSheet {
  int normal = 2;
  Node first{}, last{}; // corners; equal along the normal
};
SnappedSheet snap_sheet(const Problem &problem, const SheetObject &sheet);

// Lays a sheet of the case onto the nearest plane of nodes and its outline onto the nearest edges.
// A perfectly conducting sheet fixes its edges. A sheet of impedance Z carries J = E / Z along each
// of its edges, over the length n around the edge across the sheet:
//   eps := eps - j eta0 share / (k n Z),
// where `share` is the sheet's share of the area around the edge in its plane, half at the outline:
// the current is that of the sheet's area, and adjoining sheets act as one. The admittances of
// sheets on the same edges add up.
//
// Throws InputError for a sheet that is narrower than half a cell, or whose plane lies in an
// absorbing layer.
ThinObject lay_sheet(const Case &input, std::size_t number, const SheetObject &sheet,
                     const Scene &scene, Problem &problem, ConstantEditor &eps);

} // namespace curlew::fdfd

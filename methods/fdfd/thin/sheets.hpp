#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/scene.hpp>
#include <curlew/methods/fdfd/thin/constant_editor.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>
#include <curlew/methods/fdfd/thin/thin_object.hpp>

namespace curlew::fdfd {

// A sheet on the grid.
struct SnappedSheet {
  int normal = 2;
  Node first{}, last{}; // corners; equal along the normal
};
SnappedSheet snap_sheet(const Problem &problem, const SheetObject &sheet);

// Lays a sheet of the case onto the nearest plane of nodes and its outline onto the nearest edges.
// A perfectly conducting one fixes its edges. One of impedance Z carries J = E / Z along each edge
// that is its own, over the length n around it across the sheet:
//   eps := eps - j eta0 share / (k n Z),
// with the share of what lies around the edge in the plane, half at the outline: the current is
// that of the sheet's area, and sheets side by side are as one. The admittances of sheets on the
// same edges add up.
//
// Throws InputError for one that is narrower than half a cell, or whose plane lies in an absorbing
// layer.
ThinObject lay_sheet(const Case &input, std::size_t number, const SheetObject &sheet,
                     const Scene &scene, Problem &problem, ConstantEditor &eps);

} // namespace curlew::fdfd

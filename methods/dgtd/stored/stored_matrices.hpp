#pragma once

#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/stored/stored_row.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

namespace curlew::dgtd {

// Matrices of one tet and side in a row of StoredRow, from the equations
// (docs/methods/dgtd-notes.md, "Spaces and matrices") and quadrature alone: they share no table
// with other variants.
struct StoredTet {
  std::vector<double> row;
  // For currents: the inverse that multiplies right sides, and the double's part, by which a load
  // of the double adds to it.
  std::vector<double> inverse, double_inverse;
};

StoredRow stored_shape(const Problem &problem, const UpdateOptions &options);
StoredTet stored_tet(const Problem &problem, Index tet, Side side, const UpdateOptions &options);

} // namespace curlew::dgtd

#pragma once

#include <curlew/methods/fdfd/background/box.hpp>

#include <vector>

namespace curlew::fdfd {

// Rows where the operator differs from that of the layers behind, as indices of unknowns:
// conductors' entries that free entries couple to, and free entries whose eps differs or that have
// a mu other than 1 beside them.
struct DifferentRows {
  std::vector<Offset> conductors, others;
  Box box; // around all, with a cell more where conductors or mu need neighbours; whole where it
           // would leave a period
  Box conducting; // around the conductors' entries

  Offset size() const { return Offset(conductors.size()) + Offset(others.size()); }
};
// Finds these rows. Reads every entry, on problem.threads host threads.
DifferentRows find_different_rows(const Problem &problem);

// True where more than the operator's diagonal differs from its background's: conductors or mu.
inline bool needs_rows(const Problem &problem) {
  return problem.has_conductors || problem.is_magnetic();
}

} // namespace curlew::fdfd

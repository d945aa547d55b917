#pragma once

#include <curlew/methods/fdfd/background/box.hpp>

#include <vector>

namespace curlew::fdfd {

// Where the operator's rows differ from those of the layers behind, as numbers of unknowns: of
// conductors those entries that free ones couple to, and free entries whose eps differs or beside
// which mu is not 1.
struct DifferentRows {
  std::vector<Offset> conductors, others;
  Box box;        // around all, with a cell more where conductors or mu ask for neighbours; whole
                  // where it would leave a period
  Box conducting; // around the conductors' entries

  Offset size() const { return Offset(conductors.size()) + Offset(others.size()); }
};
// Looks at every entry, by problem.threads host threads.
DifferentRows find_different_rows(const Problem &problem);

// Whether more than the operator's diagonal differs from its background's: conductors or mu.
inline bool needs_rows(const Problem &problem) {
  return problem.has_conductors || problem.is_magnetic();
}

} // namespace curlew::fdfd

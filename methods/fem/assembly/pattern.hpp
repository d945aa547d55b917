#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <vector>

namespace curlew::fem {

// Pattern of a matrix on the free unknowns of a mesh: row i has a column for each unknown that
// shares a tet with i, rising.
struct Pattern {
  std::vector<Offset> row_begin; // rows + 1
  std::vector<Index> columns;
  IndexRows row_tets; // row -> positions among the tets that were given, rising
  Index rows() const { return static_cast<Index>(row_begin.size()) - 1; }
};

// Makes the pattern. `tet_rows`: the `per_tet` rows of each tet, -1 where the unknown is fixed.
// Numbers from `rows` on are columns only: unknowns whose rows another rank has. The result is the
// same for any number of threads.
Pattern make_pattern(const std::vector<Index> &tet_rows, int per_tet, Index rows, int threads);

} // namespace curlew::fem

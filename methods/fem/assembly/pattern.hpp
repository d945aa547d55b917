#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <vector>

namespace curlew::fem {

// The pattern of a matrix among the free unknowns of a mesh: row i has a column for each unknown
// that shares a tet with i, rising.
struct Pattern {
  std::vector<Offset> row_begin; // rows + 1
  std::vector<Index> columns;
  IndexRows row_tets; // row -> positions among the tets that were given, rising
  Index rows() const { return static_cast<Index>(row_begin.size()) - 1; }
};

// `tet_rows`: of each tet its `per_tet` rows, -1 where the unknown is fixed; numbers from `rows` on
// are columns only, unknowns whose rows another rank has. The same for any number of threads.
Pattern make_pattern(const std::vector<Index> &tet_rows, int per_tet, Index rows, int threads);

} // namespace curlew::fem

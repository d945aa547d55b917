#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <vector>

namespace curlew {

// Data of a triangular sweep, level by level (level_sets.hpp): the rows of a triangle without its
// diagonal in the order of the sweep, so that it is read from one end to the other.
template <class Space, class Scalar> struct TriangularSweep {
  std::vector<Index> begin; // begin of each level, and the end
  Kokkos::View<Index *, Space> rows;
  SparseMatrix<Space, Scalar> triangle;

  // Runs `kernel` for each place in `rows`, level after level.
  template <class Kernel>
  void run(const char *label, const Space &space, const Kernel &kernel) const {
    for (std::size_t level = 0; level + 1 < begin.size(); ++level)
      Kokkos::parallel_for(label, RangePolicy<Space>(space, begin[level], begin[level + 1]),
                           kernel);
  }
};

// (1 + T) y = scale x for one level, T the triangle, `scale` a number for each row; x may be y.
template <class Space, class Scalar> struct SweepLevel {
  Kokkos::View<Index *, Space> rows;
  SparseMatrix<Space, Scalar> triangle;
  Kokkos::View<Scalar *, Space> scale, x, y;

  KOKKOS_INLINE_FUNCTION void operator()(const Index n) const {
    const Index row = rows(n);
    const Offset end = triangle.row_begin(n + 1);
    Scalar sum = scale(row) * x(row);
    for (Offset k = triangle.row_begin(n); k < end; ++k)
      sum -= triangle.values(k) * y(triangle.columns(k));
    y(row) = sum;
  }
};

} // namespace curlew

#pragma once

#include <curlew/solvers/sparse/sparse_matrix.hpp>

#include <string>

namespace curlew {

// Turns counts, that of row i at i + 1, into offsets. Returns their sum. `label` names the kernel.
template <class Space>
Offset sum_to_offsets(const Space &space, const char *label,
                      const Kokkos::View<Offset *, Space> &counts) {
  Offset sum = 0;
  Kokkos::parallel_scan(label, RangePolicy<Space>(space, 0, counts.extent(0)),
                        SparseRowOffsets<Space>{counts}, sum);
  return sum;
}

// Returns room for so many values, which are undefined.
template <class Value, class Space>
Kokkos::View<Value *, Space> room_for(const char *label, Offset count) {
  return Kokkos::View<Value *, Space>(
      Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), count);
}

} // namespace curlew

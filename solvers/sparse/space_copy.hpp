#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

namespace curlew {

// Returns a host matrix as one in the memory of a space: on hosts it shares the matrix' memory,
// which must stay; on devices it is a copy. Waits.
template <class Space, class Scalar>
SparseMatrix<Space, Scalar> seen_from(const Space &space, const HostSparse<Scalar> &matrix) {
  if constexpr (is_device<Space>) {
    return to_space<Scalar>(space, matrix);
  } else {
    SparseMatrix<Space, Scalar> seen;
    seen.rows = matrix.rows;
    seen.column_count = matrix.column_count;
    const auto view = [](const auto &values) { // nothing writes through it
      using Value = typename std::decay_t<decltype(values)>::value_type;
      return Kokkos::View<Value *, Space>(const_cast<Value *>(values.data()), values.size());
    };
    seen.row_begin = view(matrix.row_begin);
    seen.columns = view(matrix.columns);
    seen.values = view(matrix.values);
    return seen;
  }
}

} // namespace curlew

#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <vector>

namespace curlew {

// to(i) = from(rows(i)), or to(rows(i)) = from(i).
template <class Space> struct PermuteRows {
  DenseMatrix<Space> from, to;
  Kokkos::View<const Index *, Space> rows;
  bool back;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Offset n = static_cast<Offset>(from.extent(0)), row = i % n, column = i / n;
    if (back)
      to(rows(row), column) = from(row, column);
    else
      to(row, column) = from(rows(row), column);
  }
};

// b(i) := b(order(i)), or with `back` b(order(i)) := b(i). Waits.
template <class Space>
void permute_rows(const Space &space, const DenseMatrix<Space> &b, const std::vector<Index> &order,
                  bool back) {
  const DenseMatrix<Space> copy(
      Kokkos::view_alloc("curlew::solvers::permuted", Kokkos::WithoutInitializing), b.extent(0),
      b.extent(1));
  Kokkos::deep_copy(space, copy, b);
  Kokkos::parallel_for(
      "curlew::solvers::permute_rows",
      RangePolicy<Space>(space, 0, static_cast<Offset>(b.extent(0) * b.extent(1))),
      PermuteRows<Space>{copy, b, to_view<Space>("curlew::solvers::row_order", order), back});
  space.fence();
}

} // namespace curlew

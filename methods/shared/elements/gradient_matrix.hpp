#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

namespace curlew {

// A row of G among the free unknowns and the free scalar functions.
template <class Space, class Scalar> struct GradientRow {
  Kokkos::View<Index *[2], Space> columns; // -1: none
  template <class Entry>
  KOKKOS_INLINE_FUNCTION void operator()(const Index row, Entry &entry) const {
    for (int k = 0; k < 2; ++k)
      if (columns(row, k) >= 0)
        entry(columns(row, k), Scalar(GradientRows::value(k)));
  }
};

// G: the unknowns of the gradients of scalar functions, free ones only, so that curl (G x) = 0 and
// G x is fixed where the unknowns are.
template <class Scalar, class Space>
SparseMatrix<Space, Scalar> make_gradient(const Space &space, const GradientRows &rows,
                                          const FreeNumbers &free_dofs,
                                          const FreeNumbers &free_scalars) {
  Kokkos::View<Index *[2], Space> columns("curlew::elements::gradient_columns", free_dofs.count);
  const auto host = Kokkos::create_mirror_view(columns);
  for (std::size_t dof = 0; dof < rows.columns.size(); ++dof)
    for (int k = 0; k < 2; ++k)
      if (const Index row = free_dofs.number[dof]; row >= 0) {
        const Index scalar = rows.columns[dof][k];
        host(row, k) = scalar < 0 ? -1 : free_scalars.number[scalar];
      }
  Kokkos::deep_copy(columns, host);
  return make_sparse<Scalar>(space, free_dofs.count, free_scalars.count,
                             GradientRow<Space, Scalar>{columns});
}

} // namespace curlew

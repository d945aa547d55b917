#include <curlew/solvers/sparse/sparse_products.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

namespace curlew {
namespace {

template <class Space, class Scalar> struct TakeDiagonal {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    Scalar found = 0;
    for (Offset k = a.row_begin(row); k < a.row_begin(row + 1); ++k)
      if (a.columns(k) == row)
        found = a.values(k);
    diagonal(row) = found;
  }
};

// Adds up p_i a_ij p_j over the entries i and j of a column of P.
template <class Space, class Scalar> struct AddUpDiagonal {
  SparseMatrix<Space, Scalar> a;
  SparseMatrix<Space, double> p, transposed;
  Kokkos::View<Scalar *, Space> diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(const Index column) const {
    Scalar sum = 0;
    for (Offset i = transposed.row_begin(column); i < transposed.row_begin(column + 1); ++i) {
      const Index row = transposed.columns(i);
      for (Offset k = a.row_begin(row); k < a.row_begin(row + 1); ++k)
        if (const double other = entry(a.columns(k), column); other != 0)
          sum += transposed.values(i) * other * a.values(k);
    }
    diagonal(column) = sum;
  }

private:
  KOKKOS_INLINE_FUNCTION double entry(Index row, Index column) const {
    for (Offset k = p.row_begin(row); k < p.row_begin(row + 1); ++k)
      if (p.columns(k) == column)
        return p.values(k);
    return 0;
  }
};

template <class Scalar, class Space> Kokkos::View<Scalar *, Space> diagonal_of(Index rows) {
  return Kokkos::View<Scalar *, Space>(
      Kokkos::view_alloc("curlew::solvers::diagonal", Kokkos::WithoutInitializing), rows);
}

} // namespace

template <class Space, class Scalar>
Kokkos::View<Scalar *, Space> diagonal(const Space &space, const SparseMatrix<Space, Scalar> &a) {
  const auto result = diagonal_of<Scalar, Space>(a.rows);
  Kokkos::parallel_for("curlew::solvers::diagonal", RangePolicy<Space>(space, 0, a.rows),
                       TakeDiagonal<Space, Scalar>{a, result});
  space.fence();
  return result;
}

template <class Space, class Scalar>
Kokkos::View<Scalar *, Space>
triple_product_diagonal(const Space &space, const SparseMatrix<Space, Scalar> &a,
                        const SparseMatrix<Space, double> &p,
                        const SparseMatrix<Space, double> &transposed) {
  require_equal_size("rows of a square matrix", a.rows, a.column_count);
  require_equal_size("rows of a prolongation", p.rows, a.rows);
  require_equal_size("rows of a transposed prolongation", transposed.rows, p.column_count);
  const auto result = diagonal_of<Scalar, Space>(p.column_count);
  Kokkos::parallel_for("curlew::solvers::product_diagonal",
                       RangePolicy<Space>(space, 0, p.column_count),
                       AddUpDiagonal<Space, Scalar>{a, p, transposed, result});
  space.fence();
  return result;
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template Kokkos::View<Scalar *, Space> diagonal(const Space &,                                   \
                                                  const SparseMatrix<Space, Scalar> &);            \
  template Kokkos::View<Scalar *, Space> triple_product_diagonal(                                  \
      const Space &, const SparseMatrix<Space, Scalar> &, const SparseMatrix<Space, double> &,     \
      const SparseMatrix<Space, double> &);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew

#include <curlew/solvers/preconditioner/diagonal_scaling.hpp>

#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

#include <cmath>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// Returns the root with a real part of at least 0.
KOKKOS_INLINE_FUNCTION Complex principal_root(const Complex &z) {
  const double size = sqrt(z.real() * z.real() + z.imag() * z.imag());
  const double large = sqrt(0.5 * (size + fabs(z.real())));
  if (large == 0)
    return 0;
  const double small = 0.5 * fabs(z.imag()) / large;
  const double re = z.real() >= 0 ? large : small, im = z.real() >= 0 ? small : large;
  return {re, z.imag() < 0 ? -im : im};
}

// From 1 / D in `factor`: S there, and S^-1 in `inverse`.
template <class Space> struct MakeFactors {
  Kokkos::View<Complex *, Space> factor, inverse;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    const Complex root = principal_root(factor(row));
    factor(row) = root;
    inverse(row) = root == Complex(0) ? Complex(0) : Complex(1) / root;
  }
};

template <class Space> struct ScaleRows {
  SparseMatrix<Space, Complex> a;
  Kokkos::View<Complex *, Space> factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    const Offset end = a.row_begin(row + 1);
    for (Offset k = a.row_begin(row); k < end; ++k)
      a.values(k) *= factor(row) * factor(a.columns(k));
  }
};

template <class Space> struct MultiplyEntries {
  Kokkos::View<Complex *, Space> factor;
  const Complex *from;
  Complex *to;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { to[i] = factor(i) * from[i]; }
};

template <class Space>
void multiply_by(const Kokkos::View<Complex *, Space> &factor, std::size_t rows,
                 const DistributedVector<Space, Complex> &from,
                 const DistributedVector<Space, Complex> &to) {
  require_equal_size("rows of a scaled vector", from.owned(), rows);
  require_equal_size("rows of a scaled vector", to.owned(), rows);
  require_equal_size("columns of a scaled vector", to.columns(), from.columns());
  for (int j = 0; j < from.columns(); ++j)
    Kokkos::parallel_for("curlew::solvers::scale_vector", RangePolicy<Space>(from.space(), 0, rows),
                         MultiplyEntries<Space>{factor, from.data(j), to.data(j)});
}

} // namespace

template <class Space>
DiagonalScaling<Space>::DiagonalScaling(const Space &space, const SparseMatrix<Space, Complex> &a)
    : inverse_("curlew::solvers::scaling_inverse", a.rows) {
  require_equal_size("columns of a matrix to scale", a.column_count, a.rows);
  make(space, a);
  scale(space, a);
}

template <class Space>
DiagonalScaling<Space>::DiagonalScaling(const Space &space, const SparseMatrix<Space, Complex> &a,
                                        const Communicator &ranks,
                                        GhostExchange<Space, Complex> &exchange)
    : inverse_("curlew::solvers::scaling_inverse", a.rows) {
  run_collectively(ranks, [&] { make(space, a); });
  exchange.start(space, factor_);
  exchange.finish(space, factor_);
  scale(space, a);
}

template <class Space>
void DiagonalScaling<Space>::make(const Space &space, const SparseMatrix<Space, Complex> &a) {
  factor_ = inverse_diagonal(space, a, "jacobi (\"scale_first\")");
  Kokkos::parallel_for("curlew::solvers::scaling_factors", RangePolicy<Space>(space, 0, a.rows),
                       MakeFactors<Space>{factor_, inverse_});
  space.fence();
  Kokkos::resize(factor_, a.column_count);
}

template <class Space>
void DiagonalScaling<Space>::scale(const Space &space,
                                   const SparseMatrix<Space, Complex> &a) const {
  Kokkos::parallel_for("curlew::solvers::scale_matrix", RangePolicy<Space>(space, 0, a.rows),
                       ScaleRows<Space>{a, factor_});
}

template <class Space>
void DiagonalScaling<Space>::multiply(const Vector &from, const Vector &to) const {
  multiply_by(factor_, inverse_.extent(0), from, to);
}

template <class Space>
void DiagonalScaling<Space>::divide(const Vector &from, const Vector &to) const {
  multiply_by(inverse_, inverse_.extent(0), from, to);
}

#define CURLEW_INSTANTIATE(Space) template class DiagonalScaling<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

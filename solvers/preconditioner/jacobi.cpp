#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/preconditioner/jacobi.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

#include <cstdio>

namespace curlew {
namespace {

KOKKOS_INLINE_FUNCTION double square(double value) {
  return value * value;
}
KOKKOS_INLINE_FUNCTION double square(const Kokkos::complex<double> &value) {
  return value.real() * value.real() + value.imag() * value.imag();
}

// Inverts the diagonal, and finds the last row whose diagonal cannot be divided by.
template <class Space, class Scalar> struct InvertDiagonal {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row, Index &bad) const {
    const Offset begin = a.row_begin(row), end = a.row_begin(row + 1);
    Scalar diagonal = 0;
    for (Offset k = begin; k < end; ++k)
      if (a.columns(k) == row)
        diagonal = a.values(k);
    inverse(row) = 0;
    if (begin == end)
      return;
    inverse(row) = Scalar(1) / diagonal;
    const double size = square(inverse(row));
    if (!(size > 0 && size < 1e300)) // nor a NaN
      bad = row > bad ? row : bad;
  }
};

template <class Space, class Scalar> struct InvertEntries {
  Kokkos::View<Scalar *, Space> diagonal, inverse;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row, Index &bad) const {
    inverse(row) = Scalar(1) / diagonal(row);
    const double size = square(inverse(row));
    if (!(size > 0 && size < 1e300)) // nor a NaN
      bad = row > bad ? row : bad;
  }
};

void require_good_rows(Index bad, const std::string &preconditioner) {
  if (bad >= 0)
    throw NotConverged(
        "the preconditioner " + preconditioner +
        " divides by the matrix' diagonal, which is 0, missing or not finite in row " +
        std::to_string(bad) + ". Take none or polynomial");
}

template <class Space, class Scalar> struct Scale {
  Kokkos::View<Scalar *, Space> factor, x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { y(i) = factor(i) * x(i); }
};

template <class Space, class Scalar>
LinearOperator<Space, Scalar> scaling_by(const Kokkos::View<Scalar *, Space> &factor) {
  using Column = Kokkos::View<Scalar *, Space>;
  return LinearOperator<Space, Scalar>(
      [factor](const Space &instance, const Column &x, const Column &y) {
        Kokkos::parallel_for("curlew::solvers::jacobi",
                             RangePolicy<Space>(instance, 0, factor.extent(0)),
                             Scale<Space, Scalar>{factor, x, y});
      });
}

} // namespace

template <class Space, class Scalar>
Kokkos::View<Scalar *, Space> inverse_diagonal(const Space &space,
                                               const SparseMatrix<Space, Scalar> &a,
                                               const std::string &preconditioner) {
  Kokkos::View<Scalar *, Space> inverse("curlew::solvers::inverse_diagonal", a.rows);
  Index bad = -1;
  Kokkos::parallel_reduce("curlew::solvers::inverse_diagonal", RangePolicy<Space>(space, 0, a.rows),
                          InvertDiagonal<Space, Scalar>{a, inverse}, Kokkos::Max<Index>(bad));
  require_good_rows(bad, preconditioner);
  return inverse;
}

void require_relaxation(double relaxation) {
  if (relaxation > 0 && relaxation < 2)
    return;
  char text[120];
  std::snprintf(text, sizeof(text), "the relaxation of ssor lies between 0 and 2, it is %g",
                relaxation);
  throw InputError(text);
}

template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_jacobi(const Space &space,
                                          const SparseMatrix<Space, Scalar> &a) {
  return scaling_by<Space, Scalar>(inverse_diagonal(space, a, "jacobi"));
}

template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_jacobi(const Space &space,
                                          const Kokkos::View<Scalar *, Space> &diagonal) {
  const Kokkos::View<Scalar *, Space> inverse("curlew::solvers::inverse_diagonal",
                                              diagonal.extent(0));
  Index bad = -1;
  Kokkos::parallel_reduce("curlew::solvers::invert_entries",
                          RangePolicy<Space>(space, 0, diagonal.extent(0)),
                          InvertEntries<Space, Scalar>{diagonal, inverse}, Kokkos::Max<Index>(bad));
  require_good_rows(bad, "jacobi");
  return scaling_by<Space, Scalar>(inverse);
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template Kokkos::View<Scalar *, Space> inverse_diagonal(                                         \
      const Space &, const SparseMatrix<Space, Scalar> &, const std::string &);                    \
  template LinearOperator<Space, Scalar> make_jacobi(const Space &,                                \
                                                     const SparseMatrix<Space, Scalar> &);         \
  template LinearOperator<Space, Scalar> make_jacobi(const Space &,                                \
                                                     const Kokkos::View<Scalar *, Space> &);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew

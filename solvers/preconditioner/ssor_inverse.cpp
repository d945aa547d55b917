#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

#include <memory>

namespace curlew {
namespace {

// Rows of w L D^-1 (columns scaled) or w D^-1 U (rows scaled); `inverse` is w D^-1.
template <class Space, class Scalar, bool is_lower> struct ScaledTriangle {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse;

  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index row, Entry &entry) const {
    const Offset end = a.row_begin(row + 1);
    for (Offset k = a.row_begin(row); k < end; ++k) {
      const Index column = a.columns(k);
      if (is_lower ? column < row : column > row && column < a.rows)
        entry(column, a.values(k) * inverse(is_lower ? column : row));
    }
  }
};

template <class Space, class Scalar> struct ScaleInto {
  Kokkos::View<Scalar *, Space> factor, x, y;
  double weight;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const {
    const Scalar value = factor(i) * x(i);
    x(i) = value;
    y(i) = weight * value;
  }
};

template <class Space, class Scalar> struct Relax {
  Kokkos::View<Scalar *, Space> values;
  double relaxation;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { values(i) *= relaxation; }
};

template <class Space, class Scalar> struct SsorInverse {
  SparseProduct<Space, Scalar> lower, upper;
  Kokkos::View<Scalar *, Space> inverse, t;
  double weight; // 2 - w

  void apply(const Space &space, const Kokkos::View<Scalar *, Space> &x,
             const Kokkos::View<Scalar *, Space> &y) const {
    const auto rows = Kokkos::make_pair(std::size_t(0), inverse.extent(0));
    const Kokkos::View<Scalar *, Space> from(x, rows), to(y, rows); // without ghosts
    Kokkos::deep_copy(space, t, from);
    lower(space, Scalar(-1), from, Scalar(1), t);
    Kokkos::parallel_for("curlew::solvers::ssor_inverse",
                         RangePolicy<Space>(space, 0, inverse.extent(0)),
                         ScaleInto<Space, Scalar>{inverse, t, to, weight});
    upper(space, Scalar(-weight), t, Scalar(1), to);
  }
};

} // namespace

template <class Space, class Scalar>
LinearOperator<Space, Scalar>
make_ssor_inverse(const Space &space, const SparseMatrix<Space, Scalar> &a, double relaxation) {
  using Column = Kokkos::View<Scalar *, Space>;
  require_relaxation(relaxation);
  const Column inverse = inverse_diagonal(space, a, "ssor-ai");
  Kokkos::parallel_for("curlew::solvers::ssor_inverse_diagonal",
                       RangePolicy<Space>(space, 0, a.rows),
                       Relax<Space, Scalar>{inverse, relaxation});
  const auto triangle = [&](auto kind) {
    return SparseProduct<Space, Scalar>(make_sparse<Scalar>(
        space, a.rows, a.rows, ScaledTriangle<Space, Scalar, kind.value>{a, inverse}));
  };
  const auto all = std::make_shared<SsorInverse<Space, Scalar>>(
      SsorInverse<Space, Scalar>{triangle(std::true_type()), triangle(std::false_type()), inverse,
                                 Column("curlew::solvers::ssor_inverse", a.rows), 2 - relaxation});
  return LinearOperator<Space, Scalar>([all](const Space &instance, const Column &x,
                                             const Column &y) { all->apply(instance, x, y); });
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template LinearOperator<Space, Scalar> make_ssor_inverse(                                        \
      const Space &, const SparseMatrix<Space, Scalar> &, double);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew

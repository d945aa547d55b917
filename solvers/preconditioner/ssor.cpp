#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/preconditioner/level_sets.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/preconditioner/triangular_sweep.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>

#include <memory>

namespace curlew {
namespace {

// A triangle with its rows in the order of a sweep, so that the sweep reads it from one end to the
// other, each divided by its diagonal: entries of w D^-1 L, or U.
template <class Space, class Scalar, bool is_lower> struct OrderedTriangle {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse; // w D^-1
  Kokkos::View<Index *, Space> rows;

  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index n, Entry &entry) const {
    const Index row = rows(n);
    const Offset end = a.row_begin(row + 1);
    for (Offset k = a.row_begin(row); k < end; ++k) {
      const Index column = a.columns(k);
      if (is_lower ? column < row : column > row && column < a.rows)
        entry(column, a.values(k) * inverse(row));
    }
  }
};

template <class Space, class Scalar, bool is_lower>
TriangularSweep<Space, Scalar> make_sweep(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                          const Kokkos::View<Scalar *, Space> &inverse,
                                          const std::vector<Offset> &row_begin,
                                          const std::vector<Index> &columns) {
  LevelSets sets = make_level_sets(row_begin, columns, is_lower);
  const auto rows = to_view<Space>("curlew::solvers::level_rows", sets.rows);
  return {std::move(sets.begin), rows,
          make_sparse<Scalar>(space, a.rows, a.rows,
                              OrderedTriangle<Space, Scalar, is_lower>{a, inverse, rows})};
}

// y := (2 - w) (D + w U)^-1 D y: earlier levels hold their result, this one still holds that of the
// lower sweep.
template <class Space, class Scalar> struct UpperLevel {
  Kokkos::View<Index *, Space> rows;
  SparseMatrix<Space, Scalar> triangle;
  Kokkos::View<Scalar *, Space> y;
  double weight; // 2 - w

  KOKKOS_INLINE_FUNCTION void operator()(const Index n) const {
    const Index row = rows(n);
    const Offset end = triangle.row_begin(n + 1);
    Scalar sum = weight * y(row);
    for (Offset k = triangle.row_begin(n); k < end; ++k)
      sum -= triangle.values(k) * y(triangle.columns(k));
    y(row) = sum;
  }
};

template <class Space, class Scalar> struct ScaleBy {
  Kokkos::View<Scalar *, Space> values;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { values(i) *= factor; }
};

template <class Space, class Scalar> struct Ssor {
  Kokkos::View<Scalar *, Space> inverse;
  TriangularSweep<Space, Scalar> lower, upper;
  double weight;

  void apply(const Space &space, const Kokkos::View<Scalar *, Space> &x,
             const Kokkos::View<Scalar *, Space> &y) const {
    // (D + w L) y = w x: y has w (D + w L)^-1 x.
    lower.run("curlew::solvers::ssor_lower", space,
              SweepLevel<Space, Scalar>{lower.rows, lower.triangle, inverse, x, y});
    upper.run("curlew::solvers::ssor_upper", space,
              UpperLevel<Space, Scalar>{upper.rows, upper.triangle, y, weight});
  }
};

} // namespace

template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_ssor(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                        double relaxation) {
  using Column = Kokkos::View<Scalar *, Space>;
  require_relaxation(relaxation);
  const auto ssor = std::make_shared<Ssor<Space, Scalar>>();
  ssor->weight = 2 - relaxation;
  ssor->inverse = inverse_diagonal(space, a, "ssor");
  Kokkos::parallel_for("curlew::solvers::ssor_diagonal", RangePolicy<Space>(space, 0, a.rows),
                       ScaleBy<Space, Scalar>{ssor->inverse, relaxation});
  const auto row_begin = to_vector(space, a.row_begin);
  const auto columns = to_vector(space, a.columns);
  ssor->lower = make_sweep<Space, Scalar, true>(space, a, ssor->inverse, row_begin, columns);
  ssor->upper = make_sweep<Space, Scalar, false>(space, a, ssor->inverse, row_begin, columns);
  return LinearOperator<Space, Scalar>([ssor](const Space &instance, const Column &x,
                                              const Column &y) { ssor->apply(instance, x, y); });
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template LinearOperator<Space, Scalar> make_ssor(const Space &,                                  \
                                                   const SparseMatrix<Space, Scalar> &, double);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew

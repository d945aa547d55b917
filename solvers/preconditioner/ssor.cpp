#include <curlew/core/views.hpp>
#include <curlew/solvers/preconditioner/level_sets.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

#include <memory>

namespace curlew {
namespace {

// (D + w L) y = w x, row by row of a level: y has w (D + w L)^-1 x.
template <class Space, class Scalar> struct LowerSweep {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse; // w D^-1
  Kokkos::View<Index *, Space> rows;
  Kokkos::View<Scalar *, Space> x, y;

  KOKKOS_INLINE_FUNCTION void operator()(const Index n) const {
    const Index row = rows(n);
    const Offset end = a.row_begin(row + 1);
    Scalar sum = x(row);
    for (Offset k = a.row_begin(row); k < end; ++k)
      if (a.columns(k) < row)
        sum -= a.values(k) * y(a.columns(k));
    y(row) = inverse(row) * sum;
  }
};

// y := (2 - w) (D + w U)^-1 D y: rows above have theirs, those below and this one still hold the
// lower sweep's.
template <class Space, class Scalar> struct UpperSweep {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse;
  Kokkos::View<Index *, Space> rows;
  Kokkos::View<Scalar *, Space> y;
  double weight; // 2 - w

  KOKKOS_INLINE_FUNCTION void operator()(const Index n) const {
    const Index row = rows(n);
    const Offset end = a.row_begin(row + 1);
    Scalar sum = 0;
    for (Offset k = a.row_begin(row); k < end; ++k)
      if (a.columns(k) > row && a.columns(k) < a.rows)
        sum += a.values(k) * y(a.columns(k));
    y(row) = weight * y(row) - inverse(row) * sum;
  }
};

template <class Space, class Scalar> struct ScaleBy {
  Kokkos::View<Scalar *, Space> values;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { values(i) *= factor; }
};

// The order of a sweep, its rows where the kernels are.
template <class Space> struct Sweep {
  Kokkos::View<Index *, Space> rows;
  std::vector<Index> begin;
};

template <class Space>
Sweep<Space> make_sweep(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
                        bool is_lower) {
  LevelSets sets = make_level_sets(row_begin, columns, is_lower);
  return {to_view<Space>("curlew::solvers::level_rows", sets.rows), std::move(sets.begin)};
}

template <class Space, class Scalar> struct Ssor {
  SparseMatrix<Space, Scalar> a;
  Kokkos::View<Scalar *, Space> inverse;
  Sweep<Space> lower, upper;
  double weight;

  template <class Kernel>
  static void run(const char *label, const Space &space, const Sweep<Space> &sweep,
                  const Kernel &kernel) {
    for (std::size_t level = 0; level + 1 < sweep.begin.size(); ++level)
      Kokkos::parallel_for(label,
                           Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>(
                               space, sweep.begin[level], sweep.begin[level + 1]),
                           kernel);
  }
  void apply(const Space &space, const Kokkos::View<Scalar *, Space> &x,
             const Kokkos::View<Scalar *, Space> &y) const {
    run("curlew::solvers::ssor_lower", space, lower,
        LowerSweep<Space, Scalar>{a, inverse, lower.rows, x, y});
    run("curlew::solvers::ssor_upper", space, upper,
        UpperSweep<Space, Scalar>{a, inverse, upper.rows, y, weight});
  }
};

} // namespace

template <class Space, class Scalar>
LinearOperator<Space, Scalar> make_ssor(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                        double relaxation) {
  using Column = Kokkos::View<Scalar *, Space>;
  require_relaxation(relaxation);
  const auto ssor = std::make_shared<Ssor<Space, Scalar>>();
  ssor->a = a;
  ssor->weight = 2 - relaxation;
  ssor->inverse = inverse_diagonal(space, a, "ssor");
  Kokkos::parallel_for("curlew::solvers::ssor_diagonal",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>(space, 0, a.rows),
                       ScaleBy<Space, Scalar>{ssor->inverse, relaxation});
  space.fence();
  const auto row_begin = to_vector(a.row_begin);
  const auto columns = to_vector(a.columns);
  ssor->lower = make_sweep<Space>(row_begin, columns, true);
  ssor->upper = make_sweep<Space>(row_begin, columns, false);
  return LinearOperator<Space, Scalar>([ssor](const Space &instance, const Column &x,
                                              const Column &y) { ssor->apply(instance, x, y); });
}

#define CURLEW_INSTANTIATE_FOR(Space, Scalar)                                                      \
  template LinearOperator<Space, Scalar> make_ssor(const Space &,                                  \
                                                   const SparseMatrix<Space, Scalar> &, double);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_FOR(Space, double)                                                            \
  CURLEW_INSTANTIATE_FOR(Space, Kokkos::complex<double>)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)

} // namespace curlew

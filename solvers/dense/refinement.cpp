#include <curlew/solvers/dense/refinement.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/column_norms.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace curlew {
namespace {

using Double = Kokkos::complex<double>;
using Single = Kokkos::complex<float>;

// Worst i of a matrix, column by column.
template <class Matrix> struct Worst {
  Offset row, column;
  KOKKOS_INLINE_FUNCTION Worst(const Matrix &a, Offset i)
      : row(i % static_cast<Offset>(a.extent(0))), column(i / static_cast<Offset>(a.extent(0))) {}
};

template <class Space, class Matrix, class F>
void for_entries(const Space &space, const std::string &label, const Matrix &a, const F &f) {
  Kokkos::parallel_for(
      label, RangePolicy<Space>(space, 0, static_cast<Offset>(a.extent(0) * a.extent(1))), f);
}

template <class Space> struct RoundEntries {
  DenseMatrix<Space> from;
  DenseMatrix<Space, Single> to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Worst<DenseMatrix<Space>> at(from, i);
    const Double value = from(at.row, at.column);
    to(at.row, at.column) =
        Single(static_cast<float>(value.real()), static_cast<float>(value.imag()));
  }
};

// Columns of norm 1 for the factors in single precision, whose range is short.
template <class Space> struct ScaleDown {
  DenseMatrix<Space> r;
  Kokkos::View<double *, Space> norms;
  DenseMatrix<Space, Single> to;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Worst<DenseMatrix<Space>> at(r, i);
    const double norm = norms(at.column), scale = norm > 0 ? 1 / norm : 0;
    const Double value = scale * r(at.row, at.column);
    to(at.row, at.column) =
        Single(static_cast<float>(value.real()), static_cast<float>(value.imag()));
  }
};

template <class Space> struct AddCorrection {
  DenseMatrix<Space, Single> correction;
  Kokkos::View<double *, Space> norms;
  DenseMatrix<Space> x;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Worst<DenseMatrix<Space>> at(x, i);
    const Single value = correction(at.row, at.column);
    x(at.row, at.column) += norms(at.column) * Double(double(value.real()), double(value.imag()));
  }
};

template <class Space>
std::vector<double> norms_2(const Space &space, const DenseMatrix<Space> &a) {
  std::vector<double> norms = column_norms(space, a, Rows::all).square_sum;
  for (double &norm : norms)
    norm = std::sqrt(norm);
  return norms;
}

// Returns the relative residual of the worst column; NaN counts as the worst.
double relative(const std::vector<double> &residuals, const std::vector<double> &norms) {
  double worst = 0;
  for (std::size_t i = 0; i < norms.size(); ++i) {
    const double ratio = norms[i] > 0 ? residuals[i] / norms[i] : 0;
    if (!(ratio <= worst))
      worst = ratio;
  }
  return worst;
}

std::string failure_text(const Refinement &done, const RefinementOptions &options, const char *what,
                         double condition) {
  std::string residuals;
  for (const double residual : done.history)
    residuals += fmt::format("{}{:.2e}", residuals.empty() ? "" : ", ", residual);
  return fmt::format("the refinement of a solution in single precision {}: relative residuals {}; "
                     "{:.1e} is wanted. The matrix' condition number is about {:.1e}, where below "
                     "about 1e6 is needed; factor in double precision",
                     what, residuals, options.tolerance, condition);
}

} // namespace

template <class Space>
DenseResidual<Space> residual_of(const Space &space, const DenseMatrix<Space> &a,
                                 const DenseMatrix<Space> &b) {
  return [space, a, b](const DenseMatrix<Space> &x, const DenseMatrix<Space> &r) {
    Kokkos::deep_copy(space, r, b);
    multiply(space, {static_cast<Index>(a.extent(0)),
                     static_cast<Index>(x.extent(1)),
                     static_cast<Index>(a.extent(1)),
                     {a.data(), column_distance(a)},
                     {x.data(), column_distance(x)},
                     {r.data(), column_distance(r)},
                     1,
                     -1,
                     1});
  };
}

template <class Space>
DenseMatrix<Space, Single> to_single(const Space &space, const DenseMatrix<Space> &a) {
  const DenseMatrix<Space, Single> rounded(
      Kokkos::view_alloc("curlew::solvers::single", Kokkos::WithoutInitializing), a.extent(0),
      a.extent(1));
  for_entries(space, "curlew::solvers::to_single", a, RoundEntries<Space>{a, rounded});
  space.fence();
  return rounded;
}

template <class Space>
Refinement solve_refined(const DenseLu<Space, Single> &lu, const DenseResidual<Space> &residual,
                         const DenseMatrix<Space> &b, const DenseMatrix<Space> &x,
                         const RefinementOptions &options) {
  const Space space = lu.space();
  const auto rows = b.extent(0), columns = b.extent(1);
  if (static_cast<Index>(rows) != lu.size() || x.extent(0) != rows || x.extent(1) != columns)
    throw Error(ExitCode::internal,
                fmt::format("right-hand sides of {} x {} and solutions of {} x "
                            "{} do not belong to a matrix of {}",
                            rows, columns, x.extent(0), x.extent(1), lu.size()));
  Refinement done;
  Kokkos::deep_copy(space, x, Double(0));
  const std::vector<double> norms_of_b = norms_2(space, b);
  if (std::all_of(norms_of_b.begin(), norms_of_b.end(), [](double norm) { return norm == 0; }))
    return done;
  const auto without = [](const std::string &label) {
    return Kokkos::view_alloc(label, Kokkos::WithoutInitializing);
  };
  const DenseMatrix<Space> r(without("curlew::solvers::residual"), rows, columns);
  const DenseMatrix<Space, Single> correction(without("curlew::solvers::correction"), rows,
                                              columns);
  Kokkos::deep_copy(space, r, b);
  std::vector<double> norms_of_r = norms_of_b;
  for (double before = 1;; before = done.residual()) {
    const auto scale = to_view<Space>("curlew::solvers::norms", norms_of_r);
    for_entries(space, "curlew::solvers::scale_down", r, ScaleDown<Space>{r, scale, correction});
    lu.solve(correction);
    for_entries(space, "curlew::solvers::add_correction", x,
                AddCorrection<Space>{correction, scale, x});
    space.fence();
    residual(x, r);
    norms_of_r = norms_2(space, r);
    ++done.corrections;
    done.history.push_back(relative(norms_of_r, norms_of_b));
    if (done.residual() <= options.tolerance)
      return done;
    const bool falls = done.residual() <= options.slowest * before;
    if (!falls || done.corrections >= options.max_corrections)
      throw NotConverged(
          failure_text(done, options, falls ? "takes too long" : "stagnates", lu.condition()));
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template DenseResidual<Space> residual_of(const Space &, const DenseMatrix<Space> &,             \
                                            const DenseMatrix<Space> &);                           \
  template DenseMatrix<Space, Single> to_single(const Space &, const DenseMatrix<Space> &);        \
  template Refinement solve_refined(const DenseLu<Space, Single> &, const DenseResidual<Space> &,  \
                                    const DenseMatrix<Space> &, const DenseMatrix<Space> &,        \
                                    const RefinementOptions &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

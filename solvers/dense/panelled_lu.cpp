#include <curlew/solvers/dense/panelled_lu.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/column_norms.hpp>
#include <curlew/solvers/dense/norm_estimate.hpp>
#include <curlew/solvers/dense/permute_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace curlew {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using HostValues = Kokkos::View<Kokkos::complex<double> **, Kokkos::LayoutLeft, Kokkos::HostSpace>;

// Exchanges rows of a column, step by step.
struct ExchangeRows {
  HostValues a;
  Kokkos::View<const Index *, Kokkos::HostSpace> pivots;
  Index first, last; // steps

  void operator()(const Offset column) const { // hosts only
    for (Index k = first; k < last; ++k)
      if (pivots(k) != k)
        std::swap(a(k, column), a(pivots(k), column));
  }
};

} // namespace

template <class Space>
PanelledLu<Space>::PanelledLu(const Space &space, const HostMatrix &a, Index panel)
    : space_(space), a_(a), width_(std::min(panel, static_cast<Index>(a.extent(0)))),
      pivots_("curlew::solvers::pivots", a.extent(0)), order_(a.extent(0)) {
  if (a.extent(0) != a.extent(1))
    throw Error(ExitCode::internal,
                fmt::format("only square matrices have an LU factorisation, not one of {} x {}",
                            a.extent(0), a.extent(1)));
  if (panel <= 0)
    throw Error(ExitCode::internal, fmt::format("panels of {} columns hold nothing", panel));
  std::iota(order_.begin(), order_.end(), 0);
  const auto without = [](const std::string &label) {
    return Kokkos::view_alloc(label, Kokkos::WithoutInitializing);
  };
  brought_ = Matrix(without("curlew::solvers::left_panel"), size(), width_);
  const Matrix values(without("curlew::solvers::panel"), size(), width_);
  for (const Panel &own : panels()) {
    exchange_rows(own, {0, own.first});
    factor(own, Matrix(values.data(), size(), own.count));
    exchange_rows({0, own.first}, own);
  }
}

template <class Space>
std::vector<typename PanelledLu<Space>::Panel> PanelledLu<Space>::panels() const {
  std::vector<Panel> panels;
  for (Index first = 0; first < size(); first += width_)
    panels.push_back({first, std::min(width_, size() - first)});
  return panels;
}

template <class Space>
typename PanelledLu<Space>::HostMatrix PanelledLu<Space>::columns(const Panel &panel) const {
  return Kokkos::subview(a_, Kokkos::ALL, Kokkos::make_pair(panel.first, panel.end()));
}

template <class Space>
void PanelledLu<Space>::exchange_rows(const Panel &panel, const Panel &steps) const {
  const Host host;
  Kokkos::parallel_for("curlew::solvers::exchange_rows", RangePolicy<Host>(host, 0, panel.count),
                       ExchangeRows{columns(panel), pivots_, steps.first, steps.end()});
  host.fence();
}

template <class Space> void PanelledLu<Space>::factor(const Panel &panel, const Matrix &values) {
  Kokkos::deep_copy(space_, values, columns(panel));
  for (const double sum : column_norms(space_, values, Rows::all).sum) {
    if (!std::isfinite(sum))
      throw Error(ExitCode::internal, "a matrix to factor has entries that are not finite numbers, "
                                      "or too large ones");
    norm_ = std::max(norm_, sum);
  }
  for (const Panel &left : panels())
    if (left.first < panel.first)
      subtract(left, values);
  const LuPivots<Space> pivots("curlew::solvers::panel_pivots", panel.count);
  const Index singular = lu_factor(space_, size() - panel.first, panel.count,
                                   values.data() + panel.first, column_distance(values), pivots);
  const auto exchanged = to_vector(pivots);
  for (Index k = 0; k < panel.count && (singular < 0 || k <= singular); ++k) {
    const Index step = panel.first + k;
    pivots_(step) = panel.first + static_cast<Index>(exchanged[k]) - 1;
    std::swap(order_[step], order_[pivots_(step)]);
  }
  if (singular >= 0)
    throw SingularMatrix(size(), panel.first + singular, order_[panel.first + singular]);
  Kokkos::deep_copy(space_, columns(panel), values);
  space_.fence();
}

template <class Space>
void PanelledLu<Space>::subtract(const Panel &left, const Matrix &values) const {
  const Matrix factors = bring(left);
  solve_block(Triangle::unit_lower, Op::none, left, factors, values);
  subtract_product(size() - left.end(), left.count,
                   {factors.data() + left.end(), column_distance(factors)}, values, left.first,
                   values, left.end());
}

template <class Space>
typename PanelledLu<Space>::Matrix PanelledLu<Space>::bring(const Panel &panel) const {
  const Matrix values(brought_.data(), size(), panel.count);
  Kokkos::deep_copy(space_, values, columns(panel));
  return values;
}

template <class Space>
void PanelledLu<Space>::subtract_product(Index m, Index k, const DenseProduct::Matrix &a,
                                         const Matrix &b, Index row_b, const Matrix &c,
                                         Index row_c) const {
  if (k > 0)
    multiply(space_, {m,
                      static_cast<Index>(b.extent(1)),
                      k,
                      a,
                      {b.data() + row_b, column_distance(b)},
                      {c.data() + row_c, column_distance(c)},
                      1,
                      -1,
                      1});
}

template <class Space>
void PanelledLu<Space>::solve_block(Triangle triangle, Op op, const Panel &panel,
                                    const Matrix &values, const Matrix &b) const {
  solve_triangle(space_, triangle, op, panel.count, static_cast<Index>(b.extent(1)),
                 {values.data() + panel.first, column_distance(values)},
                 {b.data() + panel.first, column_distance(b)});
}

template <class Space> void PanelledLu<Space>::solve_lower(const Matrix &b, Op op) const {
  std::vector<Panel> all = panels();
  if (op != Op::none)
    std::reverse(all.begin(), all.end());
  for (const Panel &panel : all) {
    const Matrix values = bring(panel);
    const Index below = size() - panel.end();
    const DenseProduct::Matrix rest{values.data() + panel.end(), column_distance(values), 0, op};
    if (op == Op::none) {
      solve_block(Triangle::unit_lower, op, panel, values, b);
      subtract_product(below, panel.count, rest, b, panel.first, b, panel.end());
    } else {
      subtract_product(panel.count, below, rest, b, panel.end(), b, panel.first);
      solve_block(Triangle::unit_lower, op, panel, values, b);
    }
  }
}

template <class Space> void PanelledLu<Space>::solve_upper(const Matrix &b, Op op) const {
  std::vector<Panel> all = panels();
  if (op == Op::none)
    std::reverse(all.begin(), all.end());
  for (const Panel &panel : all) {
    const Matrix values = bring(panel);
    const DenseProduct::Matrix rest{values.data(), column_distance(values), 0, op};
    if (op == Op::none) {
      solve_block(Triangle::upper, op, panel, values, b);
      subtract_product(panel.first, panel.count, rest, b, panel.first, b, 0);
    } else {
      subtract_product(panel.count, panel.first, rest, b, 0, b, panel.first);
      solve_block(Triangle::upper, op, panel, values, b);
    }
  }
}

template <class Space> void PanelledLu<Space>::permute(const Matrix &b, bool back) const {
  permute_rows(space_, b, order_, back);
}

template <class Space> void PanelledLu<Space>::solve(const Matrix &b, Op op) const {
  if (static_cast<Index>(b.extent(0)) != size())
    throw Error(ExitCode::internal,
                fmt::format("right-hand sides of {} rows do not belong to a matrix of {}",
                            b.extent(0), size()));
  if (op == Op::none) {
    permute(b, false);
    solve_lower(b, op);
    solve_upper(b, op);
  } else {
    solve_upper(b, op);
    solve_lower(b, op);
    permute(b, true);
  }
  space_.fence();
}

template <class Space> double PanelledLu<Space>::condition() const {
  return norm_ * norm_of_inverse<Kokkos::complex<double>>(
                     space_, size(), [this](const Matrix &x, Op op) { solve(x, op); });
}

double panelled_lu_bytes(Index n, Index m, Index panel, bool device) {
  constexpr double k_entry = sizeof(Kokkos::complex<double>);
  const double of_panel = k_entry * n * panel;
  return 2 * of_panel + (device ? lu_workspace_limit(of_panel) : 0) + 2 * k_entry * n * m;
}

Index widest_panel(Index n, Index m, double bytes, bool device) {
  Index low = 0, high = n; // the bytes grow with the width
  while (low < high) {
    const Index middle = high - (high - low) / 2;
    if (panelled_lu_bytes(n, m, middle, device) <= bytes)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

#define CURLEW_INSTANTIATE(Space) template class PanelledLu<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

#include <curlew/solvers/dense/divided_lu.hpp>

#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/dense/column_norms.hpp>
#include <curlew/solvers/dense/norm_estimate.hpp>
#include <curlew/solvers/dense/permute_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace curlew {
namespace {

// Exchanges rows of a column, step by step.
template <class Space> struct ExchangeColumnRows {
  DenseMatrix<Space> a;
  Kokkos::View<const Index *, Space> with; // row that each step exchanges with its own
  Index first;                             // row of the first step
  Index column;                            // first column

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset at = column + item;
    const Index steps = static_cast<Index>(with.extent(0));
    for (Index k = 0; k < steps; ++k)
      if (with(k) != first + k) {
        const Kokkos::complex<double> kept = a(first + k, at);
        a(first + k, at) = a(with(k), at);
        a(with(k), at) = kept;
      }
  }
};

template <class Space> auto rows_of(const DenseMatrix<Space> &b, Index first, Index end) {
  return Kokkos::subview(b, Kokkos::make_pair(first, end), Kokkos::ALL);
}

std::vector<BroadcastBlock> panels_of(const BlockColumns &columns) {
  std::vector<BroadcastBlock> panels;
  for (Index block = 0; block < columns.blocks(); ++block)
    panels.push_back({columns.owner(block),
                      2 * std::size_t(columns.size - columns.first(block)) * columns.count(block)});
  return panels;
}

} // namespace

template <class Space>
DividedLu<Space>::DividedLu(const Space &space, const BlockColumns &columns,
                            const Communicator &ranks)
    : space_(space), columns_(columns), ranks_(ranks), panels_(ranks, panels_of(columns)),
      pivots_(columns.size), order_(columns.size) {}

template <class Space> void DividedLu<Space>::factor(const Matrix &own) {
  const Index blocks = columns_.blocks(), own_columns = columns_.own_count(ranks_.rank());
  if (ranks_.any(static_cast<Index>(own.extent(0)) != columns_.size ||
                 static_cast<Index>(own.extent(1)) != own_columns))
    throw Error(ExitCode::internal,
                fmt::format("{} x {} entries are not a rank's {} columns of a matrix of {}",
                            own.extent(0), own.extent(1), own_columns, columns_.size));
  own_ = own;
  std::iota(order_.begin(), order_.end(), 0);
  take_norm();
  if (blocks == 0)
    return;
  if (is_own(0))
    factor_panel(0);
  panels_.start(space_, 0);
  for (Index block = 0; block < blocks; ++block) {
    panels_.finish(space_, block);
    receive_pivots(block);
    const Index next = block + 1;
    Index right = columns_.before(next, ranks_.rank());
    if (next < blocks) {
      if (is_own(next)) {
        update(block, right, right + columns_.count(next));
        factor_panel(next);
        right += columns_.count(next);
      }
      panels_.start(space_, next);
    }
    update(block, right, own_columns);
    exchange_rows(block, 0, columns_.before(block, ranks_.rank()));
  }
  space_.fence();
}

template <class Space> void DividedLu<Space>::take_norm() {
  norm_ = 0;
  bool finite = true;
  for (const double sum : column_norms(space_, own_, Rows::all).sum) {
    finite = finite && std::isfinite(sum);
    norm_ = std::max(norm_, sum);
  }
  if (ranks_.any(!finite))
    throw Error(ExitCode::internal, "a matrix to factor has entries that are not finite numbers, "
                                    "or too large ones");
  norm_ = ranks_.max(norm_);
}

template <class Space>
typename DividedLu<Space>::Matrix DividedLu<Space>::panel(Index block) const {
  return Matrix(reinterpret_cast<Complex *>(panels_.values(block).data()),
                columns_.size - columns_.first(block), columns_.count(block));
}

template <class Space> void DividedLu<Space>::factor_panel(Index block) {
  const Index first = columns_.first(block), count = columns_.count(block);
  const Index at = columns_.before(block, ranks_.rank());
  const Matrix values = Kokkos::subview(own_, Kokkos::make_pair(first, columns_.size),
                                        Kokkos::make_pair(at, at + count));
  const LuPivots<Space> pivots("curlew::solvers::panel_pivots", count);
  singular_ = lu_factor(space_, columns_.size - first, count, values.data(),
                        static_cast<Index>(own_.stride_1()), pivots);
  const auto exchanged = to_vector(pivots);
  for (Index k = 0; k < count; ++k) // a library may leave the steps after a singular one undefined
    pivots_[first + k] =
        singular_ >= 0 && k > singular_ ? first + k : first + static_cast<Index>(exchanged[k]) - 1;
  Kokkos::deep_copy(space_, panel(block), values);
}

template <class Space> void DividedLu<Space>::receive_pivots(Index block) {
  const Index first = columns_.first(block), count = columns_.count(block);
  std::vector<Index> steps;
  if (is_own(block)) {
    steps.assign(pivots_.begin() + first, pivots_.begin() + first + count);
    steps.push_back(singular_);
  }
  steps = from_rank(ranks_, columns_.owner(block), steps);
  const Index singular = steps.back();
  for (Index k = 0; k < count && (singular < 0 || k <= singular); ++k) {
    pivots_[first + k] = steps[k];
    std::swap(order_[first + k], order_[steps[k]]);
  }
  if (singular >= 0)
    throw SingularMatrix(columns_.size, first + singular, order_[first + singular]);
  // Here, because the copy waits for all kernels: those of the block before end first anyway.
  steps.pop_back();
  steps_ = to_view<Space>("curlew::solvers::row_exchanges", steps);
}

template <class Space>
void DividedLu<Space>::exchange_rows(Index block, Index first, Index end) const {
  if (first >= end)
    return;
  Kokkos::parallel_for("curlew::solvers::exchange_rows", RangePolicy<Space>(space_, 0, end - first),
                       ExchangeColumnRows<Space>{own_, steps_, columns_.first(block), first});
}

template <class Space> void DividedLu<Space>::update(Index block, Index first, Index end) const {
  if (first >= end)
    return;
  exchange_rows(block, first, end);
  const Matrix factors = panel(block);
  const Index count = columns_.count(block), below = columns_.end(block);
  const Index ld = static_cast<Index>(own_.stride_1()), height = column_distance(factors);
  Complex *const columns = own_.data() + Offset(first) * ld;
  const DenseProduct::Result upper{columns + columns_.first(block), ld};
  solve_triangle(space_, Triangle::unit_lower, Op::none, count, end - first,
                 {factors.data(), height}, upper);
  if (below < columns_.size)
    multiply(space_, {columns_.size - below,
                      end - first,
                      count,
                      {factors.data() + count, height},
                      upper,
                      {columns + below, ld},
                      1,
                      -1,
                      1});
}

template <class Space>
void DividedLu<Space>::sum_rows(const Matrix &b, Index block, bool only_owner) const {
  const Index first = columns_.first(block), end = columns_.end(block);
  const std::size_t entries = std::size_t(end - first) * b.extent(1);
  if (rows_.extent(0) < entries)
    rows_ = Kokkos::View<Complex *, Space>(
        Kokkos::view_alloc("curlew::solvers::block_rows", Kokkos::WithoutInitializing), entries);
  const Matrix part(rows_.data(), end - first, b.extent(1));
  Kokkos::deep_copy(space_, part, rows_of<Space>(b, first, end));
  const auto host = Kokkos::create_mirror_view(part);
  Kokkos::deep_copy(space_, host, part);
  space_.fence();
  auto *const numbers = reinterpret_cast<double *>(host.data());
  std::vector<double> sums(numbers, numbers + 2 * host.size());
  ranks_.sum(sums);
  if (only_owner && !is_own(block))
    std::fill(sums.begin(), sums.end(), 0.0);
  std::copy(sums.begin(), sums.end(), numbers);
  Kokkos::deep_copy(space_, part, host);
  Kokkos::deep_copy(space_, rows_of<Space>(b, first, end), part);
  space_.fence();
}

template <class Space>
void DividedLu<Space>::solve_diagonal(Triangle triangle, Op op, Index block,
                                      const Matrix &b) const {
  const Index ld = static_cast<Index>(own_.stride_1()), first = columns_.first(block);
  const Offset at = columns_.before(block, ranks_.rank());
  solve_triangle(space_, triangle, op, columns_.count(block), static_cast<Index>(b.extent(1)),
                 {own_.data() + first + at * ld, ld}, {b.data() + first, column_distance(b)});
}

template <class Space>
void DividedLu<Space>::subtract(Index block, Op op, Index row_a, Index end_a,
                                const Matrix &b) const {
  if (row_a >= end_a)
    return;
  const Index ld = static_cast<Index>(own_.stride_1()), first = columns_.first(block);
  const Offset at = columns_.before(block, ranks_.rank());
  const Index rows = end_a - row_a, count = columns_.count(block), height = column_distance(b);
  const bool plain = op == Op::none;
  multiply(space_, {plain ? rows : count,
                    static_cast<Index>(b.extent(1)),
                    plain ? count : rows,
                    {own_.data() + row_a + at * ld, ld, 0, op},
                    {b.data() + (plain ? first : row_a), height},
                    {b.data() + (plain ? row_a : first), height},
                    1,
                    -1,
                    1});
}

// Each rank adds the products of its columns to rows of its own, whose sum over the ranks is the
// right-hand side.
template <class Space> void DividedLu<Space>::solve_lower(const Matrix &b) const {
  for (Index block = 0; block < columns_.blocks(); ++block) {
    sum_rows(b, block, true);
    if (!is_own(block))
      continue;
    solve_diagonal(Triangle::unit_lower, Op::none, block, b);
    subtract(block, Op::none, columns_.end(block), columns_.size, b);
  }
}

template <class Space> void DividedLu<Space>::solve_upper(const Matrix &b) const {
  for (Index block = columns_.blocks() - 1; block >= 0; --block) {
    sum_rows(b, block, true);
    if (!is_own(block))
      continue;
    solve_diagonal(Triangle::upper, Op::none, block, b);
    subtract(block, Op::none, 0, columns_.first(block), b);
  }
}

// A block needs its own columns only, and all of the solution before it.
template <class Space> void DividedLu<Space>::solve_conjugate(const Matrix &b) const {
  const auto share = [&](Index block) {
    if (!is_own(block))
      Kokkos::deep_copy(space_, rows_of<Space>(b, columns_.first(block), columns_.end(block)),
                        Complex(0));
    sum_rows(b, block, false);
  };
  for (Index block = 0; block < columns_.blocks(); ++block) {
    if (is_own(block)) {
      subtract(block, Op::conjugate, 0, columns_.first(block), b);
      solve_diagonal(Triangle::upper, Op::conjugate, block, b);
    }
    share(block);
  }
  for (Index block = columns_.blocks() - 1; block >= 0; --block) {
    if (is_own(block)) {
      subtract(block, Op::conjugate, columns_.end(block), columns_.size, b);
      solve_diagonal(Triangle::unit_lower, Op::conjugate, block, b);
    }
    share(block);
  }
}

template <class Space> void DividedLu<Space>::solve(const Matrix &b, Op op) const {
  if (static_cast<Index>(b.extent(0)) != columns_.size || op == Op::transpose)
    throw Error(ExitCode::internal,
                fmt::format("right-hand sides of {} rows do not belong to a matrix of {}",
                            b.extent(0), columns_.size));
  if (b.extent(1) == 0)
    return;
  if (op == Op::none) {
    permute_rows(space_, b, order_, false);
    if (!ranks_.is_root())
      Kokkos::deep_copy(space_, b, Complex(0));
    solve_lower(b);
    solve_upper(b);
    for (Index block = 0; block < columns_.blocks(); ++block)
      sum_rows(b, block, false);
  } else {
    solve_conjugate(b);
    permute_rows(space_, b, order_, true);
  }
  space_.fence();
}

template <class Space> double DividedLu<Space>::condition() const {
  return norm_ * norm_of_inverse<Complex>(space_, columns_.size,
                                          [this](const Matrix &x, Op op) { solve(x, op); });
}

double divided_lu_bytes(const BlockColumns &columns, Index m, bool device) {
  constexpr double k_entry = sizeof(Kokkos::complex<double>);
  const double n = columns.size, of_panel = k_entry * n * columns.width;
  return k_entry * n * columns.own_count(0) + 2 * of_panel +
         (device ? lu_workspace_limit(of_panel) : 0) + 2 * k_entry * n * m;
}

#define CURLEW_INSTANTIATE(Space) template class DividedLu<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

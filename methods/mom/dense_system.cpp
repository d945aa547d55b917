#include <curlew/methods/mom/dense_system.hpp>

#include <curlew/solvers/dense/dense_lu.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <random>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

constexpr Index k_most_columns = 256; // solved together
constexpr Index k_sampled_rows = 32;

template <class Space> class DenseSystemOn final : public SurfaceSolver {
public:
  DenseSystemOn(const Space &space, const Surface &surface, const Spec &spec, int threads)
      : space_(space), surface_(surface), spec_(spec), fill_(surface, spec.quadrature, threads) {}

  void prepare(const Combination &with) override {
    with_ = with;
    lu_.reset();
    if (matrix_.extent(0) == 0)
      matrix_ =
          DenseMatrix<Space>(Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing),
                             surface_.unknowns(), surface_.unknowns());
    figures_ = {};
    const Stopwatch fill;
    fill_.fill(space_, with, spec_.variant, matrix_);
    figures_.fill_s = fill.seconds();
    const Stopwatch factor;
    lu_.emplace(space_, matrix_);
    figures_.factor_s = factor.seconds();
    figures_.condition = lu_->condition();
  }

  void solve(std::vector<Column> &columns, const Watch &) override {
    const std::vector<Column> given = columns;
    const Stopwatch solve;
    for (std::size_t first = 0; first < columns.size(); first += k_most_columns)
      solve_block(columns, first, std::min<std::size_t>(columns.size(), first + k_most_columns));
    figures_.solve_s += solve.seconds();
    sample_residual(columns, given);
  }

  const SolverFigures &figures() const override { return figures_; }

private:
  void solve_block(std::vector<Column> &columns, std::size_t first, std::size_t last) {
    const std::size_t n = surface_.unknowns();
    const DenseMatrix<Space> block("curlew::mom::columns", n, last - first);
    const auto host = Kokkos::create_mirror_view(block);
    for (std::size_t c = first; c < last; ++c)
      for (std::size_t i = 0; i < n; ++i)
        host(i, c - first) = columns[c][i];
    Kokkos::deep_copy(block, host);
    lu_->solve(block);
    Kokkos::deep_copy(host, block);
    for (std::size_t c = first; c < last; ++c)
      for (std::size_t i = 0; i < n; ++i)
        columns[c][i] = complex(host(i, c - first).real(), host(i, c - first).imag());
  }

  // |b - A x| / |b| over some rows, of the worst column.
  void sample_residual(const std::vector<Column> &x, const std::vector<Column> &b) {
    const std::vector<Index> rows = sampled_rows(surface_.unknowns(), k_sampled_rows);
    const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows.size(), surface_.unknowns());
    fill_.fill_rows(space_, with_, spec_.variant, rows, some);
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), some);
    figures_.sampled_rows = static_cast<int>(rows.size());
    for (std::size_t c = 0; c < x.size(); ++c) {
      double off = 0, given = 0;
      for (const complex &value : b[c])
        given += std::norm(value);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        complex sum = b[c][rows[r]];
        for (Index n = 0; n < surface_.unknowns(); ++n)
          sum -= complex(host(r, n).real(), host(r, n).imag()) * x[c][n];
        off += std::norm(sum);
      }
      if (given > 0)
        figures_.sampled_residual =
            std::max(figures_.sampled_residual,
                     std::sqrt(off / rows.size() / (given / static_cast<double>(b[c].size()))));
    }
  }

  Space space_;
  const Surface &surface_;
  Spec spec_;
  MatrixFill<Space> fill_;
  Combination with_;
  DenseMatrix<Space> matrix_;
  std::optional<DenseLu<Space>> lu_;
  SolverFigures figures_;
};

} // namespace

std::vector<Index> sampled_rows(Index unknowns, Index count) {
  std::vector<Index> rows;
  std::mt19937 random(1);
  std::vector<Index> all(unknowns);
  for (Index n = 0; n < unknowns; ++n)
    all[n] = n;
  std::sample(all.begin(), all.end(), std::back_inserter(rows), count, random);
  return rows;
}

std::unique_ptr<SurfaceSolver> make_dense_system(Backend backend, const Surface &surface,
                                                 const Spec &spec, int threads) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<SurfaceSolver> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<DenseSystemOn<Space>>(space, surface, spec, threads);
  });
}

double dense_bytes(Index unknowns, std::size_t columns, Backend backend) {
  return dense_lu_memory(unknowns,
                         static_cast<Index>(std::min<std::size_t>(columns, k_most_columns)), false,
                         is_device_backend(backend))
             .total() +
         16.0 * k_sampled_rows * unknowns;
}

} // namespace curlew::mom

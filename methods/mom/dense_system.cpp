#include <curlew/methods/mom/dense_system.hpp>

#include <curlew/methods/mom/matrix_source.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
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
      : space_(space), surface_(surface), spec_(spec), threads_(threads) {}

  void prepare(const Combination &with) override {
    with_ = with;
    lu_.reset();
    figures_ = {};
    const Stopwatch fill;
    choose_source();
    const Index n = source_->unknowns();
    if (matrix_.extent(0) == 0)
      matrix_ = DenseMatrix<Space>(
          Kokkos::view_alloc("curlew::mom::matrix", Kokkos::WithoutInitializing), n, n);
    source_->fill(space_, with, matrix_);
    keep_rows();
    figures_.fill_s = fill.seconds();
    const Stopwatch factor;
    lu_.emplace(space_, matrix_);
    figures_.factor_s = factor.seconds();
    figures_.condition = lu_->condition();
  }

  void solve(std::vector<Column> &columns, const Watch &) override {
    const Stopwatch solve;
    source_->transform_rhs(space_, columns);
    const std::vector<Column> given = columns;
    for (std::size_t first = 0; first < columns.size(); first += k_most_columns)
      solve_block(columns, first, std::min<std::size_t>(columns.size(), first + k_most_columns));
    figures_.solve_s += solve.seconds();
    sample_residual(columns, given);
    source_->transform_solution(space_, columns);
  }

  const SolverFigures &figures() const override { return figures_; }

private:
  void choose_source() {
    const bool low = is_low_frequency(spec_, surface_, with_.wavenumber);
    if (!source_ || low != low_)
      source_ = make_matrix_source<Space>(surface_, spec_, with_.wavenumber, threads_);
    low_ = low;
    figures_.low_frequency = low;
  }

  // For the residual: of a matrix whose rows cannot be filled one by one.
  void keep_rows() {
    rows_ = sampled_rows(source_->unknowns(), k_sampled_rows);
    kept_ = {};
    if (source_->can_fill_rows())
      return;
    const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows_.size(), source_->unknowns());
    for (std::size_t r = 0; r < rows_.size(); ++r)
      Kokkos::deep_copy(space_, Kokkos::subview(some, r, Kokkos::ALL),
                        Kokkos::subview(matrix_, rows_[r], Kokkos::ALL));
    kept_ = some;
  }

  DenseMatrix<Space> rows_of_matrix() const {
    if (kept_.extent(0) > 0)
      return kept_;
    const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows_.size(), source_->unknowns());
    source_->fill_rows(space_, with_, rows_, some);
    return some;
  }

  void solve_block(std::vector<Column> &columns, std::size_t first, std::size_t last) {
    const std::size_t n = source_->unknowns();
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
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows_of_matrix());
    figures_.sampled_rows = static_cast<int>(rows_.size());
    for (std::size_t c = 0; c < x.size(); ++c) {
      double off = 0, given = 0;
      for (const complex &value : b[c])
        given += std::norm(value);
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        complex sum = b[c][rows_[r]];
        for (Index n = 0; n < source_->unknowns(); ++n)
          sum -= complex(host(r, n).real(), host(r, n).imag()) * x[c][n];
        off += std::norm(sum);
      }
      if (given > 0)
        figures_.sampled_residual =
            std::max(figures_.sampled_residual,
                     std::sqrt(off / rows_.size() / (given / static_cast<double>(b[c].size()))));
    }
  }

  Space space_;
  const Surface &surface_;
  Spec spec_;
  int threads_;
  std::unique_ptr<MatrixSource<Space>> source_;
  bool low_ = false;
  std::vector<Index> rows_; // of the residual
  DenseMatrix<Space> kept_; // these of the matrix, where they cannot be filled again
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

double dense_bytes(const Surface &surface, const Spec &spec, double wavenumber, std::size_t columns,
                   Backend backend) {
  const Index unknowns = unknowns_of(surface, spec);
  const double n = surface.unknowns(), faces = surface.face_count();
  double extra = 0;
  if (spec.formulation == Formulation::pmchwt)
    extra = 16 * n * n;
  else if (is_low_frequency(spec, surface, wavenumber))
    extra = 16 * faces * (faces + k_most_columns);
  return extra +
         dense_lu_memory(unknowns,
                         static_cast<Index>(std::min<std::size_t>(columns, k_most_columns)), false,
                         is_device_backend(backend))
             .total() +
         16.0 * k_sampled_rows * unknowns;
}

} // namespace curlew::mom

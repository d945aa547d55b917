#include <curlew/solvers/direct/sparse_factor.hpp>

#include <curlew/core/error.hpp>
#include <curlew/solvers/direct/factor_library.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace curlew {
namespace {

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> choose(const FactorOptions &options) {
  const bool automatic = options.library == "auto";
  if (!automatic && options.library != "mumps" && options.library != "curlew")
    throw InputError(fmt::format("no library \"{}\" factors sparse matrices; choose \"auto\", "
                                 "\"mumps\" or \"curlew\"",
                                 options.library));
  if (options.pivots == PivotRule::replaced &&
      (options.symmetry != MatrixSymmetry::symmetric || options.library == "mumps"))
    throw InputError("pivots are replaced in symmetric matrices only, and by \"curlew\"");
  if (options.library == "mumps" ||
      (automatic && has_mumps() && options.pivots == PivotRule::exchanged))
    return make_mumps_factor<Scalar>(options);
  return make_multifrontal_factor<Scalar>(options);
}

// Size below which one thread is used: in the blocks of small matrices the threads of the BLAS wait
// for each other longer than they compute.
constexpr Index k_several_threads_from = 20000;

FactorOptions with_threads(FactorOptions options, Index rows) {
  if (rows < k_several_threads_from)
    options.threads = 1;
  return options;
}

// Returns the sum of squares; complex numbers count as two doubles.
template <class Scalar> double squared_norm(const Scalar *x, Index n) {
  const auto *values = reinterpret_cast<const double *>(x);
  double sum = 0;
  for (std::size_t i = 0; i < n * sizeof(Scalar) / sizeof(double); ++i)
    sum += values[i] * values[i];
  return sum;
}

std::uint64_t pattern_of(const std::vector<Offset> &row_begin, const std::vector<Index> &columns) {
  std::uint64_t hash = 1469598103934665603u; // FNV-1a
  for (const Offset value : row_begin)
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211u;
  for (const Index value : columns)
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211u;
  return hash;
}

} // namespace

template <class Scalar> struct SparseFactor<Scalar>::Parts {
  HostSparse<Scalar> a;
  FactorOptions options;
  std::unique_ptr<FactorLibrary<Scalar>> library;
  std::uint64_t pattern = 0;

  // r := b - A x; returns |r| / |b|.
  double residual(const Scalar *b, const Scalar *x, Scalar *r) const {
    parallel_chunks(a.rows, options.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        Scalar sum = b[row];
        for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
          sum -= a.values[k] * x[a.columns[k]];
        r[row] = sum;
      }
    });
    const double size = squared_norm(b, a.rows);
    return size > 0 ? std::sqrt(squared_norm(r, a.rows) / size) : 0;
  }

  // Refines the solution x of A x = right; returns the residual.
  double refine(const Scalar *right, Scalar *x) const {
    std::vector<Scalar> r(a.rows);
    double found = residual(right, x, r.data());
    std::vector<Scalar> better(a.rows);
    for (int step = 0; step < k_refinements && found > options.tolerance; ++step) {
      library->solve(r.data(), 1);
      for (Index i = 0; i < a.rows; ++i)
        better[i] = x[i] + r[i];
      const double next = residual(right, better.data(), r.data());
      if (!(next < found))
        break;
      std::copy(better.begin(), better.end(), x);
      const bool slow = next > 0.5 * found;
      found = next;
      if (slow)
        break;
    }
    return found;
  }
};

template <class Scalar>
SparseFactor<Scalar>::SparseFactor(HostSparse<Scalar> a, const FactorOptions &options)
    : parts_(std::make_unique<Parts>()) {
  if (a.rows != a.column_count)
    throw InputError(fmt::format("only a square matrix can be factored, this one has {} rows and "
                                 "{} columns",
                                 a.rows, a.column_count));
  parts_->options = with_threads(options, a.rows);
  parts_->library = choose<Scalar>(parts_->options);
  parts_->pattern = pattern_of(a.row_begin, a.columns);
  parts_->a = std::move(a);
  parts_->library->report.unknowns = parts_->a.rows;
  if (parts_->a.rows == 0)
    return;
  Kokkos::Timer timer;
  parts_->library->analyse(parts_->a);
  parts_->library->report.analyse_s = timer.seconds();
  timer.reset();
  parts_->library->factor(parts_->a);
  parts_->library->report.factor_s = timer.seconds();
}

template <class Scalar> SparseFactor<Scalar>::~SparseFactor() = default;
template <class Scalar> SparseFactor<Scalar>::SparseFactor(SparseFactor &&) noexcept = default;
template <class Scalar>
SparseFactor<Scalar> &SparseFactor<Scalar>::operator=(SparseFactor &&) noexcept = default;

template <class Scalar> void SparseFactor<Scalar>::factor(const HostSparse<Scalar> &a) {
  if (a.rows != parts_->a.rows || pattern_of(a.row_begin, a.columns) != parts_->pattern)
    throw Error(ExitCode::internal,
                fmt::format("a factorisation of {} unknowns was analysed for another pattern",
                            parts_->a.rows));
  parts_->a.values = a.values;
  if (a.rows == 0)
    return;
  const Kokkos::Timer timer;
  parts_->library->factor(parts_->a);
  parts_->library->report.factor_s = timer.seconds();
}

template <class Scalar> double SparseFactor<Scalar>::solve(Scalar *b, int count) const {
  if (rows() == 0)
    return 0;
  const std::vector<Scalar> right(b, b + static_cast<Offset>(count) * rows());
  parts_->library->solve(b, count);
  double worst = 0;
  for (int j = 0; j < count; ++j) {
    const Offset begin = static_cast<Offset>(j) * rows();
    const double residual = parts_->refine(right.data() + begin, b + begin);
    worst = std::isfinite(residual) ? std::max(worst, residual) : residual;
    if (!(residual <= parts_->options.worst_residual))
      throw NotConverged(fmt::format(
          "the factors ({}) of a matrix of {} unknowns leave a residual of {:.2g} after "
          "refinement, {:.2g} is allowed: the matrix is singular or nearly so",
          report().library, rows(), residual, parts_->options.worst_residual));
  }
  return worst;
}

template <class Scalar> void SparseFactor<Scalar>::solve_unchecked(Scalar *b, int count) const {
  if (rows() > 0)
    parts_->library->solve(b, count);
}

template <class Scalar> const FactorReport &SparseFactor<Scalar>::report() const {
  return parts_->library->report;
}
template <class Scalar> Index SparseFactor<Scalar>::rows() const {
  return parts_->a.rows;
}

template class SparseFactor<double>;
template class SparseFactor<Kokkos::complex<double>>;

} // namespace curlew

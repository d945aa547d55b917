#include <curlew/methods/mom/aim/aim_system.hpp>

#include <curlew/methods/mom/aim/aim_product.hpp>
#include <curlew/methods/mom/aim/row_inverse.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>
#include <curlew/solvers/krylov/compress_columns.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/recycling_gcr.hpp>
#include <curlew/solvers/krylov/short_recurrences.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

constexpr int k_least_restart = 50, k_most_restart = 200; // vectors of gmres
constexpr double k_restart_bytes = 2.5e8;                 // which they may take, between these
constexpr Index k_least_directions = 50;                  // of gcr
constexpr double k_direction_bytes = 2e9; // which gcr may take, if not more for the former
constexpr Index k_residual_rows = 200, k_rows_at_a_time = 20;

AimKrylov chosen(AimKrylov krylov, std::size_t columns) {
  if (krylov != AimKrylov::automatic)
    return krylov;
  return columns > 1 ? AimKrylov::gcr : AimKrylov::gmres;
}

// Sparse inverses fail where edges differ by more than 200 times; long before clusters are better.
bool is_graded(const Surface &surface) {
  constexpr double k_graded = 20;
  const auto [shortest, longest] = std::minmax_element(
      surface.basis.begin(), surface.basis.end(),
      [](const BasisFunction &a, const BasisFunction &b) { return a.length_m < b.length_m; });
  return longest->length_m > k_graded * shortest->length_m;
}

// The magnetic equation conditions well by itself.
AimPreconditioner chosen(const AimSpecification &aim, const Spec &spec, AimKrylov krylov,
                         const Surface &surface, double wavenumber) {
  if (aim.preconditioner != AimPreconditioner::automatic)
    return aim.preconditioner;
  if (krylov == AimKrylov::cocr)
    return AimPreconditioner::none;
  if (spec.formulation != Formulation::efie)
    return AimPreconditioner::diagonal;
  return is_graded(surface) || wavenumber * mean_edge_m(surface) < k_least_scaled_phase
             ? AimPreconditioner::ras
             : AimPreconditioner::sai;
}

int gmres_restart(Index unknowns, int max_iterations) {
  const double fit = k_restart_bytes / (sizeof(Complex) * static_cast<double>(unknowns));
  return std::min(max_iterations,
                  static_cast<int>(std::clamp<double>(fit, k_least_restart, k_most_restart)));
}

Index direction_capacity(Index unknowns, int max_iterations) {
  const double fit = k_direction_bytes / (2 * sizeof(Complex) * unknowns);
  return static_cast<Index>(
      std::min<double>(max_iterations, std::max<double>(k_least_directions, fit)));
}

void require_scalable(const Surface &surface, double wavenumber, AimPreconditioner type) {
  const double phase = wavenumber * mean_edge_m(surface);
  if (type == AimPreconditioner::diagonal && phase < k_least_scaled_phase)
    throw InputError(fmt::format("\"diagonal\" scaling converges to wrong currents where edges are "
                                 "far below the wavelength: "
                                 "the wavenumber times the mean edge is {:.2g} at {:.4g} 1/m, and "
                                 "must be {:g} or more. Take "
                                 "\"preconditioner\": \"ras\", or \"method\": \"lu\"",
                                 phase, wavenumber, k_least_scaled_phase));
}

template <class Space, class Real> class AimSystemOn final : public SurfaceSolver {
  using MV = DistributedVector<Space, Complex>;
  using Vector = Kokkos::View<Complex *, Space>;
  using Operator = LinearOperator<Space, Complex>;

public:
  AimSystemOn(const Space &space, const Surface &surface, const Spec &spec,
              const AimSpecification &aim, int threads)
      : space_(space), surface_(surface), spec_(spec), aim_(aim), threads_(threads) {}

  void prepare(const Combination &with) override {
    with_ = with;
    figures_ = {};
    product_.reset();
    near_.reset();
    inverse_.reset();
    const Kokkos::Timer timer;
    grid_ = make_aim_grid(surface_, aim_.choice, with.wavenumber, is_device<Space>);
    krylov_ = AimKrylov::automatic; // known with the columns
    near_.emplace(space_, surface_,
                  make_near_pattern(surface_, NearFinder(surface_, grid_.near_m), threads_));
    near_->fill_exact(space_, spec_.quadrature, with);
    figures_.fill_s = timer.seconds();
    make_preconditioner();
    const Kokkos::Timer rest;
    const auto points = make_aim_points<Space>(surface_, grid_, threads_);
    near_->subtract_grid(space_, grid_, points, with);
    product_.emplace(space_, surface_, grid_, points, *near_, with);
    figures_.fill_s += rest.seconds();
    figures_.near_entries_per_row = static_cast<double>(near_->entries()) / surface_.unknowns();
    figures_.spacing_m = grid_.spacing_m;
    figures_.order = grid_.stencil.order();
    figures_.grid = grid_.extent;
  }

  void solve(std::vector<Column> &columns, const Watch &watch) override {
    const std::vector<Column> given = columns;
    figures_.reports.assign(columns.size(), {});
    figures_.products = 0;
    krylov_ = chosen(aim_.krylov, columns.size());
    figures_.solver = to_string(krylov_);
    if (type_ != AimPreconditioner::none)
      figures_.solver += " + " + to_string(type_);
    const Kokkos::Timer timer;
    const auto finish = [&] {
      figures_.solve_s = timer.seconds();
      figures_.product_s = figures_.products > 0 ? product_s_ / figures_.products : 0;
    };
    product_s_ = 0;
    try {
      if (krylov_ == AimKrylov::gcr)
        solve_recycling(columns, watch);
      else
        for (std::size_t c = 0; c < columns.size(); ++c)
          solve_one(columns[c], figures_.reports[c], watch);
    } catch (const NotConverged &) {
      finish();
      throw;
    }
    finish();
    sample_residual(columns, given);
  }

  const SolverFigures &figures() const override { return figures_; }

private:
  void make_preconditioner() {
    const Kokkos::Timer timer;
    type_ = chosen(aim_, spec_, aim_.krylov, surface_, with_.wavenumber);
    require_scalable(surface_, with_.wavenumber, type_);
    if (type_ != AimPreconditioner::none)
      inverse_ = make_row_inverse<Space, Real>(space_, surface_, near_->rows(), type_, threads_);
    figures_.factor_s = timer.seconds();
  }

  Operator matrix() {
    return Operator([this](const Space &space, const Vector &x, const Vector &y) {
      const Kokkos::Timer timer;
      product_->apply(space, x, y);
      product_s_ += timer.seconds();
      ++figures_.products;
    });
  }
  std::optional<Operator> preconditioner() {
    if (!inverse_)
      return std::nullopt;
    return Operator([this](const Space &space, const Vector &x, const Vector &y) {
      inverse_->apply(space, x, y);
    });
  }

  MV vector() const { return MV(space_, Communicator(), surface_.unknowns(), 0); }
  MV to_space(const Column &values) const {
    const MV result = vector();
    std::vector<Complex> numbers(values.size());
    std::copy_n(reinterpret_cast<const Complex *>(values.data()), values.size(), numbers.begin());
    copy_to_view(space_, numbers, result.column(0));
    return result;
  }
  Column to_host(const MV &values) const {
    const auto numbers = to_vector(space_, values.column(0));
    Column result(numbers.size());
    std::copy_n(reinterpret_cast<const complex *>(numbers.data()), numbers.size(), result.begin());
    return result;
  }

  void solve_one(Column &column, SolveReport &report, const Watch &watch) {
    const MV b = to_space(column), x = vector();
    const SolveOptions options{aim_.tolerance, aim_.max_iterations, watch};
    if (krylov_ == AimKrylov::cocr) {
      solve_cocr(matrix(), b, x, options, report);
    } else {
      // A M y = b with x = M y: M is the same in every iteration, and one basis is enough.
      const MV preconditioned = vector();
      const Operator a = matrix();
      const Operator both([&](const Space &space, const Vector &y, const Vector &z) {
        const Vector m = preconditioned.column(0);
        inverse_->apply(space, y, m);
        a.apply(space, m, z);
      });
      solve_fgmres(inverse_ ? both : a, b, x, options,
                   gmres_restart(surface_.unknowns(), aim_.max_iterations), report);
      if (inverse_) {
        inverse_->apply(space_, x.column(0), preconditioned.column(0));
        column = to_host(preconditioned);
        return;
      }
    }
    column = to_host(x);
  }

  // Singular vectors of all columns, each to half the accuracy asked for; directions and images of
  // all of them serve the next. Columns of one length: waves and gaps have other units.
  void solve_recycling(std::vector<Column> &columns, const Watch &watch) {
    std::vector<double> lengths;
    for (Column &column : columns) {
      double sum = 0;
      for (const complex &value : column)
        sum += std::norm(value);
      lengths.push_back(std::sqrt(sum));
      for (complex &value : column)
        value *= sum > 0 ? 1 / lengths.back() : 0;
    }
    const double accuracy = 0.5 * aim_.tolerance;
    const CompressedColumns few = compress_columns(columns, accuracy);
    RecyclingGcr<Space, Complex> gcr(matrix(), vector(),
                                     direction_capacity(surface_.unknowns(), aim_.max_iterations),
                                     preconditioner());
    for (Column &column : columns)
      std::fill(column.begin(), column.end(), complex(0));
    SolveReport &report = figures_.reports[0];
    for (std::size_t k = 0; k < few.basis.size(); ++k) {
      const double tolerance = accuracy / few.singular[k];
      if (tolerance >= 1)
        continue;
      const MV b = to_space(few.basis[k]), x = vector();
      const Stopping stopping{few.singular[k], tolerance, aim_.max_iterations, &watch};
      const std::string trouble = gcr.advance(b.column(0), x.column(0), stopping, report);
      if (!trouble.empty())
        throw NotConverged(fmt::format(
            "gcr on {} equations did not reach a relative residual of {:.3g} for {} right-hand "
            "sides in {} iterations ({} allowed), it is {:.3g}: {}",
            surface_.unknowns(), tolerance, columns.size(), report.iterations, aim_.max_iterations,
            report.residual, trouble));
      const Column part = to_host(x);
      for (std::size_t c = 0; c < columns.size(); ++c)
        for (std::size_t i = 0; i < part.size(); ++i)
          columns[c][i] += lengths[c] * few.combination[c][k] * part[i];
    }
    for (SolveReport &one : figures_.reports) // of all together
      one.iterations = report.iterations;
  }

  // |b - A x| / |b| over some rows, of the worst column.
  void sample_residual(const std::vector<Column> &x, const std::vector<Column> &b) {
    const std::vector<Index> all = sampled_rows(surface_.unknowns(), k_residual_rows);
    const MatrixFill<Space> fill(surface_, spec_.quadrature, threads_);
    std::vector<double> off(x.size(), 0.0);
    for (std::size_t first = 0; first < all.size(); first += k_rows_at_a_time) {
      const std::vector<Index> rows(all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                      all.size(), first + k_rows_at_a_time)));
      const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows.size(), surface_.unknowns());
      fill.fill_rows(space_, with_, spec_.variant, rows, some);
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), some);
      for (std::size_t c = 0; c < x.size(); ++c) {
        std::vector<complex> sums(rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r)
          sums[r] = b[c][rows[r]];
        for (Index n = 0; n < surface_.unknowns(); ++n)
          for (std::size_t r = 0; r < rows.size(); ++r)
            sums[r] -= complex(host(r, n).real(), host(r, n).imag()) * x[c][n];
        for (const complex &sum : sums)
          off[c] += std::norm(sum);
      }
    }
    figures_.sampled_rows = static_cast<int>(all.size());
    for (std::size_t c = 0; c < x.size(); ++c) {
      double given = 0;
      for (const complex &value : b[c])
        given += std::norm(value);
      if (given == 0)
        continue;
      const double residual = std::sqrt(off[c] / static_cast<double>(all.size()) /
                                        (given / static_cast<double>(b[c].size())));
      figures_.sampled_residual = std::max(figures_.sampled_residual, residual);
      if (krylov_ == AimKrylov::gcr)
        figures_.reports[c].residual = residual;
    }
  }

  Space space_;
  const Surface &surface_;
  Spec spec_;
  AimSpecification aim_;
  int threads_;
  Combination with_;
  AimGrid grid_;
  AimKrylov krylov_ = AimKrylov::automatic;
  AimPreconditioner type_ = AimPreconditioner::none;
  std::optional<NearMatrix<Space, Real>> near_;
  std::optional<AimProduct<Space, Real>> product_;
  std::optional<RowInverse<Space>> inverse_;
  double product_s_ = 0;
  SolverFigures figures_;
};

} // namespace

std::string to_string(AimKrylov krylov) {
  switch (krylov) {
  case AimKrylov::gmres:
    return "gmres";
  case AimKrylov::cocr:
    return "cocr";
  case AimKrylov::gcr:
    return "gcr";
  default:
    return "auto";
  }
}

std::string to_string(AimPreconditioner preconditioner) {
  switch (preconditioner) {
  case AimPreconditioner::none:
    return "none";
  case AimPreconditioner::diagonal:
    return "diagonal";
  case AimPreconditioner::sai:
    return "sai";
  case AimPreconditioner::ras:
    return "ras";
  case AimPreconditioner::block:
    return "block";
  default:
    return "auto";
  }
}

std::unique_ptr<SurfaceSolver> make_aim_system(Backend backend, const Surface &surface,
                                               const Spec &spec, const AimSpecification &aim,
                                               int threads) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<SurfaceSolver> {
    using Space = std::decay_t<decltype(space)>;
    if (aim.choice.is_single)
      return std::make_unique<AimSystemOn<Space, float>>(space, surface, spec, aim, threads);
    return std::make_unique<AimSystemOn<Space, double>>(space, surface, spec, aim, threads);
  });
}

AimForecast forecast_aim(Backend backend, const Surface &surface, const Spec &spec,
                         const AimSpecification &aim, double wavenumber, std::size_t columns) {
  constexpr double k_iterations = 40; // of a right-hand side, in the mean
  // Measured on one core: seconds for an entry of the near part, a number of the padded grid in a
  // convolution, an entry in a product.
  constexpr double k_entry_s = 6e-7, k_number_s = 3e-8, k_multiply_s = 1.5e-9;
  constexpr double k_further_columns = 0.2; // products that a column more takes, with recycling
  const bool on_device = is_device_backend(backend);
  AimForecast f;
  f.grid = make_aim_grid(surface, aim.choice, wavenumber, on_device);
  f.near_entries_per_row = near_entries_per_row(surface, NearFinder(surface, f.grid.near_m));
  f.krylov = chosen(aim.krylov, columns);
  f.preconditioner = chosen(aim, spec, f.krylov, surface, wavenumber);
  const double n = surface.unknowns(), entries = f.near_entries_per_row * n;
  const double bytes_of_entry = (aim.choice.is_single ? 8 : 16) + sizeof(Index);
  f.near_bytes = entries * bytes_of_entry;
  f.preconditioner_bytes = row_inverse_bytes(surface.unknowns(), f.preconditioner);
  double padded = 1;
  for (int d = 0; d < 3; ++d) {
    f.padded[d] = fast_fft_length(2 * f.grid.extent[d] - 1);
    padded *= f.padded[d];
  }
  with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    f.grid_bytes = aim.choice.is_single
                       ? AimProduct<Space, float>::bytes(surface.face_count(), f.grid)
                       : AimProduct<Space, double>::bytes(surface.face_count(), f.grid);
  });
  const double expected = k_iterations * (1 + k_further_columns * static_cast<double>(columns - 1));
  double vectors = 5 + static_cast<double>(columns); // of cocr; solutions
  if (f.krylov == AimKrylov::gmres)
    vectors += gmres_restart(surface.unknowns(), aim.max_iterations);
  else if (f.krylov == AimKrylov::gcr)
    vectors +=
        2 * std::min<double>(expected, direction_capacity(surface.unknowns(), aim.max_iterations));
  f.krylov_bytes = sizeof(Complex) * n * vectors;
  f.seconds = entries * k_entry_s + expected * (4 * padded * k_number_s + entries * k_multiply_s);
  return f;
}

} // namespace curlew::mom

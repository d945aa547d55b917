#include <curlew/methods/mom/aim/aim_system.hpp>

#include <curlew/methods/mom/aim/aim_choices.hpp>
#include <curlew/methods/mom/aim/aim_matrix.hpp>
#include <curlew/methods/mom/aim/sampled_products.hpp>
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

// Share of the residual asked for that the compression of many right-hand sides may take.
constexpr double k_share_of_compression = 0.3;

void require_scalable(const Surface &surface, double wavenumber, AimPreconditioner type) {
  const double phase = wavenumber * mean_edge_m(surface);
  if (type == AimPreconditioner::jacobi && phase < k_least_scaled_phase)
    throw InputError(fmt::format("\"jacobi\" scaling converges to wrong currents where edges are "
                                 "far below the wavelength: "
                                 "the wavenumber times the mean edge is {:.2g} at {:.4g} 1/m, and "
                                 "must be {:g} or more. Take \"preconditioner\": \"ras\", or "
                                 "\"method\": \"lu\"",
                                 phase, wavenumber, k_least_scaled_phase));
}

std::optional<Surface> with_planes(const Surface &surface) {
  return surface.planes.empty() ? std::nullopt : std::optional(with_images(surface));
}

template <class Space, class Real> class AimSystemOn final : public SurfaceSolver {
  using MV = DistributedVector<Space, Complex>;
  using Vector = Kokkos::View<Complex *, Space>;
  using Operator = LinearOperator<Space, Complex>;

public:
  AimSystemOn(const Space &space, const Surface &surface, const Spec &spec,
              const AimSpecification &aim, int threads)
      : space_(space), surface_(surface), copies_(with_planes(surface)),
        images_(copies_ ? *copies_ : surface), spec_(spec), aim_(aim), threads_(threads) {}

  void prepare(const Combination &with) override {
    const Kokkos::Timer timer;
    figures_ = {};
    matrix_.reset();
    const AimGrid grid = make_aim_grid(images_, aim_.choice, with.wavenumber, is_device<Space>);
    type_ = chosen_preconditioner(aim_, spec_, aim_.krylov, surface_, with.wavenumber);
    require_scalable(surface_, with.wavenumber, type_);
    figures_.low_frequency = is_low_frequency_of_aim(spec_, surface_, with.wavenumber);
    const AimParts parts{surface_, images_, spec_, aim_, type_, threads_};
    matrix_ = figures_.low_frequency
                  ? make_low_frequency_aim<Space, Real>(space_, parts, grid, with)
                  : make_plain_matrix<Space, Real>(space_, parts, grid, with);
    figures_.factor_s = matrix_->factor_s;
    figures_.fill_s = timer.seconds() - figures_.factor_s;
    figures_.near_entries_per_row = matrix_->near_entries_per_row;
    figures_.spacing_m = grid.spacing_m;
    figures_.order = grid.stencil.order();
    figures_.grid = grid.extent;
  }

  void solve(std::vector<Column> &columns, const Watch &watch) override {
    for (Column &column : columns)
      matrix_->transform_rhs(space_, column);
    const std::vector<Column> given = columns;
    figures_.reports.assign(columns.size(), {});
    figures_.products = 0;
    krylov_ = chosen_krylov(aim_, columns.size());
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
    take_residuals(matrix_->sampled_residuals(space_, columns, given));
    for (Column &column : columns)
      matrix_->transform_solution(space_, column);
  }

  const SolverFigures &figures() const override { return figures_; }

private:
  Operator matrix() {
    return Operator([this](const Space &space, const Vector &x, const Vector &y) {
      const Kokkos::Timer timer;
      matrix_->apply(space, x, y);
      product_s_ += timer.seconds();
      ++figures_.products;
    });
  }
  std::optional<Operator> preconditioner() {
    if (type_ == AimPreconditioner::none)
      return std::nullopt;
    return Operator([this](const Space &space, const Vector &x, const Vector &y) {
      matrix_->precondition(space, x, y);
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
      solve_cocr(matrix(), b, x, options.with_advice(". Try gmres"), report);
    } else {
      // Solves A M y = b with x = M y. M is the same in every iteration, so one basis is enough.
      const MV preconditioned = vector();
      const Operator a = matrix();
      const Operator both([&](const Space &space, const Vector &y, const Vector &z) {
        const Vector m = preconditioned.column(0);
        matrix_->precondition(space, y, m);
        a.apply(space, m, z);
      });
      const bool preconditions = type_ != AimPreconditioner::none;
      solve_fgmres(preconditions ? both : a, b, x, options,
                   gmres_restart(surface_.unknowns(), spec_.formulation, aim_.max_iterations),
                   report);
      if (preconditions) {
        matrix_->precondition(space_, x.column(0), preconditioned.column(0));
        column = to_host(preconditioned);
        return;
      }
    }
    column = to_host(x);
  }

  // Solves for the singular vectors of all columns, scaled to one length: waves and gaps have other
  // units.
  void solve_recycling(std::vector<Column> &columns, const Watch &watch) {
    std::vector<double> lengths;
    for (Column &column : columns) {
      lengths.push_back(norm_of(column));
      for (complex &value : column)
        value *= lengths.back() > 0 ? 1 / lengths.back() : 0;
    }
    CompressedColumns few = compress_columns(columns, k_share_of_compression * aim_.tolerance);
    for (Column &column : columns)
      std::fill(column.begin(), column.end(), complex(0));
    SolveReport &report = figures_.reports[0];
    const std::vector<Column> x = solve_compressed(few, watch, report);
    for (std::size_t k = 0; k < x.size(); ++k)
      for (std::size_t c = 0; c < columns.size(); ++c)
        for (std::size_t i = 0; i < x[k].size(); ++i)
          columns[c][i] += lengths[c] * few.combination[c][k] * x[k][i];
    for (SolveReport &one : figures_.reports) // the iterations are those of all columns together
      one.iterations = report.iterations;
  }

  // Returns the solutions of the basis, and replaces the basis by their residuals. They are so
  // exact that every combination of them is good enough. A column takes little of each singular
  // vector. The residuals of all columns are therefore checked, and the solve is repeated with a
  // smaller threshold where one is too large.
  std::vector<Column> solve_compressed(CompressedColumns &few, const Watch &watch,
                                       SolveReport &report) {
    constexpr int k_rounds = 8;
    const double goal = (1 - k_share_of_compression) * aim_.tolerance;
    const std::size_t count = few.basis.size();
    RecyclingGcr<Space, Complex> gcr(
        matrix(), vector(),
        direction_capacity(surface_.unknowns(), aim_.max_iterations, static_cast<Index>(count)),
        preconditioner());
    std::vector<MV> x;
    for (std::size_t k = 0; k < count; ++k)
      x.push_back(vector());
    double most = 0;
    for (const Column &combination : few.combination)
      most = std::max(most, norm_of(combination));
    double threshold = most > 0 ? goal / most : 1;
    for (int round = 0;; ++round) {
      for (std::size_t k = 0; k < count; ++k)
        advance(gcr, few, k, threshold, x[k], watch, report);
      const double worst = largest_combination(few.basis, few.combination);
      if (worst <= goal)
        break;
      if (round == k_rounds)
        throw NotConverged(fmt::format("gcr on {} equations did not bring {} right-hand sides "
                                       "below a relative residual of {:.3g}, it is {:.3g}",
                                       surface_.unknowns(), few.combination.size(), goal, worst));
      threshold *= 0.9 * goal / worst;
    }
    std::vector<Column> solutions;
    for (const MV &one : x)
      solutions.push_back(to_host(one));
    return solutions;
  }

  void advance(RecyclingGcr<Space, Complex> &gcr, CompressedColumns &few, std::size_t k,
               double threshold, const MV &x, const Watch &watch, SolveReport &report) {
    if (norm_of(few.basis[k]) <= threshold)
      return;
    const double tolerance = threshold / few.singular[k];
    const Stopping stopping{few.singular[k], tolerance, report.iterations + aim_.max_iterations,
                            &watch};
    const std::string trouble =
        gcr.advance(to_space(few.basis[k]).column(0), x.column(0), stopping, report);
    if (!trouble.empty())
      throw NotConverged(
          fmt::format("gcr on {} equations did not reach a relative residual of {:.3g} for {} "
                      "right-hand sides in {} iterations ({} allowed for each singular vector), it "
                      "is {:.3g}: {}",
                      surface_.unknowns(), tolerance, few.combination.size(), report.iterations,
                      aim_.max_iterations, report.residual, trouble));
    few.basis[k] = to_host(gcr.residual());
  }

  void take_residuals(const std::vector<double> &residuals) {
    figures_.sampled_rows = std::min(surface_.unknowns(), k_residual_rows);
    for (std::size_t c = 0; c < residuals.size(); ++c) {
      figures_.sampled_residual = std::max(figures_.sampled_residual, residuals[c]);
      if (krylov_ == AimKrylov::gcr)
        figures_.reports[c].residual = residuals[c];
    }
  }

  Space space_;
  const Surface &surface_;
  const std::optional<Surface> copies_;
  const Surface &images_; // the surface with its images in planes of symmetry
  Spec spec_;
  AimSpecification aim_;
  int threads_;
  AimKrylov krylov_ = AimKrylov::automatic;
  AimPreconditioner type_ = AimPreconditioner::none;
  std::unique_ptr<AimMatrix<Space>> matrix_;
  double product_s_ = 0;
  SolverFigures figures_;
};

} // namespace

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

} // namespace curlew::mom

#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/background/coupled_apply.hpp>
#include <curlew/methods/fdfd/background/defect_kernels.hpp>
#include <curlew/methods/fdfd/background/grid_kernels.hpp>
#include <curlew/methods/fdfd/ranks/slab_stepper.hpp>
#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

#include <fmt/format.h>

#include <cmath>
#include <random>

namespace curlew::fdfd {
namespace {

using Form = BackgroundOptions::Form;

// Sums |f - A x|^2.
struct ResidualNormSink {
  static constexpr int k_sums = 1, k_weighted = 0;
  const Complex *f;
  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Complex &, const Complex &,
                                         const Complex &product, Sums &sums) const {
    sums[0] += squared(f[e] - product);
  }
};

// r := f - A x
struct CorrectionSink {
  static constexpr int k_sums = 0, k_weighted = 0;
  const Complex *f;
  Complex *r;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &,
                                         const Number &product, Sums &) const {
    put(r, e, get(f, e) - product);
  }
};

template <class Space> struct Add {
  Vector<Space> to, what;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const { to(e) += what(e); }
};

void require_background(const Problem &problem) {
  if (const std::string reason = why_no_background(problem); !reason.empty())
    throw InputError("the preconditioner \"background\" does not apply here: " + reason);
}

bool is_layered(const BackgroundChoice &choice) {
  return choice.form == Form::layered || choice.form == Form::rows;
}

// Returns the layers of A0, whose inverse a choice uses.
Layers background_of(const Problem &problem, const BackgroundChoice &choice) {
  return is_layered(choice) ? problem.layers : uniform_layers(choice.eps_b);
}

// Returns the grid without conductors and mu, with any eps in their place.
Problem without_rows(const Problem &problem) {
  Problem bare = problem;
  bare.has_conductors = false;
  bare.mu_id = {};
  bare.mu = {};
  if (bare.eps.size() == 1)
    bare.eps.push_back(1);
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i)
          if (auto &id = bare.eps_id[c][problem.entry(i, j, k)];
              id == 0 && !problem.is_boundary_fixed(c, {i, j, k}))
            id = 1;
  return bare;
}

BackgroundChoice checked_choice(const Problem &problem, const BackgroundOptions &options) {
  require_background(problem);
  return choose_background(problem, options);
}

// Returns the parts of A on one rank.
template <class Space>
BackgroundParts<Space, Stepper<Space>>
parts_of(const Space &space, const Problem &problem, const System<Space> &system,
         const ApplyFunction<Space> &apply, const BackgroundChoice &choice) {
  const Stepper<Space> stepper(space, system, apply_of(problem, system, apply, choice));
  BackgroundParts<Space, Stepper<Space>> parts{stepper, stepper, {}};
  if (choice.form == Form::shifted)
    parts.bare = Stepper<Space>(space, system);
  if (choice.form == Form::rows)
    parts.bare = Stepper<Space>(space, make_system<Space>(without_rows(problem)));
  if (const auto rows = couplings_of<Space>(problem, choice); !rows.empty())
    parts.couple = [rows](const Space &on, double factor, const Vector<Space> &from,
                          const Vector<Space> &to) { rows.add(on, factor, from, to); };
  return parts;
}

} // namespace

template <class Space, class Of>
BackgroundSolver<Space, Of>::BackgroundSolver(const Space &space, const Problem &problem,
                                              const System<Space> &system,
                                              const BackgroundOptions &options,
                                              const ApplyFunction<Space> &apply)
    : BackgroundSolver(space, problem, system, apply, checked_choice(problem, options)) {}

template <class Space, class Of>
BackgroundSolver<Space, Of>::BackgroundSolver(const Space &space, const Problem &problem,
                                              const System<Space> &system,
                                              const ApplyFunction<Space> &apply,
                                              const BackgroundChoice &choice)
    : BackgroundSolver(space, problem, system, parts_of(space, problem, system, apply, choice),
                       choice, {}) {}

template <class Space, class Of>
BackgroundSolver<Space, Of>::BackgroundSolver(const Space &space, const Problem &problem,
                                              const System<Space> &system,
                                              BackgroundParts<Space, Of> parts,
                                              const BackgroundChoice &choice,
                                              const DividedGrid<Space> &grid)
    : system_(system), divided_(grid), choice_(choice),
      k2_eps_b_(problem, background_of(problem, choice)), parts_(std::move(parts)),
      totals_("curlew::fdfd::totals", 2) {
  const Kokkos::Timer timer;
  const Problem &whole = grid.whole_of(problem);
  require_background(whole);
  if (choice_.form == Form::shifted) {
    shifted_ = std::make_unique<ShiftedCocr<Space, Of>>(space, problem, choice_.eps_b,
                                                        parts_.stepper, grid);
  } else if (is_layered(choice_) && !choice_.has_scatterers) {
    const Box all = whole_grid(whole);
    alone_ = std::make_unique<LayeredBackground<Space>>(space, whole, whole.layers, all, all,
                                                        LayeredBackground<Space>::Waves::automatic,
                                                        grid.shares);
  } else if (choice_.form == Form::rows) {
    rows_ = std::make_unique<RowSolver<Space>>(space, problem, system, find_different_rows(problem),
                                               choice_.basis);
  } else {
    if (choice_.form == Form::layered)
      support_ = std::make_unique<Support<Space>>(space, problem, system, grid);
    else
      support_ = std::make_unique<Support<Space>>(space, problem, system, choice_.eps_b,
                                                  choice_.eps_m, grid);
    if (choice_.basis > 0)
      support_gcr_ = std::make_unique<SupportGcr<Space>>(space, *support_, choice_.basis);
    else
      support_cocr_ = std::make_unique<SupportCocr<Space>>(*support_);
    support_r_ = Vector<Space>("curlew::fdfd::support_r", support_->size());
    support_y_ = Vector<Space>("curlew::fdfd::support_y", support_->size());
  }
  defect_ = measure_defect(space, problem);
  setup_s_ = timer.seconds();
}

template <class Space, class Of>
const BackgroundInverse<Space> &BackgroundSolver<Space, Of>::background() const {
  if (alone_)
    return *alone_;
  if (rows_)
    return rows_->background();
  if (support_)
    return support_->background();
  return shifted_->background();
}

template <class Space, class Of>
double BackgroundSolver<Space, Of>::bytes(const Problem &problem, const BackgroundChoice &choice,
                                          Index basis, const Share &share) {
  const Box grid = whole_grid(problem);
  if (choice.form == Form::shifted)
    return ShiftedCocr<Space, Of>::bytes(problem, share);
  if (is_layered(choice) && !choice.has_scatterers)
    return LayeredBackground<Space>::bytes(problem, grid, grid, share);
  if (choice.form == Form::rows)
    return RowSolver<Space>::bytes(problem, find_different_rows(problem), basis);
  const Box box = support_box(problem, background_of(problem, choice));
  const Offset most = 3 * share.of(box).entries(); // support's unknowns at most
  const bool with_inverse = choice.eps_m != complex(0);
  return (is_layered(choice) ? Support<Space>::layered_bytes(problem, box, most, share)
                             : Support<Space>::bytes(problem, box, most, with_inverse, share)) +
         (basis > 0 ? SupportGcr<Space>::bytes(most, basis)
                    : SupportCocr<Space>::vectors(with_inverse) * most * double(sizeof(Complex))) +
         2.0 * most * sizeof(Complex);
}

// Measures the defect with a source on a line off the middle, which excites every mode, and its
// response near it.
template <class Space, class Of>
double BackgroundSolver<Space, Of>::measure_defect(const Space &space, const Problem &problem) {
  const System<Space> bare = rows_ ? make_system<Space>(without_rows(problem)) : system_;
  const Problem &whole = divided_.whole_of(problem);
  const Index nx = system_.count[0], ny = system_.count[1], nz = whole.count(2);
  const Index j = ny / 3, k = nz / 3;
  SampledPlanes planes = sampled_planes(nz, k);
  const Box line{{0, j, k}, {nx, 1, 1}}, near_line{{0, 0, planes.first}, {nx, ny, planes.count}};
  const Box own_line = divided_.shares.in_slab(line), own_near = divided_.shares.in_slab(near_line);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Complex> values(3 * nx);
  for (Complex &value : values)
    value = Complex(any(random), any(random));
  const Vector<Space> g = to_view<Space>("curlew::fdfd::random", values);
  const Vector<Space> near(Kokkos::view_alloc("curlew::fdfd::near", Kokkos::WithoutInitializing),
                           3 * own_near.entries());
  background().apply(space, line, g, near_line, near);
  const Vector<Space> &x = background().scratch();
  Kokkos::deep_copy(space, x, Complex(0));
  Kokkos::parallel_for("curlew::fdfd::embed", RangePolicy<Space>(space, 0, near.extent(0)),
                       Embed<Space>{BoxEntries<Space>(system_, own_near), near, x});
  for (Index &plane : planes.at)
    plane -= divided_.shares.is_whole() ? 0 : divided_.shares.own().first;
  DefectSink<Space> sink{bare.eps_id, bare.k2_eps,    k2_eps_b_,      planes,
                         g.data(),    system_.size(), Offset(nx) * ny};
  sink.line = (Offset(own_line.first[2]) * ny + j) * nx;
  sink.length = own_line.is_empty() ? 0 : nx;
  const StoreTotals<2> store{totals_.data()};
  parts_.bare.multiply(PlainSource<Space>(x), sink, store);
  const auto sums = to_vector(parts_.stepper.space(), totals_);
  return std::sqrt(sums[0] / sums[1]);
}

template <class Space, class Of> double BackgroundSolver<Space, Of>::norm(const Vector<Space> &f) {
  parts_.stepper.sweep("curlew::fdfd::norm", NormBody<Complex>{f.data()},
                       StoreTotals<1>{totals_.data()});
  return std::sqrt(to_vector(parts_.stepper.space(), totals_)[0]);
}

template <class Space, class Of>
const Vector<Space> &BackgroundSolver<Space, Of>::with_couplings(const Space &space,
                                                                 const Vector<Space> &f,
                                                                 const Vector<Space> &e) {
  if (!parts_.couple)
    return f;
  if (remainder_.extent(0) == 0)
    remainder_ = Vector<Space>("curlew::fdfd::remainder", e.extent(0));
  Kokkos::deep_copy(space, remainder_, f);
  parts_.couple(space, 1, e, remainder_);
  return remainder_;
}

template <class Space, class Of>
double BackgroundSolver<Space, Of>::residual_norm(const Space &space, const Vector<Space> &f,
                                                  const Vector<Space> &e) {
  const Vector<Space> source = with_couplings(space, f, e);
  parts_.stepper.multiply(PlainSource<Space>(e), ResidualNormSink{source.data()},
                          StoreTotals<1>{totals_.data()});
  return std::sqrt(to_vector(parts_.stepper.space(), totals_)[0]);
}

template <class Space, class Of>
std::string BackgroundSolver<Space, Of>::run_on_support(const Space &space, const Vector<Space> &f,
                                                        const Vector<Space> &e,
                                                        const Stopping &stopping,
                                                        SolveReport &report) {
  const bool held = support_->holds(space, f);
  const auto &r = support_r_, &y = support_y_;
  support_->start(space, f, e, held, y, r);
  std::string trouble = support_gcr_ ? support_gcr_->solve(space, r, y, stopping, report)
                                     : support_cocr_->solve(space, r, y, stopping, report);
  if (held)
    support_->expand(space, y, e);
  else
    support_->expand(space, y, f, e);
  return trouble;
}

// Solves a problem without scatterers: A is A0.
template <class Space, class Of>
void BackgroundSolver<Space, Of>::run_alone(const Space &space, const Vector<Space> &f,
                                            const Vector<Space> &e, SolveReport &report) {
  Box grid{{0, 0, 0}, {system_.count[0], system_.count[1], system_.count[2]}};
  weigh(space, system_, grid, f, alone_->scratch());
  if (divided_.whole != nullptr)
    grid = whole_grid(*divided_.whole);
  alone_->apply(space, grid, alone_->scratch(), grid, e);
  ++report.iterations;
  ++report.applications;
}

template <class Space, class Of>
std::string BackgroundSolver<Space, Of>::correct(const Space &space, const Vector<Space> &f,
                                                 const Vector<Space> &e, const Stopping &stopping,
                                                 SolveReport &report) {
  if (correction_.extent(0) == 0)
    correction_ = Vector<Space>("curlew::fdfd::correction", e.extent(0));
  if (remainder_.extent(0) == 0)
    remainder_ = Vector<Space>("curlew::fdfd::remainder", e.extent(0));
  const Vector<Space> source = with_couplings(space, f, e); // may be the remainder itself
  parts_.stepper.multiply(PlainSource<Space>(e), CorrectionSink{source.data(), remainder_.data()},
                          NoConclusion());
  Kokkos::deep_copy(space, correction_, Complex(0));
  std::string trouble = run(space, remainder_, correction_, stopping, report);
  Kokkos::parallel_for("curlew::fdfd::correct", RangePolicy<Space>(space, 0, e.extent(0)),
                       Add<Space>{e, correction_});
  return trouble;
}

template <class Space, class Of>
std::string BackgroundSolver<Space, Of>::run(const Space &space, const Vector<Space> &f,
                                             const Vector<Space> &e, const Stopping &stopping,
                                             SolveReport &report) {
  if (alone_) {
    run_alone(space, f, e, report);
    return "";
  }
  if (rows_)
    return rows_->solve(space, f, e, stopping, report);
  return support_ ? run_on_support(space, f, e, stopping, report)
                  : shifted_->solve(space, f, e, stopping, report);
}

template <class Space, class Of>
void BackgroundSolver<Space, Of>::solve(const Space &space, const Vector<Space> &f,
                                        const Vector<Space> &e, const SolveOptions &options,
                                        SolveReport &report) {
  // The recurrence's residual and the true one differ by the error of the background's inverse;
  // each round reduces the residual by that factor.
  constexpr int k_rounds = 16;
  const Kokkos::Timer timer;
  report = {};
  report.setup_s = setup_s_;
  const double norm_f = norm(f);
  if (!std::isfinite(norm_f))
    throw NotConverged("the right-hand side is not finite");
  if (norm_f == 0) {
    Kokkos::deep_copy(space, e, Complex(0));
    return;
  }
  Stopping stopping{norm_f, options.tolerance, options.max_iterations, &options.watch};
  // Most solves start from 0, and computing the norm is cheaper than a product.
  report.residual = norm(e) == 0 ? 1 : residual_norm(space, f, e) / norm_f;
  report.history = {report.residual};
  std::string trouble;
  for (int round = 0; round < k_rounds && trouble.empty(); ++round) {
    if (report.residual <= options.tolerance)
      break;
    const double before = report.residual;
    // What the recurrence holds for reached may miss the tolerance by conductors' entries and by
    // the inverse's error: a later round goes further by what the one before missed.
    if (round > 0)
      stopping.tolerance *= 0.5 * options.tolerance / report.residual;
    // Form::shifted starts from e; the others start from 0, or correct an earlier round's result.
    const bool starts_again = rows_ ? report.residual != 1 : round > 0 && !shifted_;
    trouble =
        starts_again ? correct(space, f, e, stopping, report) : run(space, f, e, stopping, report);
    report.residual = residual_norm(space, f, e) / norm_f;
    if (round > 0 && !(report.residual < before / 2))
      break;
  }
  report.solve_s = timer.seconds();
  if (report.residual <= options.tolerance)
    return;
  if (trouble.empty())
    trouble =
        fmt::format("starting again did not help; the inverse itself is off by {:.2g}", defect_);
  throw NotConverged(
      fmt::format("{} with the background's inverse ({}) did not reach a relative residual of "
                  "{:.3g} in {} iterations ({} allowed), it is {:.3g}: {}. Try the preconditioner "
                  "\"none\"",
                  choice_.basis > 0 ? "GCR" : "COCR", choice_.text, options.tolerance,
                  report.iterations, options.max_iterations, report.residual, trouble));
}

// In slabs without the constructors of one rank.
#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class BackgroundSolver<Space>;                                                          \
  template BackgroundSolver<Space, SlabStepper<Space>>::BackgroundSolver(                          \
      const Space &, const Problem &, const System<Space> &,                                       \
      BackgroundParts<Space, SlabStepper<Space>>, const BackgroundChoice &,                        \
      const DividedGrid<Space> &);                                                                 \
  template void BackgroundSolver<Space, SlabStepper<Space>>::solve(                                \
      const Space &, const Vector<Space> &, const Vector<Space> &, const SolveOptions &,           \
      SolveReport &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd

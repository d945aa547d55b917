#include <curlew/methods/dgtd/limits.hpp>

#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>
#include <curlew/methods/dgtd/ports/stage_network.hpp>
#include <curlew/methods/dgtd/updater.hpp>
#include <curlew/solvers/krylov/lanczos.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace curlew::dgtd {
namespace {

constexpr int k_most_iterations = 400;
// Ends of the stable range of LSERK(5,4) on the negative real axis, and a little below its end on
// the imaginary one (3.34): the eigenvalues of both parts do not add up there (measured, see the
// docs).
constexpr double k_real_end = 4.65, k_imaginary_end = 3.3;
// The penalty of a layer acts on the field at the start of a step, and its memories at the middle:
// together they grow where the memories decay by more than 2 in a step (docs/methods/dgtd-notes.md,
// "Absorbing layers").
constexpr double k_decay_end = 1.9;

template <class Space> struct ScaleCopy {
  Kokkos::View<double *, Space> x, y;
  double a;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { x(i) = a * y(i); }
};

// Returns the penalty that bounds those of all tets: an absorbing layer's counts as if all tets had
// it, so it is never too little.
double penalty_bound(const Problem &problem) {
  return std::max(problem.choices.penalty, problem.layers.largest_penalty);
}

// Returns the problem with faces of kind `kind` in the place of sheets. A wall with an impedance
// damps a field in upwind fluxes by an amount between that of a perfect electric and that of a
// perfect magnetic wall.
Problem with_hard_sheets(Problem problem, FaceKind kind) {
  for (const Sheet &sheet : problem.sheets)
    for (const auto &[tet, local] : sheet.faces)
      problem.faces.table[tet][local].kind = kind;
  return problem;
}

// Returns the fastest rate of the networks on sheets, 1/s. Collective.
double fastest_network(const Problem &problem) {
  double fastest = 0;
  for (const Sheet &sheet : problem.sheets)
    for (const auto &[tet, local] : sheet.faces) {
      const double line_ohm = 1 / admittance_of(problem.materials[problem.material[tet]]);
      fastest = std::max(fastest, stage_network(sheet.network, line_ohm).fastest());
    }
  return problem.ownership.ranks.max(fastest);
}

template <class Space> class Limits {
public:
  using Vector = Kokkos::View<double *, Space>;

  Limits(const Space &space, const Problem &problem, double tolerance)
      : space_(space), problem_(problem), tolerance_(tolerance),
        slots_(make_slots(problem, Packs<Space>::k_pack)),
        tables_(make_mass_tables<Space>(problem, slots_)) {
    const std::size_t size = static_cast<std::size_t>(slots_.size()) * problem.per_tet();
    for (Vector *view : {&fields_.e, &fields_.h, &fields_.electric_own, &fields_.magnetic_own,
                         &fields_.e_next, &fields_.h_next})
      *view = Vector("curlew::dgtd::limit_field", size);
  }

  LargestEigenvalue coupling() {
    UpdateOptions options;
    options.form = problem_.choices.scheme == SchemeKind::dfdd ? Form::neighbour : Form::mean;
    options.dt_s = 1;
    options.losses = false;
    const auto updater = make_packed<Space>(problem_, slots_, options);
    return largest(Side::electric, [&](const Vector &w, const Vector &v) {
      Kokkos::deep_copy(space_, fields_.e, v);
      Kokkos::deep_copy(space_, fields_.h, 0.0);
      updater->advance(space_, Side::magnetic, fields_);
      Kokkos::deep_copy(space_, fields_.e, 0.0);
      updater->advance(space_, Side::electric, fields_);
      scale_copy(w, fields_.e, -1);
    });
  }

  LargestEigenvalue damping(Side side) {
    UpdateOptions options;
    options.form = Form::stages;
    options.dt_s = 1;
    options.losses = problem_.choices.scheme == SchemeKind::upwind;
    options.penalty = penalty_bound(problem_);
    const bool electric = side == Side::electric;
    std::optional<Problem> hard;
    if (problem_.choices.scheme == SchemeKind::upwind && !problem_.sheets.empty())
      hard = with_hard_sheets(problem_, electric ? FaceKind::pec : FaceKind::pmc);
    const auto updater = make_packed<Space>(hard ? *hard : problem_, slots_, options);
    return largest(side, [&](const Vector &w, const Vector &v) {
      Kokkos::deep_copy(space_, electric ? fields_.e : fields_.h, v);
      Kokkos::deep_copy(space_, electric ? fields_.h : fields_.e, 0.0);
      updater->stage(space_, 0, 0, fields_);
      scale_copy(w, electric ? fields_.electric_own : fields_.magnetic_own, -1);
    });
  }

private:
  void scale_copy(const Vector &x, const Vector &y, double a) {
    Kokkos::parallel_for("curlew::dgtd::lanczos_scale", RangePolicy<Space>(space_, 0, x.extent(0)),
                         ScaleCopy<Space>{x, y, a});
  }

  template <class Apply> LargestEigenvalue largest(Side side, const Apply &apply) {
    const int n = problem_.per_tet();
    std::vector<double> start(static_cast<std::size_t>(slots_.size()) * n, 0);
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (int i = 0; i < n; ++i)
        start[Packs<Space>::at(slots_.of_tet[t], i, n)] = random_number(
            static_cast<std::uint64_t>(problem_.ownership.number_of_tet(t)) * n + i, 1);
    Vector v = to_view<Space>("curlew::dgtd::lanczos_v", start);
    Vector previous("curlew::dgtd::lanczos_previous", start.size()),
        work("curlew::dgtd::lanczos_work", start.size());
    return largest_eigenvalue(
        v, previous, work, apply,
        [&](const Vector &x, const Vector &y) {
          return problem_.ownership.ranks.sum(mass_product(space_, tables_, side, x, y));
        },
        [&](const Vector &w, double a, const Vector &x) {
          axpy(space_, "curlew::dgtd::lanczos_add", a, x, w);
        },
        [&](const Vector &x, const Vector &y, double a) { scale_copy(x, y, a); }, tolerance_,
        k_most_iterations);
  }

  Space space_;
  const Problem &problem_;
  double tolerance_;
  Slots slots_;
  MassTables<Space> tables_;
  Fields<Space> fields_;
};

// Returns the problem with each layer's kappa as a medium: kappa_a kappa_b / kappa_c times eps and
// mu. find_layers has counted these media.
Problem with_real_stretch(Problem problem) {
  std::map<std::array<double, 4>, std::uint16_t> numbers;
  for (const Index tet : problem.layers.tets) {
    const auto stretch = layer_stretch(problem, tet);
    const std::array<double, 4> key{stretch[0].kappa, stretch[1].kappa, stretch[2].kappa,
                                    static_cast<double>(problem.material[tet])};
    const auto [at, is_new] =
        numbers.try_emplace(key, static_cast<std::uint16_t>(problem.materials.size()));
    if (is_new) {
      Material medium = problem.materials[problem.material[tet]];
      for (int d = 0; d < 3; ++d) {
        const double k = key[(d + 1) % 3] * key[(d + 2) % 3] / key[d];
        medium.eps_r.v[d] *= k;
        medium.mu_r.v[d] *= k;
      }
      problem.materials.push_back(medium);
    }
    problem.material.table[tet] = at->second;
  }
  problem.copies = {};
  return problem;
}

template <class Space>
StepLimit limit_of(const Space &space, const Problem &problem, double tolerance);

} // namespace

template <class Space>
StepLimit step_limit(const Space &space, const Problem &problem, double tolerance) {
  return problem.layers.has_real_stretch() ? limit_of(space, with_real_stretch(problem), tolerance)
                                           : limit_of(space, problem, tolerance);
}

namespace {

template <class Space>
StepLimit limit_of(const Space &space, const Problem &problem, double tolerance) {
  Limits<Space> limits(space, problem, tolerance);
  const LargestEigenvalue coupling = limits.coupling();
  StepLimit limit;
  limit.coupling = std::sqrt(coupling.value);
  limit.residual = coupling.residual;
  limit.iterations = coupling.iterations;
  if (penalty_bound(problem) > 0)
    for (const Side side : {Side::electric, Side::magnetic}) {
      const LargestEigenvalue damping = limits.damping(side);
      limit.damping = std::max(limit.damping, damping.value);
      limit.residual = std::max(limit.residual, damping.residual);
      limit.iterations += damping.iterations;
    }
  if (problem.choices.scheme == SchemeKind::upwind) {
    const PoleRates poles = pole_rates(problem);
    limit.damping += poles.damping;
    limit.coupling = std::hypot(limit.coupling, poles.coupling);
    // These rates are implicit in leapfrog.
    limit.damping += problem.layers.largest_rate_per_s + fastest_network(problem);
  }
  limit.dt_s = problem.choices.scheme == SchemeKind::upwind
                   ? std::min(k_real_end / limit.damping, k_imaginary_end / limit.coupling)
                   : 2 / (limit.coupling + limit.damping);
  if (has_layer_penalty(problem))
    limit.dt_s = std::min(limit.dt_s, k_decay_end / problem.layers.largest_decay_per_s);
  return limit;
}

} // namespace

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template StepLimit step_limit<Space>(const Space &, const Problem &, double);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd

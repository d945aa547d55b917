#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/background/rows.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>
#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/fdfd/solve/coefficient_bytes.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {
namespace {

bool is_belos(SolverMethod method) {
  return method == SolverMethod::bicgstab || method == SolverMethod::gmres ||
         method == SolverMethod::tfqmr;
}

bool is_symmetric(SolverMethod method) {
  return method == SolverMethod::cocg || method == SolverMethod::cocr;
}

// Returns the number of vectors that a method keeps, its unknown and its right-hand side included.
double vectors_of(SolverMethod method) {
  if (method == SolverMethod::cocg)
    return 6;
  if (method == SolverMethod::cocr)
    return 7;
  if (method == SolverMethod::bicgstab_fused)
    return 10;
  if (method == SolverMethod::gmres)
    return 105;
  return 14; // Belos' BiCGStab and TFQMR, temporary vectors included
}

} // namespace

std::string to_text(const SolverChoice &choice) {
  return to_text(choice, to_string(choice.method));
}

std::string to_text(const SolverChoice &choice, const std::string &method) {
  return method +
         (choice.has(PreconditionerKind::none) ? ""
                                               : " + " + to_string(choice.preconditioner.kind)) +
         " on " + to_string(choice.variant);
}

namespace {

// True for a wave with p.p near 0, a circular one. The same holds for the right-hand side of a body
// with its rotational symmetry: the products without conjugation of COCR and COCG vanish.
bool is_circular(const PlaneWave &wave) {
  constexpr double k_nearly = 0.5;
  complex square = 0;
  double size = 0;
  for (const complex &p : wave.polarization) {
    square += p * p;
    size += std::norm(p);
  }
  return std::abs(square) < k_nearly * size;
}

bool has_circular_wave(const Case &input) {
  for (const Excitation &excitation : input.excitations)
    if (const auto *source = std::get_if<PlaneWaveSource>(&excitation.source))
      if (std::any_of(source->waves.begin(), source->waves.end(), is_circular))
        return true;
  return false;
}

// Throws InputError for solvers that fail under a Bloch phase. COCG and COCR need symmetry. Squared
// polynomials (tfqmr) and approximate triangles (ssor-ai) amplify rounding errors in harmonics that
// the source does not excite, before the iteration reduces them: on a slab of 1,440 unknowns both
// stay at a residual of 1, where bicgstab takes 100 to 700 iterations.
void refuse_under_bloch_phase(const SolverChoice &choice, const std::string &at_method,
                              const std::string &at_preconditioner) {
  if (is_symmetric(choice.method))
    throw InputError(
        fmt::format("{}: {} needs a symmetric operator; under a Bloch phase A(k)^T is A(-k). Take "
                    "\"bicgstab-fused\" or \"bicgstab\"",
                    at_method, to_string(choice.method)));
  if (choice.method == SolverMethod::tfqmr)
    throw InputError(at_method + ": under a Bloch phase tfqmr does not get away from its start: "
                                 "take \"bicgstab-fused\", \"bicgstab\" or \"gmres\"");
  if (choice.has(PreconditionerKind::ssor_ai))
    throw InputError(at_preconditioner +
                     ": under a Bloch phase ssor-ai hinders every method: take \"polynomial\" with "
                     "gmres, or \"none\" with bicgstab-fused");
}

// True where the background's inverse is that of another constant than that of the surroundings,
// on the whole grid.
bool is_shifted(const Problem &problem, const SolverChoice &choice) {
  return choice.eps_b != complex(0) && choice.eps_b != surrounding_eps(problem);
}

// Throws InputError for a method that does not take eps off the diagonal: the equation on the
// scatterers is not symmetric then, that on the whole grid is.
void require_tensor_solver(const Case &input, const Problem &problem, const SolverChoice &choice) {
  if (!choice.has(PreconditionerKind::background) || choice.method == SolverMethod::gcr ||
      is_shifted(problem, choice))
    return;
  throw InputError(fmt::format("{}: \"tensor\" is not solved by {}; leave solver.method out, take "
                               "the preconditioner \"none\", or \"smoothing\": \"diagonal\"",
                               input.where("/grid/smoothing"), to_text(choice)));
}

} // namespace

SolverChoice choose_solver(const Case &input, const Problem &problem, std::size_t sources) {
  const std::string at_method = input.where("/solver/method");
  const std::string at_preconditioner = input.where("/solver/preconditioner");
  const std::string why_not = why_no_background(problem);
  const Choices given = choices_of(input);
  SolverChoice choice;
  choice.variant = given.variant;
  require_variant(to_string(choice.variant));
  choice.method = given.method;
  choice.preconditioner = given.preconditioner;
  const bool has_rows =
      needs_rows(problem); // conductors, mu: the equation on these rows is not symmetric
  const bool any_preconditioner = choice.has(PreconditionerKind::automatic);
  const bool any_method = choice.method == SolverMethod::automatic;
  if (any_preconditioner)
    choice.preconditioner.kind =
        (any_method || (choice.method == SolverMethod::cocr && !has_rows)) && why_not.empty() &&
                prefers_background(problem)
            ? PreconditionerKind::background
            : PreconditionerKind::none;
  choice.may_fall_back = any_preconditioner && any_method;
  choice.eps_b = input.solver.preconditioner.eps_b.value_or(0);
  const bool is_symmetric_shifted = is_shifted(problem, choice) && !problem.is_bloch();
  if (any_method)
    choice.method = choice.has(PreconditionerKind::background)
                        ? ((needs_directions(problem) && !is_symmetric_shifted) || has_rows
                               ? SolverMethod::gcr
                               : SolverMethod::cocr)
                    : !choice.has(PreconditionerKind::none) ? SolverMethod::bicgstab
                    : problem.is_bloch()                    ? SolverMethod::bicgstab_fused
                                                            : SolverMethod::cocg;
  if (choice.has(PreconditionerKind::background) && !why_not.empty())
    throw InputError(fmt::format("{}: the background's inverse does not serve here: {}. Take "
                                 "\"none\" with {}bicgstab-fused",
                                 at_preconditioner, why_not, problem.is_bloch() ? "" : "cocg or "));
  if (problem.is_bloch())
    refuse_under_bloch_phase(choice, at_method, at_preconditioner);
  if (!problem.couplings.empty())
    require_tensor_solver(input, problem, choice);
  if (choice.has(PreconditionerKind::background)) {
    if (choice.method != SolverMethod::cocr && choice.method != SolverMethod::gcr)
      throw InputError(fmt::format(
          "{}: the preconditioner \"background\" goes with the method cocr, not {}; leave the "
          "method out",
          at_preconditioner, to_string(choice.method)));
    if (choice.method == SolverMethod::cocr && has_rows)
      throw InputError(at_preconditioner +
                       ": with conductors, or mu other than 1, the preconditioner \"background\" "
                       "goes with the method gcr, not cocr; leave the method out");
    if (choice.eps_b != complex(0) && (needs_layers(problem) || has_rows))
      throw InputError(fmt::format(
          "{}: \"eps_b\" is one constant everywhere; here the background is that of the case, by "
          "layers, Bloch phases, conductors or mu. Leave it out",
          input.where("/solver/preconditioner/eps_b")));
    // COCR breaks down where r.r is 0, GCR does not.
    const std::size_t kept = has_circular_wave(input) ? std::max<std::size_t>(sources, 2) : sources;
    choice.background = choose_background(problem, background_options(problem, choice, kept));
  } else if (!choice.has(PreconditionerKind::none) && !is_belos(choice.method)) {
    throw InputError(fmt::format("{}: \"{}\" goes with bicgstab, gmres and tfqmr, not {}",
                                 at_preconditioner, to_string(choice.preconditioner.kind),
                                 to_string(choice.method)));
  }
  return choice;
}

BackgroundOptions background_options(const Problem &problem, const SolverChoice &choice,
                                     std::size_t sources) {
  using Form = BackgroundOptions::Form;
  BackgroundOptions options;
  if (choice.eps_b != complex(0)) {
    options.eps_b = choice.eps_b;
    options.form = choice.eps_b == surrounding_eps(problem) ? Form::support : Form::shifted;
  }
  options.basis = sources > 1 ? k_kept_directions : 0;
  return options;
}

double most_solver_bytes(const Problem &problem, const SolverChoice &choice, int ranks) {
  double most = 0;
  for (int rank = 0; rank < ranks; ++rank)
    most = std::max(most, solver_bytes(problem, choice, share_of_rank(problem, rank, ranks)));
  return most;
}

double solver_bytes(const Problem &problem, const SolverChoice &choice, const Share &share) {
  const auto cells = static_cast<double>(share.of(whole_grid(problem)).entries());
  const CoefficientBytes coefficients = coefficient_bytes(problem);
  double per_cell = coefficients.fused; // the system itself, which every variant has
  if (choice.variant == Variant::csr ||
      (is_belos(choice.method) && !choice.has(PreconditionerKind::none)))
    per_cell += k_csr_bytes_per_cell;
  if (choice.variant == Variant::cas)
    per_cell += coefficients.cas + 48;
  if (choice.variant == Variant::cis)
    per_cell += coefficients.cis + 48;
  if ((choice.variant != Variant::fused || (!choice.background && !problem.couplings.empty())) &&
      !is_belos(choice.method))
    per_cell += 2 * 48; // input and output of the variant's product
  if (choice.background)
    return (per_cell + 2 * 48.0) * cells +
           BackgroundSolver<Kokkos::DefaultHostExecutionSpace>::bytes(
               problem, *choice.background, choice.background->basis, share);
  per_cell += 48 * vectors_of(choice.method);
  if (!is_belos(choice.method) && !problem.cut_edges.empty())
    per_cell += k_scales_bytes;
  if (is_belos(choice.method) && !choice.has(PreconditionerKind::none))
    per_cell += 2 * k_csr_bytes_per_cell;
  return per_cell * cells;
}

} // namespace curlew::fdfd

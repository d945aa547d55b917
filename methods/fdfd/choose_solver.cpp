#include <curlew/methods/fdfd/field_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>
#include <curlew/methods/fdfd/published/csr_operator.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {
namespace {

bool is_belos(const std::string &method) {
  return method == "bicgstab" || method == "gmres" || method == "tfqmr";
}

bool is_symmetric(const std::string &method) {
  return method == "cocg" || method == "cocr";
}

// Vectors that a method keeps, its unknown and its right-hand side included.
double vectors_of(const std::string &method) {
  if (method == "cocg")
    return 6;
  if (method == "cocr")
    return 7;
  if (method == "bicgstab-fused")
    return 10;
  if (method == "gmres")
    return 105;
  return 14; // Belos' BiCGStab and TFQMR, with what its updates make on the way
}

} // namespace

std::string to_text(const SolverChoice &choice) {
  return choice.method + (choice.preconditioner == "none" ? "" : " + " + choice.preconditioner) +
         " on " + choice.variant;
}

SolverChoice choose_solver(const Case &input, const Problem &problem, std::size_t sources) {
  const std::string at_method = input.where("/solver/method");
  const std::string at_preconditioner = input.where("/solver/preconditioner");
  const std::string why_not = why_no_background(problem);
  SolverChoice choice;
  choice.variant = input.discretization.value("variant", "auto");
  if (choice.variant == "auto")
    choice.variant = "fused";
  choice.method = input.solver.method;
  choice.preconditioner = input.solver.preconditioner.type;
  const bool any_preconditioner = choice.preconditioner == "auto";
  const bool any_method = choice.method == "auto";
  if (any_preconditioner)
    choice.preconditioner =
        (any_method || choice.method == "cocr") && why_not.empty() ? "background" : "none";
  choice.may_fall_back = any_preconditioner && any_method;
  choice.eps_b = input.solver.preconditioner.eps_b.value_or(0);
  if (any_method)
    choice.method = choice.preconditioner == "background" ? (problem.is_bloch() ? "gcr" : "cocr")
                    : choice.preconditioner != "none"     ? "bicgstab"
                    : problem.is_bloch()                  ? "bicgstab-fused"
                                                          : "cocg";
  if (problem.is_bloch() && is_symmetric(choice.method))
    throw InputError(
        fmt::format("{}: {} needs a symmetric operator; under a Bloch phase A(k)^T is A(-k). Leave "
                    "the method out, or take \"bicgstab-fused\" or \"bicgstab\"",
                    at_method, choice.method));
  if (choice.preconditioner == "background") {
    if (!why_not.empty())
      throw InputError(fmt::format("{}: the background's inverse does not serve here: {}. Take "
                                   "\"none\" with cocg or bicgstab-fused",
                                   at_preconditioner, why_not));
    if (choice.method != "cocr" && choice.method != "gcr")
      throw InputError(fmt::format(
          "{}: the preconditioner \"background\" goes with the method cocr, not {}; leave the "
          "method out",
          at_preconditioner, choice.method));
    if (choice.eps_b != complex(0) && needs_layers(problem))
      throw InputError(fmt::format(
          "{}: \"eps_b\" is one constant everywhere; here the background is that of the case, by "
          "layers and Bloch phases. Leave it out",
          input.where("/solver/preconditioner/eps_b")));
    choice.background = choose_background(problem, background_options(problem, choice, sources));
  } else if (choice.preconditioner != "none" && !is_belos(choice.method)) {
    throw InputError(fmt::format("{}: \"{}\" goes with bicgstab, gmres and tfqmr, not {}",
                                 at_preconditioner, choice.preconditioner, choice.method));
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

double solver_bytes(const Problem &problem, const SolverChoice &choice) {
  const CoefficientBytes coefficients = coefficient_bytes(problem);
  double per_cell = coefficients.fused; // the system itself, which every variant has
  if (choice.variant == "csr" || (is_belos(choice.method) && choice.preconditioner != "none"))
    per_cell += k_csr_bytes_per_cell;
  if (choice.variant == "cas")
    per_cell += coefficients.cas + 48;
  if (choice.variant == "cis")
    per_cell += coefficients.cis + 48;
  if (choice.variant != "fused" && !is_belos(choice.method))
    per_cell += 2 * 48; // what the variant's product reads and writes
  if (choice.background)
    return per_cell * problem.size() + 2 * 48.0 * problem.size() +
           BackgroundSolver<Kokkos::DefaultHostExecutionSpace>::bytes(problem, *choice.background,
                                                                      choice.background->basis);
  per_cell += 48 * vectors_of(choice.method);
  if (is_belos(choice.method) && choice.preconditioner != "none")
    per_cell += 2 * k_csr_bytes_per_cell;
  return per_cell * problem.size();
}

} // namespace curlew::fdfd

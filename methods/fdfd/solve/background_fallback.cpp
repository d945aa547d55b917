#include <curlew/methods/fdfd/solve/background_fallback.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// A background whose inverse is this accurate, relative to the tolerance, reaches it in one round;
// a less accurate one reaches it in several, down to rounding, as long as each round reduces the
// residual well. Without scatterers a round is one product with the inverse and reduces the
// residual by its error.
constexpr double k_defect_share = 0.1, k_worst_defect = 1e-3, k_worst_defect_alone = 0.1,
                 k_reached_in_rounds = 1e-11, k_rounding_of_inverse = 1e-13;

double allowed_defect(double tolerance, bool has_scatterers) {
  if (tolerance < k_reached_in_rounds)
    return std::max(k_defect_share * tolerance, k_rounding_of_inverse);
  return has_scatterers ? k_worst_defect : k_worst_defect_alone;
}

} // namespace

std::string fall_back(const Case &input, const Problem &problem, double defect,
                      SolverChoice &choice) {
  const double allowed =
      allowed_defect(input.solver.tolerance, choice.background.value().has_scatterers);
  if (defect <= allowed)
    return "";
  const std::string trouble = fmt::format(
      "{}: the background's inverse is right to {:.2g} only, the tolerance needs {:.2g}",
      input.where("/solver/preconditioner"), defect, allowed);
  const SolverMethod method =
      problem.is_bloch() ? SolverMethod::bicgstab_fused : SolverMethod::cocg;
  const std::string other = to_string(method);
  if (!choice.may_fall_back)
    throw InputError(trouble + "; take fewer absorbing cells, or " + other);
  choice.background.reset();
  choice.method = method;
  choice.preconditioner.kind = PreconditionerKind::none;
  return trouble + ": " + other + " takes its place";
}

std::string describe_background(const SolverChoice &choice, double defect) {
  const BackgroundChoice &chosen = choice.background.value();
  return fmt::format("{}, its inverse right to {:.1g}", chosen.text, defect) +
         (choice.eps_b == complex(0) && !chosen.reason.empty() ? "; " + chosen.reason : "");
}

} // namespace curlew::fdfd

#include <curlew/methods/fem/choices.hpp>

#include <curlew/io/case/case.hpp>

namespace curlew::fem {
namespace {

std::optional<MultigridSmoother> smoother_of(const std::string &name) {
  if (name == "auto")
    return std::nullopt;
  return name == "gcr" ? MultigridSmoother::gcr : MultigridSmoother::chebyshev;
}

} // namespace

Choices choices_of(const Case &input) {
  const auto &keys = input.discretization;
  const PreconditionerSpec &preconditioner = input.solver.preconditioner;
  const auto word = [&](const char *key) { return keys.at(key).get<std::string>(); };
  return {{keys.at("order").get<int>(), word("space") == "mixed"},
          parse_assembly(word("assembly")),
          parse_word(k_matrix_forms, word("matrix")),
          keys.at("beta").get<double>(),
          parse_solver_method(input.solver.method),
          {parse_preconditioner(preconditioner.type), preconditioner.omega.value_or(k_relaxation),
           preconditioner.fill, preconditioner.drop_tolerance, 0, preconditioner.scale_first},
          smoother_of(preconditioner.smoother)};
}

} // namespace curlew::fem

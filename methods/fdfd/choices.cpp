#include <curlew/methods/fdfd/choices.hpp>

#include <curlew/io/case/case.hpp>

namespace curlew::fdfd {

double default_relaxation(PreconditionerKind kind) {
  return kind == PreconditionerKind::ssor_ai ? 0.35 : 1;
}

Choices choices_of(const Case &input) {
  const auto &keys = input.discretization;
  const PreconditionerSpec &given = input.solver.preconditioner;
  PreconditionerChoice preconditioner;
  preconditioner.kind = parse_preconditioner(given.type);
  preconditioner.omega = given.omega.value_or(default_relaxation(preconditioner.kind));
  preconditioner.fill = given.fill;
  preconditioner.degree = given.degree;
  return {parse_variant(keys.at("variant").get<std::string>()),
          parse_solver_method(input.solver.method), preconditioner};
}

} // namespace curlew::fdfd

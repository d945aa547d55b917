#include <curlew/methods/dgtd/kerr/nonlinear.hpp>

#include <curlew/io/case/case.hpp>

namespace curlew::dgtd {

NonlinearChoices nonlinear_choices_of(const Case &input) {
  NonlinearChoices choices;
  if (!input.discretization.contains("nonlinear"))
    return choices;
  const auto &keys = input.discretization["nonlinear"];
  const std::string solver = keys.value("method", "newton"), form = keys.value("form", "exact");
  choices.solver = solver == "fixed-point"   ? NonlinearSolver::fixed_point
                   : solver == "closed-form" ? NonlinearSolver::closed_form
                                             : NonlinearSolver::newton;
  choices.form = form == "midpoint" ? NonlinearForm::midpoint
                 : form == "energy" ? NonlinearForm::energy
                                    : NonlinearForm::exact;
  choices.tolerance = keys.value("tolerance", choices.tolerance);
  choices.max_iterations = keys.value("max_iterations", choices.max_iterations);
  return choices;
}

} // namespace curlew::dgtd

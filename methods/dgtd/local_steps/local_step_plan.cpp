#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/further_parts.hpp>

#include <fmt/format.h>

namespace curlew::dgtd {

std::string LocalStepPlan::report() const {
  if (classes.filters() == 0)
    return "local time steps: one class, the tets are of about one size";
  return fmt::format("local time steps: {} (smallest stable step of all tets {:.4g} s, of the "
                     "coarse class {:.4g} s); gain {:.3g} of an ideal {:.3g}",
                     classes.histogram(), plain_dt_s, limit.dt_s, reached_gain(),
                     classes.ideal_gain());
}

std::optional<LocalStepPlan> plan_local_steps(const Case &input, const Problem &problem,
                                              Backend backend, double plain_dt_s) {
  const LocalSteps choice = local_steps_of(input);
  if (!choice.active)
    return std::nullopt;
  for (const FurtherPart &part : further_parts(input))
    if (!part.with_local_steps)
      throw InputError(fmt::format("{}: {} with local time steps is planned; take "
                                   "\"local_time_stepping\": false",
                                   input.where(part.pointer), part.text));
  LocalStepPlan plan;
  plan.plain_dt_s = plain_dt_s;
  plan.classes = find_step_classes(problem, choice);
  require_lossless_filters(input, problem, plan.classes);
  if (plan.classes.filters() == 0)
    plan.limit.dt_s = plan.limit.coarse_dt_s = plain_dt_s;
  else
    plan.limit = with_backend(
        backend, [&](const auto &space) { return filtered_limit(space, problem, plan.classes); });
  return plan;
}

} // namespace curlew::dgtd

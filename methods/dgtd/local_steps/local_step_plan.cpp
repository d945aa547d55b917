#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/further_parts.hpp>
#include <curlew/methods/dgtd/local_steps/published_limit.hpp>
#include <curlew/methods/dgtd/places.hpp>

#include <fmt/format.h>

#include <utility>

namespace curlew::dgtd {

namespace {

// Throws InputError for currents outside of the coarse class: currents act once in a coarse step.
void require_coarse_sources(const Case &input, const Problem &problem, const StepClasses &classes) {
  const std::vector<Source> sources = make_sources(input, problem);
  for (const Source &source : sources)
    for (const Index tet : source.tets)
      if (classes.shell[tet] != classes.filters())
        throw InputError(fmt::format(
            "{}: the published local time steps take currents in tets of the largest class, and "
            "\"{}\" has one in a smaller one; make these tets as large as the others, or take "
            "\"local_time_stepping\": false",
            input.where("/discretization/local_time_stepping"), source.name));
}

} // namespace

std::string LocalStepPlan::report() const {
  if (classes.filters() == 0)
    return "local time steps: one class, the tets are of about one size";
  if (classes.published)
    return fmt::format("local time steps, published: {} (smallest stable step of all tets {:.4g} "
                       "s, found with local steps {:.4g} s); gain {:.3g} of an ideal {:.3g}",
                       classes.histogram(), plain_dt_s, limit.dt_s, reached_gain(),
                       classes.ideal_gain());
  return fmt::format("local time steps: {} (smallest stable step of all tets {:.4g} s, of the "
                     "coarse class {:.4g} s); gain {:.3g} of an ideal {:.3g}",
                     classes.histogram(), plain_dt_s, limit.dt_s, reached_gain(),
                     classes.ideal_gain());
}

std::optional<StepClasses> find_local_steps(const Case &input, const Problem &whole) {
  const LocalSteps choice = choices_of(input).local_steps;
  if (!choice.active)
    return std::nullopt;
  for (const FurtherPart &part : further_parts(input))
    if (!part.with_filtered_steps || choice.published)
      throw InputError(fmt::format("{}: {} with {}local time steps is planned; take "
                                   "\"local_time_stepping\": false",
                                   input.where(part.pointer), part.text,
                                   choice.published ? "the published " : ""));
  StepClasses classes = find_step_classes(whole, choice);
  if (!choice.published)
    require_lossless_filters(input, whole, classes);
  else if (classes.filters() > 0)
    require_coarse_sources(input, whole, classes);
  return classes;
}

LocalStepPlan plan_local_steps(const Problem &problem, StepClasses classes, Backend backend,
                               double plain_dt_s) {
  LocalStepPlan plan;
  plan.plain_dt_s = plain_dt_s;
  plan.classes = std::move(classes);
  if (plan.classes.filters() == 0)
    plan.limit.dt_s = plan.limit.coarse_dt_s = plain_dt_s;
  else if (plan.classes.published)
    plan.limit.dt_s = plan.limit.coarse_dt_s = with_backend(backend, [&](const auto &space) {
      return published_limit(space, problem, plan.classes, plain_dt_s);
    });
  else
    plan.limit = with_backend(
        backend, [&](const auto &space) { return filtered_limit(space, problem, plan.classes); });
  return plan;
}

} // namespace curlew::dgtd

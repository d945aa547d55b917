#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>

#include <optional>
#include <string>

namespace curlew::dgtd {

// The local time steps of a case.
struct LocalStepPlan {
  StepClasses classes;
  FilteredLimit limit;
  double plain_dt_s = 0; // the limit without

  // Of the time of a span, by the updates of tets and by the steps that both limits allow.
  double reached_gain() const { return limit.dt_s / plain_dt_s / classes.work(); }
  std::string report() const;
};

// The classes of a whole problem; empty where the case asks for none. Throws InputError for what
// local steps cannot do, with its place in the case.
std::optional<StepClasses> find_local_steps(const Case &input, const Problem &whole);

// `plain_dt_s`: the limit of the whole mesh. Collective.
LocalStepPlan plan_local_steps(const Problem &problem, StepClasses classes, Backend backend,
                               double plain_dt_s);

} // namespace curlew::dgtd

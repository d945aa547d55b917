#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>

#include <optional>
#include <string>

namespace curlew::dgtd {

// Local time steps of a case.
struct LocalStepPlan {
  StepClasses classes;
  FilteredLimit limit;
  double plain_dt_s = 0; // limit without local steps

  // Returns the gain in the time of a span, counted by the updates of tets and by the steps that
  // both limits allow.
  double reached_gain() const { return limit.dt_s / plain_dt_s / classes.work(); }
  std::string report() const;
};

// Returns the classes of a whole problem; empty for a case without local steps. Throws InputError
// for what local steps cannot do, with its place in the case.
std::optional<StepClasses> find_local_steps(const Case &input, const Problem &whole);

// Finds the limit of the classes. `plain_dt_s`: the limit of the whole mesh. Collective.
LocalStepPlan plan_local_steps(const Problem &problem, StepClasses classes, Backend backend,
                               double plain_dt_s);

} // namespace curlew::dgtd

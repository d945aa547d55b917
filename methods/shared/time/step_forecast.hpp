#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/forecast/time_forecast.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <string>

namespace curlew {

// Returns the reason why `curlew check` sets up no scheme to time its steps: more cells ("tets")
// than a check may take the time for, or no room for the `bytes` that the scheme takes. Empty
// without one.
std::string why_no_scheme(double cells, const std::string &name, double bytes, Backend backend);

// Forecasts runs of a scheme from some of its steps, which are done and timed here: 0.2 s of them,
// and one at least after the first. The scheme is of no use afterwards. `setup_s`: time before the
// first step; `runs`: times that the schedule is gone through.
TimeForecast forecast_steps(TimeScheme &scheme, const TimePlan &plan, std::size_t runs,
                            double setup_s);

// Adds to the forecast's basis what steps of a scheme alone do not have: sums of fields at
// frequencies.
void name_what_is_left_out(const Case &input, TimeForecast &forecast);

} // namespace curlew

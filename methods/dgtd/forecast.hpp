#pragma once

#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/forecast/time_forecast.hpp>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// Forecasts the time of a run from some steps of its scheme, which takes `bytes` of memory.
// `scheme` has no drives yet; `started` counts from the start of the set-up.
TimeForecast forecast_run(const Case &input, Backend backend, SchemeInput scheme, double bytes,
                          const FreeStopwatch &started);

} // namespace curlew::dgtd

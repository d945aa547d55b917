#pragma once

#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/forecast/time_forecast.hpp>

namespace curlew::fem {

// Resources of a run at its frequencies.
struct RunForecast {
  TimeForecast time;
  double bytes = 0; // as solver_bytes(); for factors from their number of entries
};

// Forecasts a run on one process. The factors of "direct" are counted from the pattern of the
// matrix, in the order in which it is factored; for iterations their number is assumed. `started`
// counts from the start of the set-up.
RunForecast forecast_run(const Case &input, Prepared prepared, int threads,
                         const FreeStopwatch &started);

} // namespace curlew::fem

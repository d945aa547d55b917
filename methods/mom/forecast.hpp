#pragma once

#include <curlew/methods/mom/solver_choice.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/methods/shared/forecast/machine_rates.hpp>
#include <curlew/methods/shared/forecast/time_forecast.hpp>

namespace curlew::mom {

// Returns the operations of the factors of a dense matrix of n unknowns, 8 for a complex
// multiplication and addition.
double dense_flops(double unknowns);

// A run as its time depends on it.
struct RunSize {
  double frequencies = 1;
  std::size_t columns = 1; // right-hand sides at a frequency
  std::size_t outputs = 1; // solves at a frequency, with outputs of their own
  double wavenumber = 0;   // the largest
  int threads = 1;         // threads of the host's part
};

// Returns the pairs of a point of the currents with a direction of the far field and with a point
// of the probes, for the outputs of a solve.
struct OutputPairs {
  double far = 0, near = 0;
};
OutputPairs output_pairs(const Case &input, const Surface &surface, const Spec &spec,
                         double wavenumber);

// Forecasts the time of a run. The time of a dense matrix is that of some of its rows, which are
// filled here, and that of its factors follows from the rate of matrix products; for aim it is the
// estimate by which the solver was chosen. `started` counts from the start of the set-up.
TimeForecast forecast_run(const Case &input, Backend backend, const Surface &surface,
                          const Spec &spec, const SolverChoice &choice, const RunSize &size,
                          const FreeStopwatch &started);

} // namespace curlew::mom

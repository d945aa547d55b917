#pragma once

#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/solve/plan.hpp>
#include <curlew/methods/shared/forecast/time_forecast.hpp>

#include <vector>

namespace curlew::fdfd {

// Returns the iterations that a solve takes in all to bring the residual from 1 to `tolerance`,
// after some with these residuals: for each further decade as many as in their second half. Returns
// 0 for residuals that do not tell: above a third, or no smaller in the second half.
double expected_iterations(const std::vector<double> &residuals, double tolerance);

// Forecasts a run on one process from the set-up of its first solve and some of its iterations,
// which are done here. `problem_s`: time that the problem itself took.
TimeForecast forecast_run(const Case &input, Backend backend, const Problem &problem,
                          const SolverChoice &choice, const std::vector<Solve> &plan,
                          double problem_s);

} // namespace curlew::fdfd

#pragma once

#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <functional>

namespace curlew::fem {

// Results of a mesh at a frequency.
struct Pass {
  std::vector<std::complex<double>> values; // S by rows; or cross sections, m^2
  std::vector<double> squared_error;        // [tet], summed over all sources
  double relative_error = 0;                // root of the mean over sources
  int iterations = 0;                       // sum over all solves
};

// Solves for S, or for the cross sections that the case asks for, and estimates the error. Throws
// NotConverged, and what `watch` throws. `system`: of the problem.
Pass solve_pass(const Case &input, Backend backend, const Problem &problem,
                const std::vector<Port> &ports, EquationSolver &system, double frequency_hz,
                bool of_cross_sections, const std::function<void(int, double)> &watch);

} // namespace curlew::fem

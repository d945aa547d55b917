#pragma once

#include <curlew/io/fields/solve_series.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <complex>
#include <optional>
#include <vector>

namespace curlew::mom {

// Writes what a case asks for of each solution: cross sections, powers, currents.
class ResultWriter {
public:
  // `waves`: at each frequency.
  ResultWriter(const Case &input, const Surface &surface, FrequencyDriver &driver, Backend backend,
               std::size_t waves);

  // `x`: the unknowns of the formulation. Returns what summary.json says of the solve.
  nlohmann::ordered_json add(const SourceSolve &solve, const std::vector<std::complex<double>> &x,
                             const Spec &spec);

private:
  void write_currents(const SourceSolve &solve, const Currents &both, double wavenumber);

  const Case &input_;
  const Surface &surface_;
  FrequencyDriver &driver_;
  Backend backend_;
  std::size_t waves_;
  std::optional<SolveSeries> files_; // where currents are asked for
};

} // namespace curlew::mom

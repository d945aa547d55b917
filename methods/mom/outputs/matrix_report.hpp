#pragma once

#include <curlew/methods/mom/solver_choice.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// What is said of the matrix of a frequency once it has been solved for.
struct MatrixReport {
  double frequency_hz;
  const SolverFigures &figures;
  const SolverChoice &choice;
  std::size_t solved; // number of right-hand sides

  void log(const Surface &surface) const;
  // Returns its entry of "matrices" in summary.json.
  nlohmann::ordered_json record() const;
  // Returns warnings of solutions that few digits are right of.
  std::vector<std::string> warnings(const Surface &surface, const Spec &spec) const;
};

} // namespace curlew::mom

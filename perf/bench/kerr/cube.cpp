#include <curlew/perf/bench/kerr/cube.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/perf/bench/dgtd/cube_mode.hpp>

#include <cmath>

namespace curlew::bench::kerr {

Case cube_case(const Functions &functions, double chi3, const std::string &solver) {
  Case input;
  input.path = "bench";
  input.method = "dgtd";
  Material medium;
  medium.name = "medium";
  medium.chi3 = chi3;
  input.materials = {medium};
  input.regions = {{"volume", "medium"}};
  input.boundaries = {{"default", Pec{}}};
  input.discretization =
      complete_section(dgtd::case_method(), "discretization",
                       {{"space", functions.space},
                        {"order", functions.order},
                        {"nonlinear", {{"method", solver}, {"max_iterations", 1000}}}});
  return input;
}

std::vector<double> start_field(const dgtd::Problem &problem) {
  return dgtd::project(problem, [](const Point &x) -> std::array<double, 3> {
    return {std::sin(k_pi * x[2]), 0, 0};
  });
}

} // namespace curlew::bench::kerr

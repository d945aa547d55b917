#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::bench::kerr {

struct Functions {
  const char *space;
  int order;
};

// Returns a cube of 1 m between conductors; E of 1 V/m at its largest, so that chi3 is the
// strength.
Case cube_case(const Functions &functions, double chi3, const std::string &solver);

// E_x = sin(pi z) in V/m, projected.
std::vector<double> start_field(const dgtd::Problem &problem);

} // namespace curlew::bench::kerr

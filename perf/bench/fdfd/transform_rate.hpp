#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// How fast the background's inverse runs, in real operations per second: one application from the
// scatterers' box to itself, one on the whole grid, and the product of square matrices.
struct TransformRate {
  double on_support, on_grid, zgemm;
};
TransformRate transform_rate(Backend backend, const Problem &problem);

} // namespace curlew::fdfd

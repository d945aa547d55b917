#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// Rates of the background's inverse in real operations per second: one application from the
// scatterers' box to itself, one on the whole grid, and the product of square matrices.
struct TransformRate {
  double on_support, on_grid, zgemm;
};
TransformRate transform_rate(Backend backend, const Problem &problem);

// Least seconds of one application on the whole grid, the forms in turns: by three transforms; by
// two and systems along z; and the latter with periods along x and y instead of the problem's own
// boundaries, by products and by Fourier transforms.
struct InverseSeconds {
  double three_transforms, layered, periods_by_products, periods_by_fourier;
};
InverseSeconds inverse_seconds(Backend backend, const Problem &problem);

} // namespace curlew::fdfd

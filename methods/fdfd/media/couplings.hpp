#pragma once

#include <curlew/methods/fdfd/media/brick_average.hpp>

namespace curlew::fdfd {

// Adds the entries of eps off the diagonal at oblique surfaces, from the tensor of the brick around
// each node, applied to the means of the two entries of a component that meet there:
//   (eps E)_x = eps_xx E_x + mean over both nodes of eps_xy <E_y> + eps_xz <E_z>,
// which is symmetric @cite werner2007. Gives the coupled entries ids of their own.
//
// A surface in an absorbing layer, or between materials for which BrickAverage makes no tensor,
// gets no such entries.
void add_couplings(const BrickAverage &average, int threads, Problem &problem);

} // namespace curlew::fdfd

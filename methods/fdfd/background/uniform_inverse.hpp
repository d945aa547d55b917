#pragma once

#include <curlew/methods/fdfd/background/background.hpp>
#include <curlew/methods/fdfd/background/layered_background.hpp>

#include <memory>

namespace curlew::fdfd {

// Makes the inverse with one material everywhere: a LayeredBackground, whose two transforms take
// half the time of three and lose fewer digits in thick layers, or a Background where z has a
// period.
template <class Space>
std::unique_ptr<const BackgroundInverse<Space>>
make_uniform_inverse(const Space &space, const Problem &problem, complex eps,
                     const Box &largest_from, const Box &largest_to,
                     const PlaneShares<Space> &shares = {}) {
  if (problem.axes[2].is_periodic())
    return std::make_unique<Background<Space>>(problem, make_modes(problem.axes, problem.threads),
                                               eps, largest_from, largest_to, shares);
  return std::make_unique<LayeredBackground<Space>>(
      space, problem, uniform_layers(eps), largest_from, largest_to,
      LayeredBackground<Space>::Waves::automatic, shares);
}

// Returns the device memory of that inverse on a rank, in bytes.
template <class Space>
double uniform_inverse_bytes(const Problem &problem, const Box &largest_from, const Box &largest_to,
                             const Share &share = {}) {
  return problem.axes[2].is_periodic()
             ? Background<Space>::bytes(problem, largest_from, largest_to, share)
             : LayeredBackground<Space>::bytes(problem, largest_from, largest_to, share);
}

} // namespace curlew::fdfd

#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/methods/fdfd/published/two_step.hpp>

#include <array>

namespace curlew::fdfd {

// Returns the product by the paper's six kernels in their order.
template <class Space, class Coefficients>
ApplyFunction<Space> two_step(const Problem &problem,
                              const std::array<Coefficients, 6> &coefficients) {
  const PaddedGrid grid = padded(problem);
  const System<Space> system = make_system<Space>(problem);
  const Vector<Space> t("curlew::fdfd::two_step", 3 * grid.size());
  return [=](const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    TwoStepKernel<Space, Coefficients, 0, true>::launch(space,
                                                        {system, grid, coefficients[0], x, x, t});
    TwoStepKernel<Space, Coefficients, 1, true>::launch(space,
                                                        {system, grid, coefficients[1], x, x, t});
    TwoStepKernel<Space, Coefficients, 2, true>::launch(space,
                                                        {system, grid, coefficients[2], x, x, t});
    TwoStepKernel<Space, Coefficients, 0, false>::launch(space,
                                                         {system, grid, coefficients[3], t, x, y});
    TwoStepKernel<Space, Coefficients, 1, false>::launch(space,
                                                         {system, grid, coefficients[4], t, x, y});
    TwoStepKernel<Space, Coefficients, 2, false>::launch(space,
                                                         {system, grid, coefficients[5], t, x, y});
  };
}

} // namespace curlew::fdfd

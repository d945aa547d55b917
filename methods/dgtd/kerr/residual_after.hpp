#pragma once

#include <curlew/methods/dgtd/problem.hpp>

namespace curlew::dgtd {

// Returns the largest residual of the local systems of all nonlinear tets, relative to the moments
// of their D, after so many iterations of a step that takes E from `before` to `after` (unknowns of
// all tets, in the order of the mesh), form exact, without conductivity and poles. As in a run the
// search starts from the step's result in the linear medium. Shows how a solver converges
// @cite meng2015, Fig. 5.2.
template <class Space>
double residual_after(const Space &space, const Problem &problem, NonlinearSolver solver,
                      const std::vector<double> &before, const std::vector<double> &after,
                      int iterations);

} // namespace curlew::dgtd

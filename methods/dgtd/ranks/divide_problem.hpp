#pragma once

#include <curlew/methods/dgtd/local_steps/step_classes.hpp>

#include <vector>

namespace curlew::dgtd {

// Returns tet -> rank for a whole problem: few faces between ranks, about the same bytes of a step
// in each, with local time steps of a coarse one. Throws InputError when a rank would get no tet.
std::vector<int> assign_tets(const Problem &whole, int ranks, const std::string &partition,
                             const StepClasses *classes = nullptr);

// Cuts the root's problem up and sends each rank its part: the tets of `owner`, in the order of the
// mesh, then as ghosts those of other ranks behind their faces, every group, and the ports,
// impedances and imposed fields on the walls of its tets. Other ranks give an empty problem;
// `owner` counts at the root only. Names of conductors and warnings stay at the root. Collective.
Problem divide_problem(const Case &input, Problem whole, const std::vector<int> &owner,
                       const Communicator &ranks, int threads);

} // namespace curlew::dgtd

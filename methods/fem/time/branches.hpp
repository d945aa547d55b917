#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/ports.hpp>
#include <curlew/methods/shared/ports/branches.hpp>

#include <vector>

namespace curlew::fem {

// Branches z, which stands in j k0 z in the equation of E: j omega / c times what the poles add to
// eps_r, with the speed of light c.
std::vector<Branch> branches_of(const Poles &poles);
// Of each of Model::terms what stands on it, by its boundary. Throws InputError for what face
// admittances (face_admittance.hpp) refuse and for an absorbing face or port in front of a medium
// whose impedance depends on the frequency.
std::vector<std::vector<Branch>> face_branches(const Case &input, const Model &model,
                                               const std::vector<Port> &ports);

} // namespace curlew::fem

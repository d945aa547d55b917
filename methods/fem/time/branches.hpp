#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/ports.hpp>
#include <curlew/methods/shared/ports/branches.hpp>

#include <vector>

namespace curlew::fem {

// Returns the branches z, which stand in j k0 z in the equation of E: j omega / c times the part of
// eps_r from the poles, with the speed of light c.
std::vector<Branch> branches_of(const Poles &poles);
// Returns the branches of each of Model::terms, from its boundary. Throws InputError for boundaries
// that face_admittances() (face_admittance.hpp) refuses, and for an absorbing face or port in front
// of a medium whose impedance depends on the frequency.
std::vector<std::vector<Branch>> face_branches(const Case &input, const Model &model,
                                               const std::vector<Port> &ports);

} // namespace curlew::fem

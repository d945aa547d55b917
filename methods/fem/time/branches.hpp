#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/ports/branches.hpp>

#include <vector>

namespace curlew::fem {

// Returns the branches z, which stand in j k0 z in the equation of E: j omega / c times the part of
// eps_r from the poles, with the speed of light c.
std::vector<Branch> branches_of(const Poles &poles);
// Returns the branches of each of Model::terms, by its law. Throws what FaceLaw::branches()
// (faces/face_law.hpp) does.
std::vector<std::vector<Branch>> face_branches(const Case &input, const Model &model,
                                               const std::vector<Port> &ports);

} // namespace curlew::fem

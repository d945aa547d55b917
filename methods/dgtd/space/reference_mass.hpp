#pragma once

#include <curlew/methods/dgtd/space/function_space.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew::dgtd {

// Returns the mass matrix of straight tets without quadrature (ReferenceMatrices::mass), for every
// space of this method.
template <class Space>
typename ReferenceMatrices<Space>::Table make_reference_mass(const FunctionSpace &space);

} // namespace curlew::dgtd

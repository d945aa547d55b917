#pragma once

#include <curlew/methods/dgtd/space/function_space.hpp>

namespace curlew::dgtd {

// Table of a full space: R^-1, with R the components of its functions on the reference tet in
// orthonormal polynomials p and along the axes k. R is square, because every component may be any
// polynomial.
template <int Blocks> struct ComponentTables {
  static constexpr int k_functions = space_size<3>(Blocks);
  double inverse[k_functions][k_functions]; // [3 p + k][function]
};

template <int Blocks> ComponentTables<Blocks> make_component_tables();

} // namespace curlew::dgtd

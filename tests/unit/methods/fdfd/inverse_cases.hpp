// Shared parts of the tests of both inverses of a background: vectors on the device, kinds of
// walls.
#pragma once

#include "background_cases.hpp"

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd::testing {

template <class Space> Vector<Space> to_device(const Values &values) {
  return to_view<Space>("curlew::test::vector", std::vector<Complex>(values.begin(), values.end()));
}

template <class View> Values to_host(const View &view) {
  const auto values = to_vector(view);
  return Values(values.begin(), values.end());
}

const Walls k_layers{Wall::pml, Wall::pml}, k_box{Wall::pec, Wall::pec};
const Walls k_period{Wall::periodic, Wall::periodic}, k_mirror{Wall::pmc, Wall::pmc};

} // namespace curlew::fdfd::testing

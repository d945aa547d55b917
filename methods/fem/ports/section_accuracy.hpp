#pragma once

#include <curlew/methods/fem/ports/ports.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Returns warnings for ports between conductors whose impedance the triangles of their faces have
// wrong by half a per cent or more: fields at edges of conductors are singular there. The energy of
// the potential with elements of the next order gives the estimate; at singular edges the error
// falls with the square of the order.
std::vector<std::string> impedance_warnings(const Case &input, const Model &model,
                                            const std::vector<Port> &ports);

} // namespace curlew::fem

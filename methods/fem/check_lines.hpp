#pragma once

#include <curlew/methods/fem/ports/ports.hpp>

#include <string>

namespace curlew::fem {

// Returns the line of `check` about a port: number, group, kind and area.
std::string port_line(const Port &port);

// Returns the lines of `check` about the resolution of each material at a frequency.
std::string resolution_lines(const Case &input, const Model &model, double frequency_hz);

} // namespace curlew::fem

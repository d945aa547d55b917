#pragma once

#include <curlew/methods/fem/model.hpp>

#include <string>

namespace curlew::fem {

// Returns why a structure may have fewer resonances than a case asks for, and the cure: its ports
// and absorbing faces let the waves out, and between matched ends nothing resonates. A sentence
// with a stop and a space before it; empty for a structure without such ends.
std::string open_ends_cause(const Model &model);

} // namespace curlew::fem

#pragma once

#include <curlew/methods/dgatd/source.hpp>

#include <string>
#include <vector>

namespace curlew::dgatd {

// Returns warnings for surfaces that a current passes through or touches. Collective.
std::vector<std::string> flux_warnings(const Case &input, const Problem &problem,
                                       const std::vector<Source> &sources);

} // namespace curlew::dgatd

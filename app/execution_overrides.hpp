#pragma once

#include <curlew/io/case/loader.hpp>

#include <string>
#include <vector>

namespace curlew::app {

// Returns the values that a command line changes in a case: those of --set, and of --backend and
// --threads where they are given (not empty, above 0).
Overrides execution_overrides(const std::vector<std::string> &settings, const std::string &backend,
                              int threads);

} // namespace curlew::app

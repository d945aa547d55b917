#pragma once

#include <string>
#include <vector>

namespace curlew::app {

// Turns this process into Python, which runs a command of Curlew's Python package: {"plot",
// "results"}. Throws InputError where Python cannot be started.
[[noreturn]] void become_python(const std::vector<std::string> &arguments);

} // namespace curlew::app

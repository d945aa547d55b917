#pragma once

#include <functional>
#include <string>

namespace curlew::bench {

// Called with a line of text as soon as a result is available.
using LogFunction = std::function<void(const std::string &)>;

} // namespace curlew::bench

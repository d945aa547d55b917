#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::dgtd {

// Returns the registration of the method: app/methods.cpp lists it.
Method method();

} // namespace curlew::dgtd

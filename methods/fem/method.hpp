#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::fem {

// The registration: app/methods.cpp lists it.
Method method();

} // namespace curlew::fem

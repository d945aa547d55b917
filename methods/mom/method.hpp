#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::mom {

// The registration: app/methods.cpp lists it.
Method method();

} // namespace curlew::mom

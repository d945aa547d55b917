#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::mom {

// Returns the registration of the method, which app/methods.cpp lists.
Method method();

} // namespace curlew::mom

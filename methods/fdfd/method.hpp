#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::fdfd {

// Returns the method's registration, which app/methods.cpp lists.
Method method();

} // namespace curlew::fdfd

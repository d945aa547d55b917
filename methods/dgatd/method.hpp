#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::dgatd {

// Returns the registration, which app/methods.cpp lists.
Method method();

} // namespace curlew::dgatd

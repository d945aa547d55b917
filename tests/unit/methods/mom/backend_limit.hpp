#pragma once

#include <curlew/core/parallel/backend.hpp>

namespace curlew::mom {

// Limit for the relative difference of matrices that a backend and processors fill. Closed forms
// lose digits where terms cancel: devices, which round otherwise, agree with processors to what
// these integrals are accurate to (measured 2e-9), and with themselves to rounding.
inline double limit_between(Backend backend) {
  return is_device_backend(backend) ? 1e-8 : 1e-13;
}

} // namespace curlew::mom

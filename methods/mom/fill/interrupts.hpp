#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/mom/integrals/function.hpp>

namespace curlew::mom {

// Returns true where a kernel on processors should leave out the rest of its work. The launcher of
// the kernel then calls stop_if_interrupted(). Kernels on devices are short, and go on.
template <class Space> CURLEW_MOM_FUNCTION bool is_interrupted() {
  if constexpr (is_device<Space>)
    return false;
  else
    return interrupt_requested();
}

inline void stop_if_interrupted() {
  if (interrupt_requested())
    throw Interrupted("stopped while the matrix was filled; finished solves are in the results, "
                      "--restart does the others");
}

} // namespace curlew::mom

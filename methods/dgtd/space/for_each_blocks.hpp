#pragma once

#include <curlew/methods/dgtd/space/function_space.hpp>

// Calls a macro with the number of each space of functions that the variant `packed` has.
#define CURLEW_FOR_EACH_BLOCKS(macro)                                                              \
  macro(1) macro(2) macro(3) macro(5) macro(k_bernstein + 3) macro(k_bernstein + 4)

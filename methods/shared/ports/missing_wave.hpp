#pragma once

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

namespace curlew {

// Of a run in time whose S has no value at a frequency: no wave came in at the ports.
InputError missing_wave(const Case &input, double frequency_hz);

} // namespace curlew

#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::sample {

// What a new method costs: this header, its source and a line in app/methods.cpp. It computes the
// wavelength in vacuum at each frequency of the case and writes wavelengths.csv.
Method method();

} // namespace curlew::sample

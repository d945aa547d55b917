#pragma once

#include <curlew/methods/shared/run/method.hpp>

namespace curlew::sample {

// A complete new method consists of this header, its source and a line in app/methods.cpp. This one
// computes the wavelength in vacuum at each frequency of the case and writes wavelengths.csv.
Method method();

} // namespace curlew::sample

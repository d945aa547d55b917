#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::mom {

// The conducting surfaces of a case. Throws what load_surface() and make_surface() do, and
// InputError for a surface group that no boundary names, and for a boundary that names no group.
Surface load_model(const Case &input, int threads);

// The largest extent along an axis, m.
double extent_m(const Surface &surface);

// How edges compare with the wavelength at one frequency.
struct Resolution {
  double frequency_hz = 0;
  double mean_edges_per_wavelength = 0, least_edges_per_wavelength = 0;
  double extent_wavelengths = 0;
};
Resolution resolution_of(const Surface &surface, double frequency_hz);

// What a run and `check` say of the case as a whole: defects of the mesh, edges too long for the
// highest frequency, sizes that look like another unit, surfaces that are small against the
// wavelength.
std::vector<std::string> model_warnings(const Case &input, const Surface &surface, int threads);

} // namespace curlew::mom

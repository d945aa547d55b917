#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// A strip whose triangles all touch its rim or the line in its middle: one or two are across it.
// Their currents are uniform across, by symmetry, and those of a thin conductor crowd at its edges:
// a uniform current has the inductance of a wire of radius e^-1.5 w, w the width, and the true one
// that of w / 4. Both differ by mu0 / 2 pi (1.5 - ln 4) for each metre.
struct NarrowStrip {
  Point middle;
  double width_m = 0, length_m = 0;
  double inductance_error = 0; // relative, of a line of the strip and its return
};

// Returns the strips that are three times as long as wide and longer. The inductance is that of a
// straight strip, or of one over a conducting plane of symmetry.
std::vector<NarrowStrip> narrow_strips(const Surface &surface);

// Returns a warning of the strip with the largest error where that is 2 % and more; else empty.
std::string narrow_strip_warning(const Case &input, const Surface &surface);

} // namespace curlew::mom

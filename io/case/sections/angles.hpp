#pragma once

#include <curlew/io/case/check_context.hpp>

#include <string>

namespace curlew {

// Warns of an angle, a list of angles or a sweep at a pointer that probably has another unit: more
// than 2 pi with the unit rad, or bare numbers that are no integers and at most 2 pi. A unit beside
// the number ends the doubt about a bare one.
void warn_of_angles(CheckContext &context, const std::string &pointer);

// Warns of angles from the z axis, as resolved at a pointer, that are below 0 or beyond 180 deg.
void warn_beyond_poles(CheckContext &context, const std::string &pointer);

} // namespace curlew

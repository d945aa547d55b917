#pragma once

#include <curlew/io/case/sections/boundaries/ports.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

namespace curlew {

// Mode of a rectangular guide with conducting walls on the face of a port. With kx = m pi / length
// and ky = n pi / width, x and y from the corner along both sides:
//   TE: e = ky cos(kx x) sin(ky y) x^ - kx sin(kx x) cos(ky y) y^,
//   TM: e = kx cos(kx x) sin(ky y) x^ + ky sin(kx x) cos(ky y) y^: @cite pozar2012 section 3.3.
struct RectangularMode {
  PortRectangle rectangle;
  GuideMode mode;

  double cutoff() const; // wavenumber of the cutoff, in the medium in front, 1/m
  Point field(const Point &place) const;
};

} // namespace curlew

#include <curlew/methods/dgtd/ports/guide_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::dgtd {
namespace {

void require_conducting_rim(const PortFace &face) {
  for (const Index edge : rim_edges(face))
    if (!face.edge_is_pec[edge])
      throw InputError(
          fmt::format("{}: a rectangular port has conducting walls all around, and its "
                      "rim from {} lies on none; give that wall \"pec\"",
                      face.location, describe_edge(face, edge)));
}

} // namespace

ScaledMode find_guide_mode(const PortFace &face, const PortPlane &plane, const GuideMode &mode) {
  require_conducting_rim(face);
  const PortRectangle rectangle = measure_rectangle(face, plane);
  // The means of squared sines and cosines are 1/2, or 0 and 1 without half waves.
  const double kx = k_pi * mode.m / rectangle.length_m, ky = k_pi * mode.n / rectangle.width_m;
  const double cos_x = mode.m > 0 ? 0.5 : 1, sin_x = mode.m > 0 ? 0.5 : 0;
  const double cos_y = mode.n > 0 ? 0.5 : 1, sin_y = mode.n > 0 ? 0.5 : 0;
  const double u = mode.is_magnetic() ? kx : ky, v = mode.is_magnetic() ? ky : kx;
  return {{rectangle, mode},
          1 / std::sqrt(plane.area_m2 * (u * u * cos_x * sin_y + v * v * sin_x * cos_y))};
}

double guide_impedance_ratio(const RectangularMode &guide, double wavenumber) {
  const double part = guide.cutoff() / wavenumber;
  const double c = std::sqrt(1 - part * part);
  return guide.mode.is_magnetic() ? c : 1 / c;
}

} // namespace curlew::dgtd

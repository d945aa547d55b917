#include <curlew/methods/dgtd/ports/guide_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::dgtd {
namespace {

double cutoff(const Port &port, int m, int n) {
  return k_pi * std::hypot(m / port.length_m, n / port.width_m);
}

void require_conducting_rim(const PortFace &face) {
  for (const Index edge : rim_edges(face))
    if (!face.edge_is_pec[edge])
      throw InputError(
          fmt::format("{}: a rectangular port has conducting walls all around, and its "
                      "rim from {} lies on none; give that wall \"pec\"",
                      face.location, describe_edge(face, edge)));
}

} // namespace

double Port::cutoff_wavenumber() const {
  return is_guide() ? cutoff(*this, m, n) : 0;
}

Point guide_field(const Port &port, const Point &place) {
  const Point r = place - port.corner;
  const double kx = k_pi * port.m / port.length_m, ky = k_pi * port.n / port.width_m;
  const double x = kx * dot(r, port.along), y = ky * dot(r, port.across);
  const double u = (port.is_magnetic ? kx : ky) * std::cos(x) * std::sin(y);
  const double v = (port.is_magnetic ? ky : -kx) * std::sin(x) * std::cos(y);
  return port.scale * (u * port.along + v * port.across);
}

void find_guide_mode(const PortFace &face, const PortPlane &plane, const std::string &mode,
                     Port &port) {
  require_conducting_rim(face);
  const PortRectangle rectangle = measure_rectangle(face, plane);
  port.corner = rectangle.corner;
  port.along = rectangle.along;
  port.across = rectangle.across;
  port.length_m = rectangle.length_m;
  port.width_m = rectangle.width_m;
  if (!mode.empty()) {
    port.is_magnetic = mode[1] == 'M';
    port.m = mode[2] - '0';
    port.n = mode[3] - '0';
  }
  // The means of squared sines and cosines are 1/2, or 0 and 1 without half waves.
  const double kx = k_pi * port.m / port.length_m, ky = k_pi * port.n / port.width_m;
  const double cos_x = port.m > 0 ? 0.5 : 1, sin_x = port.m > 0 ? 0.5 : 0;
  const double cos_y = port.n > 0 ? 0.5 : 1, sin_y = port.n > 0 ? 0.5 : 0;
  const double u = port.is_magnetic ? kx : ky, v = port.is_magnetic ? ky : kx;
  port.norm = 1;
  port.scale = 1 / std::sqrt(plane.area_m2 * (u * u * cos_x * sin_y + v * v * sin_x * cos_y));
  port.second_mode = second_mode_of_rectangle(port.length_m, port.width_m, port.m, port.n);
}

double guide_impedance_ratio(const Port &port, double wavenumber) {
  const double part = port.cutoff_wavenumber() / wavenumber;
  const double c = std::sqrt(1 - part * part);
  return port.is_magnetic ? c : 1 / c;
}

} // namespace curlew::dgtd

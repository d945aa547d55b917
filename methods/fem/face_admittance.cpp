#include <curlew/methods/fem/face_admittance.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/methods/fem/media.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/run/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_in_plane = 1e-3; // sine of the angle between a direction and a face

complex element_admittance(const Case &input, const Model &model, const Boundary &element,
                           double frequency_hz) {
  const TerminalEquation equation = terminal_equation(
      std::get<LumpedBoundarySpec>(element.condition).element, 2 * k_pi * frequency_hz);
  if (equation.current == 0.0)
    throw InputError(fmt::format("{}: at {:.6g} Hz the element is a short; take \"pec\"",
                                 where(input, element), frequency_hz));
  return k_eta0 * equation.voltage / equation.current * squares_of(input, model, element);
}

} // namespace

double squares_of(const Case &input, const Model &model, const Boundary &element) {
  const Vector3 &given = *std::get<LumpedBoundarySpec>(element.condition).direction;
  const Point direction = (1 / norm(given)) * given;
  double area = 0, low = std::numeric_limits<double>::infinity(), high = -low;
  for (const FaceTerm &term : model.terms) {
    if (term.boundary != &element)
      continue;
    const auto &n = model.topology.faces[term.face];
    const Point &a = model.mesh.points[n[0]], &b = model.mesh.points[n[1]],
                &c = model.mesh.points[n[2]];
    const Point normal = cross(b - a, c - a);
    if (std::abs(dot(normal, direction)) > k_in_plane * norm(normal))
      throw InputError(fmt::format("{}: the direction of the element does not lie in its face {}",
                                   where(input, element), describe_face(model.mesh, n)));
    area += triangle_area(a, b, c);
    for (const Index node : n) {
      const double x = dot(direction, model.mesh.points[node]);
      low = std::min(low, x);
      high = std::max(high, x);
    }
  }
  return (high - low) * (high - low) / area;
}

complex face_admittance(const Case &input, const Model &model, const std::vector<Port> &ports,
                        const FaceTerm &term, double frequency_hz) {
  const Boundary &boundary = *term.boundary;
  for (const Port &port : ports)
    if (port.boundary == &boundary)
      return wave_of(input, model, port, frequency_hz).admittance;
  if (holds<Abc>(boundary))
    return wave_admittance(input, model, term, frequency_hz);
  if (const auto *impedance = spec_of<SurfaceImpedanceSpec>(boundary))
    return k_eta0 / surface_impedance_ohm(*impedance, frequency_hz);
  return element_admittance(input, model, boundary, frequency_hz);
}

std::vector<complex> face_admittances(const Case &input, const Model &model,
                                      const std::vector<Port> &ports, double frequency_hz,
                                      bool with_modal) {
  std::map<const Boundary *, complex> of_boundary;
  for (const Port &port : ports)
    if (port.section && !with_modal)
      of_boundary[port.boundary] = 0;
  std::vector<complex> admittances;
  for (const FaceTerm &term : model.terms) {
    // Each absorbing face has the admittance of the medium in front of it.
    if (holds<Abc>(*term.boundary)) {
      admittances.push_back(wave_admittance(input, model, term, frequency_hz));
      continue;
    }
    const auto known = of_boundary.find(term.boundary);
    admittances.push_back(known != of_boundary.end()
                              ? known->second
                              : face_admittance(input, model, ports, term, frequency_hz));
    of_boundary[term.boundary] = admittances.back();
  }
  return admittances;
}

} // namespace curlew::fem

#include <curlew/methods/fem/ports/ports.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/ports/port_rims.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/ports/second_mode.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

std::string location_of(const Case &input, const Port &port) {
  return where(input, *port.boundary);
}

// Throws InputError where more than one medium lies in front of the port.
void require_one_medium(const Case &input, const Model &model, const Port &port) {
  for (const std::size_t k : port.terms)
    if (model.material[model.terms[k].tet] != model.material[model.terms[port.terms[0]].tet])
      throw InputError(
          fmt::format("{}: a {} port has one medium in front of it, and this one has "
                      "\"{}\" and \"{}\"",
                      location_of(input, port), port.spec().kind,
                      input.materials[model.material[model.terms[k].tet]].name,
                      input.materials[model.material[model.terms[port.terms[0]].tet]].name));
}

void measure_disc_of(const PortFace &face, const PortPlane &plane, Port &port) {
  const PortDisc disc = measure_disc(face, plane);
  port.corner = disc.centre;
  port.radius_m = disc.radius_m;
  const auto in_plane = [&](const Point &p) { return p - dot(p, port.normal) * port.normal; };
  port.along = in_plane(port.spec().direction ? *port.spec().direction : Point{1, 0, 0});
  constexpr double k_nothing = 1e-6;
  if (!port.spec().direction && norm(port.along) < k_nothing)
    port.along = in_plane({0, 1, 0});
  if (const double length = norm(port.along); length > 0)
    port.along = (1 / length) * port.along;
  port.across = cross(port.normal, port.along);
  const std::string &mode = port.spec().mode;
  if (!mode.empty())
    port.circular = {mode[1] == 'M', mode[2] - '0', mode[3] - '0'};
}

void measure_rectangle_of(const PortFace &face, const PortPlane &plane, Port &port) {
  const PortRectangle rectangle = measure_rectangle(face, plane);
  port.corner = rectangle.corner;
  port.along = rectangle.along;
  port.across = rectangle.across;
  port.length_m = rectangle.length_m;
  port.width_m = rectangle.width_m;
  const std::string &mode = port.spec().mode;
  if (mode.empty())
    return;
  port.is_magnetic = mode[1] == 'M';
  port.m = mode[2] - '0';
  port.n = mode[3] - '0';
}

// Measures the port's face as its kind requires.
void measure(const Case &input, const Model &model, Port &port) {
  const PortFace face = face_of(model, port, location_of(input, port));
  const PortPlane plane = measure_plane(face);
  port.normal = plane.normal;
  port.middle = plane.middle;
  port.area_m2 = plane.area_m2;
  const std::string &kind = port.spec().kind;
  if (kind == "lumped") {
    const PortStrip strip = measure_strip(face, plane, *port.spec().direction);
    port.along = strip.along;
    port.length_m = strip.length_m;
    port.width_m = strip.width_m;
  } else if (kind != "modal") {
    require_one_medium(input, model, port);
  }
  if (kind == "coaxial") {
    const PortRing ring = measure_ring(face, plane);
    port.coaxial_radii_m[0] = ring.inner_m;
    port.coaxial_radii_m[1] = ring.outer_m;
  }
  if (kind == "rectangular")
    measure_rectangle_of(face, plane, port);
  if (kind == "circular")
    measure_disc_of(face, plane, port);
}

// A mode of a guide and the wavenumber of its cutoff.
struct Cutoff {
  std::string mode;
  double wavenumber = std::numeric_limits<double>::infinity(); // in the medium, 1/m
};

Cutoff rectangular_cutoff(const Port &port, bool is_magnetic, int m, int n) {
  return {fmt::format("{}{}{}", is_magnetic ? "TM" : "TE", m, n),
          k_pi * std::hypot(m / port.length_m, n / port.width_m)};
}

Cutoff cutoff_of(const Port &port) {
  if (port.spec().kind == "circular")
    return {port.circular.name(), port.circular.zero() / port.radius_m};
  return rectangular_cutoff(port, port.is_magnetic, port.m, port.n);
}

// Returns the lowest other mode. The other polarisation of a circular mode always travels too, and
// is not counted.
SecondMode second_mode(const Port &port) {
  if (port.spec().kind == "coaxial")
    return second_mode_of_ring(port.coaxial_radii_m[0], port.coaxial_radii_m[1]);
  if (port.spec().kind == "circular") {
    const CircularMode next = next_circular_mode(port.circular);
    return {"the mode " + next.name(), next.zero() / port.radius_m};
  }
  return second_mode_of_rectangle(port.length_m, port.width_m, port.m, port.n);
}

std::string section_text(const Port &port) {
  return port.spec().kind == "circular"
             ? fmt::format("of radius {:.4g} m", port.radius_m)
             : fmt::format("{:.4g} x {:.4g} m", port.length_m, port.width_m);
}

// Returns eps mu of the medium in front of the port.
complex index_squared(const Case &input, const Model &model, const Port &port,
                      double frequency_hz) {
  const Material &material = input.materials[model.material[model.terms[port.terms[0]].tet]];
  return permittivity(material, frequency_hz)[0] * permeability(material, frequency_hz)[0];
}

} // namespace

std::vector<Port> find_ports(const Case &input, const Model &model) {
  std::map<int, Port> ports;
  for (std::size_t k = 0; k < model.terms.size(); ++k)
    if (const Boundary *boundary = model.terms[k].boundary; holds<PortSpec>(*boundary)) {
      Port &port = ports[port_of(*boundary)->index];
      port.boundary = boundary;
      port.terms.push_back(k);
    }
  std::vector<Port> result;
  for (auto &[index, port] : ports) {
    measure(input, model, port);
    result.push_back(std::move(port));
  }
  std::optional<DofMap> map;
  for (Port &port : result) {
    check_rim(input, model, port);
    if (port.spec().kind != "modal")
      continue;
    if (!map)
      map = make_dof_map(model.mesh, model.topology, choices_of(input).space);
    port.section = std::make_shared<PortSection>(input, model, port, *map);
  }
  return result;
}

PortWave wave_of(const Case &input, const Model &model, const Port &port, double frequency_hz) {
  const double k0 = wavenumber_of(frequency_hz);
  if (port.spec().kind == "lumped") {
    const double impedance = port.spec().impedance_ohm.value_or(50);
    const double squares = port.length_m / port.width_m;
    if (!port.spec().source)
      return {k_eta0 * squares / impedance, 0, impedance};
    const TerminalEquation source = terminal_equation(*port.spec().source, 2 * k_pi * frequency_hz);
    if (source.current == 0.0)
      throw InputError(fmt::format("{}: at {:.6g} Hz the source of the port is a short: it could "
                                   "not be seen; give it a resistance",
                                   location_of(input, port), frequency_hz));
    return {k_eta0 * squares * source.voltage / source.current, 0, impedance};
  }
  if (port.section) {
    for (const std::size_t k : port.terms)
      // wave_admittance() throws for an anisotropic medium.
      wave_admittance(input, model, model.terms[k], frequency_hz);
    const SectionMode &mode = port.section->modes(frequency_hz).front();
    return {mode.product, mode.constant, mode.impedance_ohm};
  }
  const complex index2 = index_squared(input, model, port, frequency_hz);
  if (index2.real() <= 0)
    throw InputError(
        fmt::format("{}: at {:.6g} Hz eps_r mu_r of the medium in front of the port is "
                    "{:.4g}, in which no mode travels",
                    location_of(input, port), frequency_hz, index2.real()));
  const complex y = wave_admittance(input, model, model.terms[port.terms[0]], frequency_hz);
  if (port.is_tem())
    return {y, k0 * std::sqrt(index2), 0};
  const auto [mode, cutoff] = cutoff_of(port);
  if (index2.real() * k0 * k0 <= cutoff * cutoff)
    throw InputError(fmt::format(
        "{}: at {:.6g} Hz the mode {} of the port, {}, is below its cutoff of {:.6g} Hz",
        location_of(input, port), frequency_hz, mode, section_text(port),
        cutoff * k_speed_of_light / (2 * k_pi * std::sqrt(index2.real()))));
  complex beta = std::sqrt(index2 * k0 * k0 - cutoff * cutoff);
  if (beta.imag() > 0)
    beta = -beta;
  // Z of the mode over Z of a plane wave: k / beta for TE, beta / k for TM.
  const complex ratio = beta / (k0 * std::sqrt(index2));
  const bool is_magnetic =
      port.spec().kind == "circular" ? port.circular.is_magnetic : port.is_magnetic;
  const complex admittance = is_magnetic ? y / ratio : y * ratio;
  return {admittance, beta, k_eta0 / admittance.real()};
}

std::string second_mode_warning(const Case &input, const Model &model, const Port &port,
                                double frequency_hz) {
  if (port.spec().kind == "lumped" || port.spec().kind == "tem" ||
      port.spec().kind == "parallel-plate")
    return "";
  if (port.section) {
    const std::vector<SectionMode> &modes = port.section->modes(frequency_hz);
    const std::size_t next = static_cast<std::size_t>(port.spec().modes);
    if (modes.size() <= next || !modes[next].travels())
      return "";
    const SecondMode mode{fmt::format("the mode {}", next + 1), 0};
    return curlew::second_mode_warning(location_of(input, port), frequency_hz, 1, mode) +
           "; raise \"modes\"";
  }
  const double k = wavenumber_of(frequency_hz) *
                   std::sqrt(index_squared(input, model, port, frequency_hz).real());
  return curlew::second_mode_warning(location_of(input, port), frequency_hz, k, second_mode(port));
}

} // namespace curlew::fem

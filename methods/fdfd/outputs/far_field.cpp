#include <curlew/methods/fdfd/outputs/far_field.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel_host.hpp>

#include <cmath>
#include <stdexcept>

namespace curlew::fdfd {
namespace {

using Vector = std::array<double, 3>;

// The unit vectors of spherical coordinates in a direction.
struct Frame {
  Vector r, theta, phi;

  explicit Frame(const Direction &direction) {
    const double t = direction.theta_deg * k_pi / 180, p = direction.phi_deg * k_pi / 180;
    r = {std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)};
    theta = {std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)};
    phi = {-std::sin(p), std::cos(p), 0};
  }
};

// exp(jk r.r') along one axis, from the node or half `first` on.
std::vector<complex> phases(const Axis &axis, bool on_halves, Index first, Index count,
                            double wavenumber) {
  std::vector<complex> values(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i)
    values[i] =
        std::polar(1.0, wavenumber * (on_halves ? axis.half_m(first + i) : axis.node_m(first + i)));
  return values;
}

// What a pair radiates: the integrals of its J along u, and of its M along w.
struct Radiated {
  complex electric_current = 0, magnetic_current = 0;
};

Radiated radiated(const HuygensSurface &surface, const FacePair &pair, const Vector &r) {
  const double k = surface.wavenumber;
  const auto along_u =
      phases(surface.axes[pair.u], true, pair.first_u, pair.count_u, k * r[pair.u]);
  const auto along_w =
      phases(surface.axes[pair.w], false, pair.first_w, pair.count_w, k * r[pair.w]);
  complex electric = 0, magnetic = 0;
  for (Index b = 0; b < pair.count_w; ++b) {
    complex row_electric = 0, row_magnetic = 0;
    const std::size_t row = std::size_t(b) * pair.count_u;
    for (Index a = 0; a < pair.count_u; ++a) {
      row_electric += along_u[a] * pair.electric[row + a];
      row_magnetic += along_u[a] * pair.magnetic[row + a];
    }
    electric += along_w[b] * row_electric;
    magnetic += along_w[b] * row_magnetic;
  }
  // The values swap places: J, made of H, lies on the plane, M, made of E, inside.
  const double weight = pair.current_sign() * pair.area_m2;
  return {weight * magnetic * std::polar(1.0, k * r[pair.axis] * pair.plane_m),
          weight * electric * std::polar(1.0, k * r[pair.axis] * pair.inside_m)};
}

complex dot(const std::array<complex, 3> &a, const Vector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

FarField far_field(const HuygensSurface &surface, const Direction &direction) {
  const Frame frame(direction);
  std::array<complex, 3> n{}, l{};
  for (const FacePair &pair : surface.pairs) {
    const Radiated one = radiated(surface, pair, frame.r);
    n[pair.u] += one.electric_current;
    l[pair.w] += one.magnetic_current;
  }
  const complex factor(0, surface.wavenumber / (4 * k_pi));
  return {-factor * (dot(l, frame.phi) + k_eta0 * dot(n, frame.theta)),
          factor * (dot(l, frame.theta) - k_eta0 * dot(n, frame.phi))};
}

Direction direction_of(double x, double y, double z) {
  const double degree = 180 / k_pi;
  return {std::atan2(std::hypot(x, y), z) * degree, std::atan2(y, x) * degree};
}

} // namespace

std::vector<FarField> far_field(const HuygensSurface &surface,
                                const std::vector<Direction> &directions, int threads) {
  std::vector<FarField> fields(directions.size());
  parallel_chunks(
      directions.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          fields[i] = far_field(surface, directions[i]);
      },
      1);
  return fields;
}

std::vector<Direction> all_directions(const std::vector<double> &theta_deg,
                                      const std::vector<double> &phi_deg) {
  std::vector<Direction> directions;
  for (const double phi : phi_deg)
    for (const double theta : theta_deg)
      directions.push_back({theta, phi});
  return directions;
}

CrossSection cross_section(const FarField &field, double incident) {
  if (!(incident > 0))
    throw std::invalid_argument("a radar cross section without an incident wave");
  const double factor = 4 * k_pi / (incident * incident);
  return {factor * std::norm(field.theta), factor * std::norm(field.phi)};
}

double amplitude(const IncidentWave &incident) {
  double sum = 0;
  for (const Complex &component : incident.electric_amplitude)
    sum += std::norm(complex(component));
  return std::sqrt(sum);
}

Direction forward(const IncidentWave &incident) {
  return direction_of(incident.wave_vector[0], incident.wave_vector[1], incident.wave_vector[2]);
}

Direction backward(const IncidentWave &incident) {
  return direction_of(-incident.wave_vector[0], -incident.wave_vector[1], -incident.wave_vector[2]);
}

} // namespace curlew::fdfd

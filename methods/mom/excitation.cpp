#include <curlew/methods/mom/excitation.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>

#include <algorithm>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using FieldVector = std::array<complex, 3>;

// Returns the field that a basis function is tested with at a point of a face: electric E +
// magnetic eta0 n x H.
FieldVector tested_field(const Combination &with, const IncidentWave &incident, const Face &face,
                         const double *r) {
  FieldVector e, h, field;
  for (int d = 0; d < 3; ++d) {
    const Complex one = incident.electric(d, r[0], r[1], r[2]);
    const Complex other = incident.magnetic(d, r[0], r[1], r[2]);
    e[d] = complex(one.real(), one.imag());
    h[d] = k_eta0 * complex(other.real(), other.imag());
  }
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    field[d] = with.electric * e[d] +
               with.magnetic * (with.turned ? face.normal[u] * h[v] - face.normal[v] * h[u] : h[d]);
  }
  return field;
}

} // namespace

std::vector<complex> make_rhs(const Surface &own, const Quadrature &quadrature,
                              const Combination &with, const IncidentWave &incident, int threads) {
  // A function tested with the wave's image is the function's image tested with the wave. H has the
  // images of magnetic currents; n x H turns them into those of electric ones.
  const bool magnetic = with.magnetic != 0 && !with.turned;
  const Surface images = own.planes.empty()
                             ? Surface()
                             : with_images(own, magnetic ? Current::magnetic : Current::electric);
  const Surface &surface = own.planes.empty() ? own : images;
  const TriangleRule &rule =
      triangle_rule(quadrature.testing == Testing::centroid ? 1 : quadrature.near);
  // For each face: the integrals with a basis function of an edge of length 1 opposite to each
  // corner.
  std::vector<std::array<complex, 3>> of_face(surface.faces.size());
  parallel_chunks(of_face.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const Face &face = surface.faces[f];
      for (std::size_t i = 0; i < rule.weights.size(); ++i) {
        double r[3];
        face.point(rule.points[i][1], rule.points[i][2], r);
        const FieldVector field = tested_field(with, incident, face, r);
        for (int corner = 0; corner < 3; ++corner)
          for (int d = 0; d < 3; ++d)
            of_face[f][corner] +=
                0.5 * rule.weights[i] * (r[d] - face.corner[corner][d]) * field[d];
      }
    }
  });
  const double share = share_of_wave(own.planes, incident);
  std::vector<complex> rhs(surface.basis.size());
  for (std::size_t slot = 0; slot + 1 < surface.slot_offset.size(); ++slot)
    for (Index h = surface.slot_offset[slot]; h < surface.slot_offset[slot + 1]; ++h)
      rhs[surface.halves[h].basis] +=
          share * surface.halves[h].weight * of_face[slot / 3][slot % 3];
  return rhs;
}

std::vector<complex> make_system_rhs(const Surface &surface, const Spec &spec,
                                     const Combination &with, const IncidentWave &incident,
                                     int threads) {
  std::vector<complex> rhs = make_rhs(surface, spec.quadrature, with, incident, threads);
  if (spec.formulation != Formulation::pmchwt)
    return rhs;
  Combination magnetic{with.wavenumber, 0, 1};
  magnetic.turned = false;
  const BothFunctions functions = both_functions(surface, spec.media);
  const std::vector<complex> tested =
      make_rhs(functions.all, spec.quadrature, magnetic, incident, threads);
  for (const Index n : functions.magnetic)
    rhs.push_back(tested[n]);
  return rhs;
}

namespace {

// Incidence of a wave on a plane: true where it travels along the plane, and the shares of |E|^2
// across the plane and along it.
struct Incidence {
  bool is_along = false;
  double across = 0, along = 0;
};

constexpr double k_rounding = 1e-12; // relative deviation of directions

Incidence incidence_on(const ImagePlane &plane, const IncidentWave &incident) {
  double k_squared = 0, e_squared = 0, across = 0;
  for (int d = 0; d < 3; ++d) {
    const Complex &e = incident.electric_amplitude[d];
    const double squared = std::norm(complex(e.real(), e.imag()));
    k_squared += std::pow(incident.wave_vector[d], 2);
    e_squared += squared;
    across += d == plane.axis ? squared : 0;
  }
  return {std::abs(incident.wave_vector[plane.axis]) <= k_rounding * std::sqrt(k_squared),
          across / e_squared, 1 - across / e_squared};
}

} // namespace

double share_of_wave(const std::vector<ImagePlane> &planes, const IncidentWave &incident) {
  double share = 1;
  for (const ImagePlane &plane : planes) {
    const Incidence one = incidence_on(plane, incident);
    if (one.is_along &&
        (plane.type == ImagePlane::Type::pec ? one.along : one.across) <= k_rounding)
      share *= 0.5;
  }
  return share;
}

bool is_cancelled(const std::vector<ImagePlane> &planes, const IncidentWave &incident) {
  return std::any_of(planes.begin(), planes.end(), [&](const ImagePlane &plane) {
    const Incidence one = incidence_on(plane, incident);
    return one.is_along &&
           (plane.type == ImagePlane::Type::pec ? one.across : one.along) <= k_rounding;
  });
}

IncidentWave outgoing_wave(const Surface &surface, const IncidentWave &incident) {
  IncidentWave wave = incident;
  for (const ImagePlane &plane : surface.planes) {
    if (side_of(surface, plane) * wave.wave_vector[plane.axis] >= 0)
      continue;
    const complex phase = std::polar(1.0, -2 * plane.at_m * wave.wave_vector[plane.axis]);
    const double sign = plane.type == ImagePlane::Type::pec ? -1 : 1;
    wave.wave_vector[plane.axis] *= -1;
    for (int d = 0; d < 3; ++d) {
      const double turned = d == plane.axis ? -sign : sign;
      wave.electric_amplitude[d] *= turned * Complex(phase.real(), phase.imag());
      wave.magnetic_amplitude[d] *= -turned * Complex(phase.real(), phase.imag());
    }
  }
  return wave;
}

} // namespace curlew::mom

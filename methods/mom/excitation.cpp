#include <curlew/methods/mom/excitation.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using FieldVector = std::array<complex, 3>;

// What a basis function is multiplied by at a point of a face: electric E + magnetic eta0 n x H.
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
    field[d] =
        with.electric * e[d] + with.magnetic * (face.normal[u] * h[v] - face.normal[v] * h[u]);
  }
  return field;
}

} // namespace

std::vector<complex> make_rhs(const Surface &surface, const Quadrature &quadrature,
                              const Combination &with, const IncidentWave &incident, int threads) {
  const TriangleRule &rule =
      triangle_rule(quadrature.testing == Testing::centroid ? 1 : quadrature.near);
  // Of each face, with a basis function for an edge of length 1 opposite to each corner.
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
  std::vector<complex> rhs(surface.basis.size());
  for (std::size_t slot = 0; slot + 1 < surface.slot_offset.size(); ++slot)
    for (Index h = surface.slot_offset[slot]; h < surface.slot_offset[slot + 1]; ++h)
      rhs[surface.halves[h].basis] += surface.halves[h].weight * of_face[slot / 3][slot % 3];
  return rhs;
}

} // namespace curlew::mom

#include <curlew/methods/mom/outputs/currents.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/integrals/triangle_rules.hpp>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

// J at the barycentric points of a face, A/m, and its divergence, A/m^2.
struct FaceSolution {
  complex coefficient[3]; // [corner]: sum of its halves
  const Face &face;

  // `scale`: factor of x.
  FaceSolution(const Surface &surface, const std::vector<complex> &x, std::size_t f,
               double scale = 1 / k_eta0)
      : coefficient{}, face(surface.faces[f]) {
    if (x.empty())
      return;
    for (int i = 0; i < 3; ++i)
      for (Index h = surface.slot_offset[3 * f + i]; h < surface.slot_offset[3 * f + i + 1]; ++h)
        coefficient[i] += scale * surface.halves[h].weight * x[surface.halves[h].basis];
  }
  ComplexVector at(const double *r) const {
    ComplexVector j{};
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d)
        j[d] += coefficient[i] * (r[d] - face.corner[i][d]) / (2 * face.area);
    return j;
  }
  complex divergence() const {
    return (coefficient[0] + coefficient[1] + coefficient[2]) / face.area;
  }
};

} // namespace

SurfaceCurrents surface_currents(const Surface &surface, const Quadrature &quadrature,
                                 const std::vector<complex> &x, double wavenumber,
                                 const std::vector<complex> &m) {
  const TriangleRule &rule =
      triangle_rule(quadrature.testing == Testing::centroid ? 3 : quadrature.near);
  SurfaceCurrents currents;
  currents.wavenumber = wavenumber;
  const std::size_t points = surface.faces.size() * rule.weights.size();
  currents.positions_m.reserve(points);
  currents.J.reserve(points);
  currents.M.reserve(points);
  currents.areas_m2.reserve(points);
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const FaceSolution solution(surface, x, f), magnetic(surface, m, f, 1);
    for (std::size_t i = 0; i < rule.weights.size(); ++i) {
      double r[3];
      solution.face.point(rule.points[i][1], rule.points[i][2], r);
      currents.positions_m.push_back({r[0], r[1], r[2]});
      currents.J.push_back(solution.at(r));
      currents.M.push_back(magnetic.at(r));
      currents.areas_m2.push_back(rule.weights[i] * solution.face.area);
    }
  }
  return currents;
}

FaceCurrents face_currents(const Surface &surface, const std::vector<complex> &x,
                           double wavenumber) {
  const complex factor(0, 1 / (wavenumber * k_speed_of_light));
  FaceCurrents currents;
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    const FaceSolution solution(surface, x, f);
    currents.current.push_back(solution.at(solution.face.centroid));
    currents.charge.push_back(factor * solution.divergence());
  }
  return currents;
}

} // namespace curlew::mom

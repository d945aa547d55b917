#include <curlew/methods/fem/outputs/fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/element_tables.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Returns true for a medium that can absorb power. Losses come from the non-Hermitian parts of its
// tensors.
bool is_lossy(const Media &media, Index medium) {
  const auto is_complex = [](const complex &c) { return c.imag() != 0; };
  const ComplexTensor &eps = media.eps[medium], &inverse_mu = media.inverse_mu[medium];
  return std::any_of(eps.begin(), eps.end(), is_complex) ||
         std::any_of(inverse_mu.begin(), inverse_mu.end(), is_complex) ||
         !is_symmetric(media, medium);
}

complex complex_dot(const Point &a, const ComplexVector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Replaces the tangential H of the solution on an absorbing face by that of the face's own law,
// n x H = -(y / eta0) E_tan. `solved`: both fields of the solution; `shown`: these, or with the
// incident wave.
void take_law_of_face(Fields::Both &shown, const Fields::Both &solved, const Point &normal,
                      complex y) {
  const ComplexVector n_x_e = complex_cross(normal, solved.E),
                      by_curl = complex_cross(normal, solved.H);
  const ComplexVector curl_tangential = complex_cross(normal, by_curl); // -H_tan
  for (int d = 0; d < 3; ++d)
    shown.H[d] += y / k_eta0 * n_x_e[d] + curl_tangential[d];
}

// Calls f(point, both fields, normal, weight) at the points of a rule on each face.
template <class F>
void integrate(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total, F &&f) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const auto rule = triangle_rule(2 * problem.dofs.space.degree());
  // E of mixed first order is no better than its curl, and far fields by the law are worse.
  const bool takes_law = !(problem.dofs.space == ElementSpace{1, true});
  for (const RadiatingFace &face : faces) {
    const TriangleShape shape = shape_of_face(model.mesh, problem.dofs, model.topology, face.face);
    for (std::size_t q = 0; q < rule.weights.size(); ++q) {
      const auto &l = rule.points[q];
      const TriangleFrame frame = frame_at(shape, l.data());
      Point p, normal;
      shape.point(l.data(), p.data());
      for (int d = 0; d < 3; ++d)
        normal[d] = frame.normal[d];
      // The shape's normal is about the ascending nodes; a curved face bends little.
      if (curlew::dot(normal, face.normal) < 0)
        normal = -1.0 * normal;
      const auto at = on_tet(model, face.face, face.tet, l);
      Fields::Both both = fields.at(face.tet, at, total);
      if (takes_law && model.topology.face_tets[face.face][1] < 0)
        take_law_of_face(both, total ? fields.at(face.tet, at, false) : both, normal,
                         fields.admittance_in_front(face.tet));
      f(p, both, normal, 0.5 * frame.area_factor * rule.weights[q]);
    }
  }
}

} // namespace

Fields::Fields(const Problem &problem, const Media &media, const PhasorField &x,
               double frequency_hz, const IncidentWave *incident)
    : problem_(problem), media_(media), x_(x), incident_(incident), frequency_hz_(frequency_hz),
      wavenumber_(wavenumber_of(frequency_hz)) {
  if (incident == nullptr || problem.is_shielded.empty())
    return;
  shielded_ = wave_at_shields(problem, *incident);
  add(shielded_, 1, x);
}

Fields::Both Fields::at(Index tet, const std::array<double, 4> &barycentric, bool total) const {
  const DofMap &map = problem_.dofs;
  return at(tet, BasisTable(map.per_tet, {ascending(map, tet, barycentric)}), total).front();
}

std::vector<Fields::Both> Fields::at(Index tet, const BasisTable &table, bool total) const {
  const TetShape shape = shape_of_tet(problem_.model.mesh, problem_.dofs, tet);
  const bool is_total = is_of_total_field(tet);
  std::vector<FieldAndCurl> local(table.points().size());
  fields_in_tet(problem_.dofs, shape, is_total ? shielded_ : x_, tet, table, local.data());
  const FullTensor inverse_mu = inverse_mu_of(media_, media_.of_tet[tet]);
  const bool adds_wave =
      incident_ != nullptr && total != is_total && media_.of_tet[tet] < media_.layers_from;
  std::vector<Both> fields(local.size());
  for (std::size_t q = 0; q < local.size(); ++q) {
    Both &both = fields[q];
    both = {local[q].field, inverse_mu.times(local[q].curl)};
    // The solution has curl E = -j k0 eta0 mu_r H.
    for (complex &component : both.H)
      component *= complex(0, 1 / (wavenumber_ * k_eta0));
    if (!adds_wave)
      continue;
    Point p;
    shape.point(table.points()[q].data(), p.data());
    const double sign = is_total ? -1 : 1;
    // The incident H is that of vacuum, and the scattered curl E gives mu H - H_incident.
    ComplexVector incident_h;
    for (int d = 0; d < 3; ++d) {
      both.E[d] += sign * complex(incident_->electric(d, p[0], p[1], p[2]));
      incident_h[d] = sign * complex(incident_->magnetic(d, p[0], p[1], p[2]));
    }
    const ComplexVector inside = inverse_mu.times(incident_h);
    for (int d = 0; d < 3; ++d)
      both.H[d] += inside[d];
  }
  return fields;
}

complex Fields::admittance_in_front(Index tet) const {
  const Index medium = media_.of_tet[tet];
  return std::sqrt(eps_of(media_, medium).entries[0][0] *
                   inverse_mu_of(media_, medium).entries[0][0]);
}

Point point_in_tet(const Problem &problem, Index tet, const std::array<double, 4> &barycentric) {
  Point p;
  shape_of_tet(problem.model.mesh, problem.dofs, tet)
      .point(ascending(problem.dofs, tet, barycentric).data(), p.data());
  return p;
}

SurfaceCurrents surface_currents(const Fields &fields, const std::vector<RadiatingFace> &faces) {
  SurfaceCurrents currents;
  currents.wavenumber = fields.wavenumber();
  integrate(fields, faces, false,
            [&](const Point &p, const Fields::Both &both, const Point &normal, double weight) {
              currents.positions_m.push_back(p);
              currents.J.push_back(complex_cross(normal, both.H));
              const ComplexVector m = complex_cross(normal, both.E);
              currents.M.push_back({-m[0], -m[1], -m[2]});
              currents.areas_m2.push_back(weight);
            });
  return currents;
}

double power_through(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total) {
  double power = 0;
  integrate(fields, faces, total,
            [&](const Point &, const Fields::Both &both, const Point &normal, double weight) {
              ComplexVector conjugate;
              for (int d = 0; d < 3; ++d)
                conjugate[d] = std::conj(both.H[d]);
              const ComplexVector poynting = {both.E[1] * conjugate[2] - both.E[2] * conjugate[1],
                                              both.E[2] * conjugate[0] - both.E[0] * conjugate[2],
                                              both.E[0] * conjugate[1] - both.E[1] * conjugate[0]};
              power += 0.5 * weight * complex_dot(normal, poynting).real();
            });
  return power;
}

TetRule::TetRule(const DofMap &map)
    : weights(tet_rule(2 * map.space.degree()).weights),
      table(map.per_tet, tet_rule(2 * map.space.degree()).points) {}

TetForms forms_of(const Fields &fields, const Media &media, Index tet, const TetRule &rule,
                  const std::function<bool(const Point &)> &counts) {
  const Problem &problem = fields.problem();
  const TetShape shape = shape_of_tet(problem.model.mesh, problem.dofs, tet);
  const Index medium = media.of_tet[tet];
  const FullTensor eps = eps_of(media, medium), mu = inverse(inverse_mu_of(media, medium));
  const std::vector<Fields::Both> both = fields.at(tet, rule.table, true);
  TetForms forms{};
  double volume = 0;
  for (std::size_t q = 0; q < both.size(); ++q) {
    if (q == 0 || shape.is_curved)
      volume = frame_at(shape, rule.table.points()[q].data()).volume_factor() / 6;
    if (Point p; counts) {
      shape.point(rule.table.points()[q].data(), p.data());
      if (!counts(p))
        continue;
    }
    forms.electric += rule.weights[q] * volume * quadratic(eps, both[q].E);
    forms.magnetic += rule.weights[q] * volume * quadratic(mu, both[q].H);
  }
  return forms;
}

// omega / 2 Im(-E* D - H* B), by k0 and eta0.
double power_of(const TetForms &forms, double wavenumber) {
  return -0.5 * wavenumber * (forms.electric.imag() / k_eta0 + forms.magnetic.imag() * k_eta0);
}

double absorbed_in_media(const Fields &fields, const Media &media) {
  const Problem &problem = fields.problem();
  const TetRule rule(problem.dofs);
  std::vector<double> parts(problem.tets.size(), 0);
  parallel_chunks(problem.tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Index tet = problem.tets[k], medium = media.of_tet[tet];
      if (medium >= media.layers_from || !is_lossy(media, medium))
        continue;
      parts[k] = power_of(forms_of(fields, media, tet, rule), fields.wavenumber());
    }
  });
  double sum = 0;
  for (const double part : parts)
    sum += part;
  return sum;
}

} // namespace curlew::fem

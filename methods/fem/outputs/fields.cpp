#include <curlew/methods/fem/outputs/fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

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

struct FaceSample {
  Point position_m, normal;
  Fields::Both both;
  double weight;
};

// Calls f(point, both fields, normal, weight) at the points of a rule on each face.
template <class F>
void integrate(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total, F &&f) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const auto rule = triangle_rule(2 * problem.dofs.space.degree());
  // E of mixed first order is no better than its curl, and far fields by the law are worse.
  const bool takes_law = !(problem.dofs.space == ElementSpace{1, true});
  const std::size_t per_face = rule.weights.size();
  const auto sample = [&](const RadiatingFace &face, FaceSample *samples) {
    const TriangleShape shape = shape_of_face(model.mesh, problem.dofs, model.topology, face.face);
    std::vector<std::array<double, 4>> points(per_face);
    for (std::size_t q = 0; q < per_face; ++q)
      points[q] =
          ascending(problem.dofs, face.tet, on_tet(model, face.face, face.tet, rule.points[q]));
    const BasisTable table(problem.dofs.per_tet, std::move(points));
    const bool by_law = takes_law && model.topology.face_tets[face.face][1] < 0;
    const auto shown = fields.at(face.tet, table, total);
    const auto solved = by_law && total ? fields.at(face.tet, table, false) : shown;
    for (std::size_t q = 0; q < per_face; ++q) {
      const auto &l = rule.points[q];
      const TriangleFrame frame = frame_at(shape, l.data());
      FaceSample &one = samples[q];
      shape.point(l.data(), one.position_m.data());
      for (int d = 0; d < 3; ++d)
        one.normal[d] = frame.normal[d];
      // The shape's normal is about the ascending nodes; a curved face bends little.
      if (curlew::dot(one.normal, face.normal) < 0)
        one.normal = -1.0 * one.normal;
      one.both = shown[q];
      if (by_law)
        take_law_of_face(one.both, solved[q], one.normal, fields.admittance_in_front(face.tet));
      one.weight = 0.5 * frame.area_factor * rule.weights[q];
    }
  };
  // Threads fill a block of samples, which are then taken in order: the same sums for any number.
  constexpr std::size_t k_block = 8192, k_grain = 64;
  std::vector<FaceSample> samples(std::min(k_block, faces.size()) * per_face);
  for (std::size_t first = 0; first < faces.size(); first += k_block) {
    const std::size_t count = std::min(k_block, faces.size() - first);
    parallel_chunks(
        count, problem.threads,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k)
            sample(faces[first + k], &samples[k * per_face]);
        },
        k_grain);
    for (std::size_t k = 0; k < count * per_face; ++k)
      f(samples[k].position_m, samples[k].both, samples[k].normal, samples[k].weight);
  }
}

// Sums of w conj(v_i) v_j over vectors v, from which v* T v follows for any tensor T.
class OuterProduct {
public:
  void add(double weight, const ComplexVector &v) {
    for (int i = 0; i < 3; ++i) {
      const double re = weight * v[i].real(), im = weight * v[i].imag();
      diagonal_[i] += re * v[i].real() + im * v[i].imag();
      for (int j = i + 1; j < 3; ++j) {
        re_[i + j - 1] += re * v[j].real() + im * v[j].imag();
        im_[i + j - 1] += re * v[j].imag() - im * v[j].real();
      }
    }
  }
  complex quadratic(const FullTensor &t) const {
    complex sum = 0;
    for (int i = 0; i < 3; ++i) {
      sum += t.entries[i][i] * diagonal_[i];
      for (int j = i + 1; j < 3; ++j) {
        const complex product(re_[i + j - 1], im_[i + j - 1]);
        sum += t.entries[i][j] * product + t.entries[j][i] * std::conj(product);
      }
    }
    return sum;
  }

private:
  double diagonal_[3] = {}, re_[3] = {}, im_[3] = {}; // re_, im_: (0,1), (0,2), (1,2)
};

// Integrates by the fields at each point, with the incident wave.
TetForms forms_by_points(const Fields &fields, const TetShape &shape, const FullTensor &eps,
                         const FullTensor &mu, Index tet, const TetRule &rule) {
  const std::vector<Fields::Both> both = fields.at(tet, rule.table, true);
  TetForms forms{};
  double volume = 0;
  for (std::size_t q = 0; q < both.size(); ++q) {
    if (q == 0 || shape.is_curved)
      volume = frame_at(shape, rule.table.points()[q].data()).volume_factor() / 6;
    forms.electric += rule.weights[q] * volume * quadratic(eps, both[q].E);
    forms.magnetic += rule.weights[q] * volume * quadratic(mu, both[q].H);
  }
  return forms;
}

} // namespace

Fields::Fields(const Problem &problem, const Media &media, const PhasorField &x,
               double frequency_hz, const IncidentWave *incident)
    : problem_(problem), media_(media), x_(x), incident_(incident), frequency_hz_(frequency_hz),
      wavenumber_(wavenumber_of(frequency_hz)) {
  if (incident == nullptr || problem.has_total_field.empty())
    return;
  total_ = wave_at_total_field(problem, *incident);
  add(total_, 1, x);
}

Fields::Both Fields::at(Index tet, const std::array<double, 4> &barycentric, bool total) const {
  const DofMap &map = problem_.dofs;
  return at(tet, BasisTable(map.per_tet, {ascending(map, tet, barycentric)}), total).front();
}

std::vector<Fields::Both> Fields::at(Index tet, const BasisTable &table, bool total) const {
  const TetShape shape = shape_of_tet(problem_.model.mesh, problem_.dofs, tet);
  const bool is_total = is_of_total_field(tet);
  std::vector<FieldAndCurl> local(table.points().size());
  solution_at(tet, shape, table, local.data());
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

void Fields::solution_at(Index tet, const TetShape &shape, const BasisTable &table,
                         FieldAndCurl *fields) const {
  fields_in_tet(problem_.dofs, shape, is_of_total_field(tet) ? total_ : x_, tet, table, fields);
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

TetRule::TetRule(const DofMap &map) : TetRule(map, tet_rule(2 * map.space.degree())) {}
TetRule::TetRule(const DofMap &map, const SimplexRule<4> &rule)
    : weights(rule.weights), table(map.per_tet, rule.points) {}

TetForms forms_of(const Fields &fields, const Media &media, Index tet, const TetRule &rule) {
  const Problem &problem = fields.problem();
  const TetShape shape = shape_of_tet(problem.model.mesh, problem.dofs, tet);
  const Index medium = media.of_tet[tet];
  const FullTensor eps = eps_of(media, medium), inverse_mu = inverse_mu_of(media, medium);
  if (fields.incident() != nullptr)
    return forms_by_points(fields, shape, eps, inverse(inverse_mu), tet, rule);
  std::vector<FieldAndCurl> local(rule.weights.size());
  fields.solution_at(tet, shape, rule.table, local.data());
  OuterProduct of_field, of_curl;
  double volume = 0;
  for (std::size_t q = 0; q < local.size(); ++q) {
    if (q == 0 || shape.is_curved)
      volume = frame_at(shape, rule.table.points()[q].data()).volume_factor() / 6;
    of_field.add(rule.weights[q] * volume, local[q].field);
    of_curl.add(rule.weights[q] * volume, local[q].curl);
  }
  // H = j mu^-1 curl E / (k0 eta0), so that H* mu H is the conjugate of curl E* mu^-1 curl E over
  // (k0 eta0)^2.
  const double scale = fields.wavenumber() * k_eta0;
  return {of_field.quadratic(eps), std::conj(of_curl.quadratic(inverse_mu)) / (scale * scale)};
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

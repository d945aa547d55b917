#include <curlew/methods/fem/outputs/fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/shared/elements/element_tables.hpp>
#include <curlew/methods/shared/elements/fields.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// v* . T v
complex quadratic(const FullTensor &t, const ComplexVector &v) {
  const ComplexVector product = t.times(v);
  complex sum = 0;
  for (int d = 0; d < 3; ++d)
    sum += std::conj(v[d]) * product[d];
  return sum;
}

// Whether a medium may take up power: losses are what its tensors have that is not Hermitian.
bool is_lossy(const Media &media, Index medium) {
  const auto is_complex = [](const complex &c) { return c.imag() != 0; };
  const ComplexTensor &eps = media.eps[medium], &inverse_mu = media.inverse_mu[medium];
  return std::any_of(eps.begin(), eps.end(), is_complex) ||
         std::any_of(inverse_mu.begin(), inverse_mu.end(), is_complex) ||
         !is_symmetric(media, medium);
}

ComplexVector cross(const Point &a, const ComplexVector &b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

complex dot(const Point &a, const ComplexVector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The face as the tet `inside` sees it.
RadiatingFace face_seen_from(const Model &model, Index face, Index inside) {
  const auto &nodes = model.topology.faces[face];
  const Point &a = model.mesh.points[nodes[0]];
  Point normal = curlew::cross(model.mesh.points[nodes[1]] - a, model.mesh.points[nodes[2]] - a);
  if (curlew::dot(normal, centroid_of(model.mesh, inside) - a) > 0)
    normal = -1.0 * normal;
  return {face, inside, (1 / norm(normal)) * normal};
}

// Barycentric coordinates, in the order of the tet's nodes, of a point of one of its faces, given
// in those of the face's ascending nodes.
std::array<double, 4> on_face(const Problem &problem, const RadiatingFace &face,
                              const std::array<double, 3> &l) {
  std::array<Index, 3> corners = problem.model.topology.faces[face.face];
  std::sort(corners.begin(), corners.end());
  std::array<double, 4> barycentric{};
  for (int n = 0; n < 4; ++n)
    for (int k = 0; k < 3; ++k)
      if (problem.model.mesh.tets[face.tet][n] == corners[k])
        barycentric[n] = l[k];
  return barycentric;
}

// Calls f(point, both fields, normal, weight) at the points of a rule on each face.
template <class F>
void integrate(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total, F &&f) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const auto rule = triangle_rule(2 * problem.dofs.space.degree());
  for (const RadiatingFace &face : faces) {
    const TriangleShape shape = shape_of_face(model.mesh, problem.dofs, model.topology, face.face);
    for (std::size_t q = 0; q < rule.weights.size(); ++q) {
      const auto &l = rule.points[q];
      const TriangleFrame frame = frame_at(shape, l.data());
      Point p, normal;
      shape.point(l.data(), p.data());
      for (int d = 0; d < 3; ++d)
        normal[d] = frame.normal[d];
      if (curlew::dot(normal, face.normal) < 0) // about the ascending nodes; faces bend little
        normal = -1.0 * normal;
      f(p, fields.at(face.tet, on_face(problem, face, l), total), normal,
        0.5 * frame.area_factor * rule.weights[q]);
    }
  }
}

// Throws InputError for an edge of a surface that has one of its faces alone, unless a wall closes
// it there: a conductor, or a magnetic wall.
void require_closed(const Model &model, const std::vector<Index> &faces, const std::string &where,
                    const std::string &name) {
  const auto edges_of = [&](Index face) {
    const auto &n = model.topology.faces[face];
    return std::array<Index, 3>{find_edge(model.topology, n[0], n[1]),
                                find_edge(model.topology, n[1], n[2]),
                                find_edge(model.topology, n[0], n[2])};
  };
  std::map<Index, int> count;
  for (const Index face : faces)
    for (const Index edge : edges_of(face))
      ++count[edge];
  const auto close = [&](Index face) {
    for (const Index edge : edges_of(face))
      if (const auto at = count.find(edge); at != count.end())
        at->second = 2;
  };
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f])
      close(static_cast<Index>(f));
  for (const FaceTerm &wall : model.natural)
    close(wall.face);
  for (const auto &[edge, number] : count) {
    const auto &[a, b] = model.topology.edges[edge];
    const Point &p = model.mesh.points[a], &q = model.mesh.points[b];
    if (number == 1)
      throw InputError(fmt::format(
          "{}: the surface \"{}\" is open: its edge from ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, "
          "{:.4g}, {:.4g}) m has one of its faces only, and no wall closes it there; take a "
          "surface around all that radiates",
          where, name, p[0], p[1], p[2], q[0], q[1], q[2]));
  }
}

// Faces of a named group, its normals away from the side of `inside`, a point all is around.
std::vector<RadiatingFace> faces_of_group(const Case &input, const Model &model,
                                          const std::string &name) {
  const std::string where = input.where("/outputs/far_field/surface");
  const Index group = find_group(model.mesh, 2, name, where);
  std::vector<Index> faces;
  const auto triangle_face = triangle_faces(model.mesh, model.topology);
  for (std::size_t t = 0; t < triangle_face.size(); ++t)
    if (model.mesh.triangle_group[t] == group)
      faces.push_back(triangle_face[t]);
  require_closed(model, faces, where, name);
  Point middle{0, 0, 0};
  for (const Index face : faces)
    for (const Index node : model.topology.faces[face])
      middle = middle + (1.0 / (3.0 * static_cast<double>(faces.size()))) * model.mesh.points[node];
  std::vector<RadiatingFace> result;
  for (const Index face : faces) {
    const auto &[first, second] = model.topology.face_tets[face];
    Index inside = first;
    if (second >= 0 && norm(centroid_of(model.mesh, second) - middle) <
                           norm(centroid_of(model.mesh, first) - middle))
      inside = second;
    if (!model.solved[inside])
      throw InputError(fmt::format("{}: the surface \"{}\" lies on a perfect conductor; take one "
                                   "in the medium around",
                                   where, name));
    result.push_back(face_seen_from(model, face, inside));
  }
  return result;
}

} // namespace

Fields::Fields(const Problem &problem, const Media &media, const PhasorField &x,
               double frequency_hz, const IncidentWave *incident)
    : problem_(problem), media_(media), x_(x), incident_(incident), frequency_hz_(frequency_hz),
      wavenumber_(wavenumber_of(frequency_hz)) {}

Fields::Both Fields::at(Index tet, const std::array<double, 4> &barycentric, bool total) const {
  const TetShape shape = shape_of_tet(problem_.model.mesh, problem_.dofs, tet);
  const auto local = field_in_tet(problem_.dofs, shape, x_, tet, barycentric);
  const FullTensor inverse_mu = inverse_mu_of(media_, media_.of_tet[tet]);
  Both both{local.field, inverse_mu.times(local.curl)};
  // curl E = -j k0 eta0 mu_r H
  for (complex &component : both.H)
    component *= complex(0, 1 / (wavenumber_ * k_eta0));
  if (incident_ == nullptr || !total || media_.of_tet[tet] >= media_.layers_from)
    return both;
  Point p;
  shape.point(ascending(problem_.dofs, tet, barycentric).data(), p.data());
  // The incident H is that of vacuum, and the scattered curl that of mu H - H_incident.
  ComplexVector incident_h;
  for (int d = 0; d < 3; ++d) {
    both.E[d] += complex(incident_->electric(d, p[0], p[1], p[2]));
    incident_h[d] = complex(incident_->magnetic(d, p[0], p[1], p[2]));
  }
  const ComplexVector inside = inverse_mu.times(incident_h);
  for (int d = 0; d < 3; ++d)
    both.H[d] += inside[d];
  return both;
}

std::vector<RadiatingFace> radiating_faces(const Case &input, const Model &model,
                                           const AbsorbingLayers &layers) {
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    return faces_of_group(input, model, input.outputs.far_field->surface);
  std::vector<RadiatingFace> faces;
  for (const FaceTerm &term : model.terms)
    if (term.boundary->type == Boundary::Type::abc)
      faces.push_back(face_seen_from(model, term.face, term.tet));
  if (layers.empty())
    return faces;
  std::vector<std::uint8_t> is_layer(model.solved.size(), 0);
  for (std::size_t t = 0; t < is_layer.size(); ++t)
    is_layer[t] = layers.contains(centroid_of(model.mesh, static_cast<Index>(t)));
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f) {
    const auto &[first, second] = model.topology.face_tets[f];
    if (second < 0 || !model.solved[first] || !model.solved[second] ||
        is_layer[first] == is_layer[second])
      continue;
    faces.push_back(face_seen_from(model, static_cast<Index>(f), is_layer[first] ? second : first));
  }
  return faces;
}

SurfaceCurrents surface_currents(const Fields &fields, const std::vector<RadiatingFace> &faces) {
  SurfaceCurrents currents;
  currents.wavenumber = fields.wavenumber();
  integrate(fields, faces, false,
            [&](const Point &p, const Fields::Both &both, const Point &normal, double weight) {
              currents.positions_m.push_back(p);
              currents.J.push_back(cross(normal, both.H));
              const ComplexVector m = cross(normal, both.E);
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
              power += 0.5 * weight * dot(normal, poynting).real();
            });
  return power;
}

double absorbed_in_media(const Fields &fields, const Media &media) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const auto rule = tet_rule(2 * problem.dofs.space.degree());
  std::vector<double> parts(problem.tets.size(), 0);
  parallel_chunks(problem.tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Index tet = problem.tets[k], medium = media.of_tet[tet];
      if (medium >= media.layers_from || !is_lossy(media, medium))
        continue;
      const FullTensor eps = eps_of(media, medium), mu = inverse(inverse_mu_of(media, medium));
      const TetShape shape = shape_of_tet(model.mesh, problem.dofs, tet);
      // omega / 2 Im(-E* D - H* B), by k0 and eta0
      for (std::size_t q = 0; q < rule.weights.size(); ++q) {
        const Fields::Both both = fields.at(tet, rule.points[q], true);
        parts[k] +=
            frame_at(shape, ascending(problem.dofs, tet, rule.points[q]).data()).volume_factor() /
            6 * rule.weights[q] * 0.5 * fields.wavenumber() *
            -(quadratic(eps, both.E).imag() / k_eta0 + quadratic(mu, both.H).imag() * k_eta0);
      }
    }
  });
  double sum = 0;
  for (const double part : parts)
    sum += part;
  return sum;
}

} // namespace curlew::fem

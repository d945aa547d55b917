#include <curlew/methods/fem/outputs/loss_errors.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/faces/edge_errors.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/fem/outputs/radiating_faces.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <fmt/format.h>

#include <array>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_poor_loss = 0.02; // of the absorbed power

struct FacePowers {
  double absorbed_w = 0, difference_w = 0;
};

// Returns the power of a face with n x H = -(y / eta0) E_tan, and that of the difference between
// both currents.
FacePowers powers_of(const Fields &fields, const Media &media, const FaceTerm &term, complex y) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const TriangleShape shape = shape_of_face(model.mesh, problem.dofs, model.topology, term.face);
  const auto rule = triangle_rule(2 * problem.dofs.space.degree());
  FacePowers powers;
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const TriangleFrame frame = frame_at(shape, rule.points[q].data());
    const Point across = {frame.normal[0], frame.normal[1], frame.normal[2]};
    ComplexVector by_law{}, difference{};
    for (const Index tet : model.topology.face_tets[term.face]) {
      if (tet < 0 || model.solved[tet] == 0)
        continue;
      if (media.of_tet[tet] >= media.layers_from)
        return {}; // the law is that of stretched coordinates
      const double sign =
          dot(face_seen_from(model, term.face, tet).normal, across) < 0 ? -1 : 1; // outwards
      const auto both = fields.at(tet, on_tet(model, term.face, tet, rule.points[q]), true);
      const ComplexVector current = complex_cross(sign * across, both.H);
      if (tet == term.tet) {
        const ComplexVector turned = complex_cross(across, complex_cross(across, both.E)); // -E_tan
        for (int d = 0; d < 3; ++d)
          by_law[d] = -y / k_eta0 * turned[d];
      }
      for (int d = 0; d < 3; ++d)
        difference[d] += current[d];
    }
    const double weight = 0.5 * frame.area_factor * rule.weights[q] * 0.5 * (k_eta0 / y).real();
    for (int d = 0; d < 3; ++d) {
      powers.absorbed_w += weight * std::norm(by_law[d]);
      powers.difference_w += weight * std::norm(difference[d] + by_law[d]);
    }
  }
  return powers;
}

} // namespace

void LossErrors::add(const std::string &solve, const Fields &fields, const Media &media,
                     const std::vector<complex> &admittances) {
  const Model &model = fields.problem().model;
  std::map<std::string, double> differences_w;
  double absorbed_w = 0;
  for (std::size_t k = 0; k < model.terms.size(); ++k) {
    const FaceTerm &term = model.terms[k];
    if (!term.law->is_metal())
      continue;
    const FacePowers powers = powers_of(fields, media, term, admittances[k]);
    absorbed_w += powers.absorbed_w;
    differences_w[term.boundary->group] += powers.difference_w;
  }
  for (const auto &[group, difference_w] : differences_w)
    if (Worst &worst = of_group_[group]; difference_w > worst.relative * absorbed_w)
      worst = {difference_w / absorbed_w, solve};
}

std::map<std::string, double> LossErrors::relative() const {
  std::map<std::string, double> all;
  for (const auto &[group, worst] : of_group_)
    all[group] = worst.relative;
  return all;
}

std::vector<std::string> LossErrors::warnings() const {
  std::vector<std::string> texts;
  for (const auto &[group, worst] : of_group_)
    if (worst.relative > k_poor_loss)
      texts.push_back(fmt::format(
          "{}: the power that \"{}\" absorbs is off by up to about {:.2g} % of all that impedances "
          "absorb: E on its faces and the current of H beside them differ by that much on this "
          "mesh; take {}",
          worst.solve, group, 100 * worst.relative, finer_edges()));
  return texts;
}

} // namespace curlew::fem

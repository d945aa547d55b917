#include <curlew/methods/fem/outputs/face_powers.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <array>

namespace curlew::fem {

using complex = std::complex<double>;

std::array<double, 4> on_tet(const Model &model, Index face, Index tet,
                             const std::array<double, 3> &l) {
  const auto &nodes = model.topology.faces[face]; // ascending
  std::array<double, 4> barycentric{};
  for (int n = 0; n < 4; ++n)
    for (int k = 0; k < 3; ++k)
      if (model.mesh.tets[tet][n] == nodes[k])
        barycentric[n] = l[k];
  return barycentric;
}

double squared_on(const Fields &fields, const FaceTerm &term) {
  const Problem &problem = fields.problem();
  const Model &model = problem.model;
  const TriangleShape shape = shape_of_face(model.mesh, problem.dofs, model.topology, term.face);
  const auto rule = triangle_rule(2 * problem.dofs.space.degree());
  double squared = 0;
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const ComplexVector e =
        fields.at(term.tet, on_tet(model, term.face, term.tet, rule.points[q]), true).E;
    const TriangleFrame frame = frame_at(shape, rule.points[q].data());
    const complex normal = frame.normal[0] * e[0] + frame.normal[1] * e[1] + frame.normal[2] * e[2];
    squared += 0.5 * frame.area_factor * rule.weights[q] *
               (std::norm(e[0]) + std::norm(e[1]) + std::norm(e[2]) - std::norm(normal));
  }
  return squared;
}

double power_into(complex admittance, double squared) {
  return 0.5 * admittance.real() / k_eta0 * squared;
}

double absorbed_on_faces(const Fields &fields, const std::vector<complex> &admittances,
                         const Boundary *but) {
  const std::vector<FaceTerm> &terms = fields.problem().model.terms;
  double sum = 0;
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (terms[k].law->power() != FacePower::radiated && terms[k].boundary != but)
      sum += power_into(admittances[k], squared_on(fields, terms[k]));
  return sum;
}

} // namespace curlew::fem

#include <curlew/methods/dgtd/problem.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {

TetShape Problem::shape(Index tet) const {
  TetShape shape;
  const std::array<Index, 4> corners = nodes[tet];
  for (int i = 0; i < 4; ++i) {
    const Point corner = point(corners[i]);
    for (int x = 0; x < 3; ++x)
      shape.vertices[i][x] = corner[x];
  }
  return shape;
}

Point Problem::barycentre(Index tet) const {
  Point centre{0, 0, 0};
  for (const Index node : nodes[tet])
    centre = centre + 0.25 * point(node);
  return centre;
}

Index Problem::distinct_tets() const {
  return tables().tet_count() - static_cast<Index>(copied_tets(copies));
}

bool Problem::has_losses() const {
  for (Index t = 0; t < tables().tet_count(); ++t) {
    const Material &medium = materials[material.table[t]];
    if (!medium.sigma.is_zero() || !medium.sigma_m.is_zero())
      return true;
    for (const TetFace &face : faces.table[t])
      if (has_loss(face.kind))
        return true;
  }
  return false;
}

double wall_loss(const Problem &problem, Index tet, int face, bool is_electric, bool whole,
                 double dt_s) {
  const TetFace &wall = problem.faces[tet][face];
  if (wall.kind == FaceKind::sheet) {
    if (!is_electric)
      return 0;
    double gain = 0;
    for (const Branch &branch : branches_of(problem.sheets[wall.sheet].network))
      gain += step_of(branch, dt_s).gain;
    return (whole ? 2 : 1) * gain;
  }
  const double y = admittance_of(problem.materials[problem.material[tet]]);
  return (whole ? 1 : 0.5) * (is_electric ? y : 1 / y);
}

bool Problem::is_nonlinear() const {
  return ownership.ranks.any(std::any_of(material.table.begin(), material.table.end(),
                                         [&](std::uint16_t m) { return materials[m].chi3 != 0; }));
}

double admittance_of(const Material &material) {
  const auto trace = [](const SymmetricTensor &tensor) {
    return tensor.v[0] + tensor.v[1] + tensor.v[2];
  };
  return std::sqrt(trace(material.eps_r) / trace(material.mu_r)) / k_eta0;
}

} // namespace curlew::dgtd

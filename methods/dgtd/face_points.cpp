#include <curlew/methods/dgtd/face_points.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>

namespace curlew::dgtd {

std::array<Index, 3> face_nodes(const Problem &problem, Index tet, int face) {
  std::array<Index, 3> nodes{};
  const std::array<Index, 4> of_tet = problem.nodes[tet];
  for (int v = 0, at = 0; v < 4; ++v)
    if (v != face)
      nodes[at++] = of_tet[v];
  return nodes;
}

std::vector<FacePoint> face_points(const Problem &problem, Index tet, int face, int degree) {
  const auto nodes = face_nodes(problem, tet, face);
  const Point a = problem.point(nodes[0]), b = problem.point(nodes[1]), c = problem.point(nodes[2]);
  Point normal = cross(b - a, c - a);
  const double twice_area = norm(normal);
  const bool is_inward = dot(normal, problem.point(problem.nodes[tet][face]) - a) > 0;
  normal = (is_inward ? -1 : 1) / twice_area * normal;
  const SimplexRule<3> rule = triangle_rule(degree);
  const TetShape shape = problem.shape(tet);
  std::vector<FacePoint> result;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    std::array<double, 4> l{};
    for (int v = 0, at = 0; v < 4; ++v)
      l[v] = v == face ? 0 : rule.points[q][at++];
    const auto &at = rule.points[q];
    result.push_back({at[0] * a + at[1] * b + at[2] * c, normal, 0.5 * twice_area * rule.weights[q],
                      function_values(problem.choices.space, shape, l)});
  }
  return result;
}

} // namespace curlew::dgtd

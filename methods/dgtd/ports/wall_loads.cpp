#include <curlew/methods/dgtd/ports/wall_loads.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/ports/find_ports.hpp>

namespace curlew::dgtd {

ModeLoad mode_load(const Problem &problem, const Port &port, std::size_t face) {
  const auto [tet, local] = port.faces[face];
  const TetShape shape = problem.shape(tet);
  const int n = problem.per_tet();
  std::array<Point, 3> corners;
  for (int v = 0, at = 0; v < 4; ++v)
    if (v != local)
      corners[at++] = {shape.vertices[v][0], shape.vertices[v][1], shape.vertices[v][2]};
  const double area = 0.5 * norm(cross(corners[1] - corners[0], corners[2] - corners[0]));
  ModeLoad load{std::vector<double>(n, 0), std::vector<double>(n, 0)};
  const bool is_ring = port.lumped() != nullptr && port.lumped()->shape.strips.empty();
  const int field_degree = port.guide() != nullptr || is_ring ? 4 : 1; // sines, 1 / r: nearly 4
  const SimplexRule<3> rule = triangle_rule(problem.choices.space.degree() + field_degree);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    std::array<double, 4> l{};
    for (int v = 0, at = 0; v < 4; ++v)
      l[v] = v == local ? 0 : rule.points[q][at++];
    const Point electric = mode_field(port, face, corners, rule.points[q]);
    const Point magnetic = cross(port.inwards, electric);
    const auto values = function_values(problem.choices.space, shape, l);
    for (int i = 0; i < n; ++i) {
      load.electric[i] += area * rule.weights[q] * dot(values[i], electric);
      load.magnetic[i] += area * rule.weights[q] * dot(values[i], magnetic);
    }
  }
  return load;
}

std::vector<int> trace_numbers(const Problem &problem, int face) {
  std::vector<int> numbers;
  for (int j = 0; j < problem.choices.space.per_triangle(); ++j)
    numbers.push_back(problem.choices.space.trace(face, j));
  return numbers;
}

TraceMatrices trace_matrices(const Problem &problem, const FaceOfTet &face) {
  const ElementMatrices matrices = element_matrices(problem, face.tet);
  const int n = problem.per_tet();
  TraceMatrices result;
  for (int i = 0; i < n; ++i)
    for (const int j : trace_numbers(problem, face.local)) {
      result.trace.push_back(matrices.own_trace[face.local][i * n + j]);
      result.turned.push_back(matrices.own_face[face.local][i * n + j]);
    }
  return result;
}

} // namespace curlew::dgtd

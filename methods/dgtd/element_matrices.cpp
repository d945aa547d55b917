#include <curlew/methods/dgtd/element_matrices.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>

#include <cmath>

namespace curlew::dgtd {
namespace {

using Vector = Point;
using Values = std::vector<Vector>;

struct ValuesAndCurls {
  Values values, curls;
};

ValuesAndCurls evaluate(const FunctionSpace &space, const TetShape &shape,
                        const std::array<double, 4> &l) {
  const TetFrame frame = frame_at(shape, l.data());
  const int number = space.number();
  ValuesAndCurls at;
  at.values.resize(space.per_tet());
  at.curls.resize(space.per_tet());
  for (int i = 0; i < space.per_tet(); ++i) {
    double reference[3];
    space_value<3>(number, i, l.data(), reference);
    frame.map_value(reference, at.values[i].data());
    space_curl(number, i, l.data(), reference);
    frame.map_curl(reference, at.curls[i].data());
  }
  return at;
}

double volume(const TetShape &shape) {
  const double corner[4] = {1, 0, 0, 0};
  return frame_at(shape, corner).volume_factor() / 6;
}

// Returns the outward unit normal of a face of a tet, times its area.
Vector area_vector(const TetShape &shape, int face) {
  const auto vertex = [&](int v) {
    return Vector{shape.vertices[v][0], shape.vertices[v][1], shape.vertices[v][2]};
  };
  const auto minus = [](const Vector &a, const Vector &b) {
    return Vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  };
  const int a = face == 0 ? 1 : 0, b = face <= 1 ? 2 : 1, c = face <= 2 ? 3 : 2;
  Vector area = cross(minus(vertex(b), vertex(a)), minus(vertex(c), vertex(a)));
  const double side = dot(area, minus(vertex(face), vertex(a))) < 0 ? 0.5 : -0.5;
  for (double &component : area)
    component *= side;
  return area;
}

void add_product(const Values &rows, const Values &columns, double weight, Matrix &matrix) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      matrix[i * columns.size() + j] += weight * dot(rows[i], columns[j]);
}

Values crossed(const Vector &normal, const Values &values) {
  Values result;
  for (const Vector &value : values)
    result.push_back(cross(normal, value));
  return result;
}

// Returns the barycentric coordinates of a point of a shared face in the neighbour.
std::array<double, 4> seen_from(const Problem &problem, Index tet, const std::array<double, 4> &l,
                                Index neighbour) {
  std::array<double, 4> result{};
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b)
      if (problem.nodes[tet][a] == problem.nodes[neighbour][b])
        result[b] = l[a];
  return result;
}

void add_face(const Problem &problem, Index tet, int face, ElementMatrices &result) {
  const FunctionSpace &space = problem.choices.space;
  const TetShape shape = problem.shape(tet);
  const TetFace &side = problem.faces[tet][face];
  Vector normal = area_vector(shape, face);
  const double area = std::sqrt(dot(normal, normal));
  for (double &component : normal)
    component /= area;
  const SimplexRule<3> rule = triangle_rule(2 * space.degree());
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    std::array<double, 4> l{};
    for (int v = 0, at = 0; v < 4; ++v)
      l[v] = v == face ? 0 : rule.points[q][at++];
    const double weight = area * rule.weights[q];
    const Values own = evaluate(space, shape, l).values, turned = crossed(normal, own);
    add_product(own, turned, weight, result.own_face[face]);
    add_product(turned, turned, weight, result.own_trace[face]);
    if (side.kind != FaceKind::inner)
      continue;
    const Values other = crossed(
        normal,
        evaluate(space, problem.shape(side.tet), seen_from(problem, tet, l, side.tet)).values);
    add_product(own, other, weight, result.face[face]);
    add_product(turned, other, weight, result.trace[face]);
  }
}

} // namespace

ElementMatrices element_matrices(const Problem &problem, Index tet) {
  const FunctionSpace &space = problem.choices.space;
  const std::size_t size = static_cast<std::size_t>(space.per_tet()) * space.per_tet();
  ElementMatrices result;
  result.curl.assign(size, 0);
  const TetShape shape = problem.shape(tet);
  const SimplexRule<4> rule = tet_rule(2 * space.degree());
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const ValuesAndCurls at = evaluate(space, shape, rule.points[q]);
    add_product(at.values, at.curls, volume(shape) * rule.weights[q], result.curl);
  }
  for (int face = 0; face < 4; ++face) {
    for (auto *matrix :
         {&result.own_face[face], &result.face[face], &result.own_trace[face], &result.trace[face]})
      matrix->assign(size, 0);
    add_face(problem, tet, face, result);
  }
  return result;
}

Tensor<double> full(const SymmetricTensor &tensor) {
  const auto &v = tensor.v;
  return {{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}}};
}

Matrix mass_matrix(const Problem &problem, Index tet, const SymmetricTensor &tensor) {
  const FunctionSpace &space = problem.choices.space;
  Matrix result(static_cast<std::size_t>(space.per_tet()) * space.per_tet(), 0);
  const TetShape shape = problem.shape(tet);
  const SimplexRule<4> rule = tet_rule(2 * space.degree());
  const auto &t = tensor.v;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const Values values = evaluate(space, shape, rule.points[q]).values;
    Values fluxes;
    for (const Vector &v : values)
      fluxes.push_back({t[0] * v[0] + t[3] * v[1] + t[4] * v[2],
                        t[3] * v[0] + t[1] * v[1] + t[5] * v[2],
                        t[4] * v[0] + t[5] * v[1] + t[2] * v[2]});
    add_product(values, fluxes, volume(shape) * rule.weights[q], result);
  }
  return result;
}

std::vector<std::array<double, 3>>
function_values(const FunctionSpace &space, const TetShape &shape, const std::array<double, 4> &l) {
  return evaluate(space, shape, l).values;
}

} // namespace curlew::dgtd

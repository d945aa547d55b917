#include <curlew/methods/shared/elements/fields.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <fmt/format.h>

#include <stdexcept>

namespace curlew {
namespace {

std::complex<double> product(const double *a, const ComplexPoint &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

} // namespace

std::array<double, 4> ascending(const DofMap &map, Index tet,
                                const std::array<double, 4> &barycentric) {
  std::array<double, 4> l;
  for (int i = 0; i < 4; ++i)
    l[i] = barycentric[map.vertex[tet][i]];
  return l;
}

FieldAndCurl field_in_tet(const DofMap &map, const TetShape &shape,
                          const std::vector<std::complex<double>> &x, Index tet,
                          const std::array<double, 4> &barycentric) {
  const std::array<double, 4> l = ascending(map, tet, barycentric);
  const TetFrame frame = frame_at(shape, l.data());
  FieldAndCurl sum;
  for (int i = 0; i < map.per_tet; ++i) {
    const BasisFunction f = basis_function<3>(i);
    const std::complex<double> factor = x[map.of_tet(tet)[i]];
    double reference[3], value[3], curl[3];
    reference_value<3>(f, l.data(), reference);
    frame.map_value(reference, value);
    reference_curl<3>(f, l.data(), reference);
    frame.map_curl(reference, curl);
    for (int axis = 0; axis < 3; ++axis) {
      sum.field[axis] += factor * value[axis];
      sum.curl[axis] += factor * curl[axis];
    }
  }
  return sum;
}

std::complex<double> path_integral(const TetTopology &topology,
                                   const std::vector<std::complex<double>> &x,
                                   const std::vector<Index> &nodes) {
  std::complex<double> sum = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Index edge = find_edge(topology, nodes[i - 1], nodes[i]);
    if (edge < 0)
      throw std::invalid_argument(
          fmt::format("no edge of the mesh lies between the nodes {} and {} "
                      "of a path",
                      nodes[i - 1], nodes[i]));
    sum += nodes[i - 1] < nodes[i] ? x[edge] : -x[edge];
  }
  return sum;
}

std::vector<std::complex<double>> point_load(const ElementSpace &space, const TetShape &shape,
                                             const std::array<double, 4> &l,
                                             const ComplexPoint &p) {
  const TetFrame frame = frame_at(shape, l.data());
  std::vector<std::complex<double>> load(space.per_tet());
  for (std::size_t i = 0; i < load.size(); ++i) {
    double reference[3], value[3];
    reference_value<3>(basis_function<3>(static_cast<int>(i)), l.data(), reference);
    frame.map_value(reference, value);
    load[i] = product(value, p);
  }
  return load;
}

std::vector<std::complex<double>> tet_load(const ElementSpace &space, const TetShape &shape,
                                           const VectorField &f, int degree) {
  std::vector<std::complex<double>> load(space.per_tet());
  const SimplexRule<4> rule = tet_rule(degree);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    Point x;
    shape.point(rule.points[q].data(), x.data());
    const double weight =
        rule.weights[q] / 6 * frame_at(shape, rule.points[q].data()).volume_factor();
    const auto at = point_load(space, shape, rule.points[q], f(x));
    for (std::size_t i = 0; i < load.size(); ++i)
      load[i] += weight * at[i];
  }
  return load;
}

std::vector<std::complex<double>> face_load(const ElementSpace &space, const TriangleShape &shape,
                                            const SurfaceField &f, int degree) {
  std::vector<std::complex<double>> load(space.per_triangle());
  const SimplexRule<3> rule = triangle_rule(degree);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double *l = rule.points[q].data();
    Point x;
    shape.point(l, x.data());
    const TriangleFrame frame = frame_at(shape, l);
    const ComplexPoint at = f(x, {frame.normal[0], frame.normal[1], frame.normal[2]});
    for (std::size_t i = 0; i < load.size(); ++i) {
      double reference[2], value[3];
      reference_value<2>(basis_function<2>(static_cast<int>(i)), l, reference);
      frame.map_value(reference, value);
      load[i] += rule.weights[q] / 2 * frame.area_factor * product(value, at);
    }
  }
  return load;
}

} // namespace curlew

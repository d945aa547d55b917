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

BasisTable::BasisTable(int per_tet, std::vector<std::array<double, 4>> points)
    : points_(std::move(points)), per_tet_(per_tet), entries_(points_.size() * per_tet_) {
  Entry *entry = entries_.data();
  for (const auto &l : points_)
    for (int i = 0; i < per_tet; ++i, ++entry) {
      const BasisFunction f = basis_function<3>(i);
      reference_value<3>(f, l.data(), entry->value);
      reference_curl<3>(f, l.data(), entry->curl);
    }
}

void fields_in_tet(const DofMap &map, const TetShape &shape,
                   const std::vector<std::complex<double>> &x, Index tet, const BasisTable &table,
                   FieldAndCurl *fields) {
  const Index *dofs = map.of_tet(tet);
  TetFrame frame = frame_at(shape, table.points().front().data());
  for (std::size_t q = 0; q < table.points().size(); ++q) {
    if (shape.is_curved && q > 0)
      frame = frame_at(shape, table.points()[q].data());
    // Real and imaginary parts are mapped once, as sums over the functions.
    double value[2][3] = {}, curl[2][3] = {};
    const BasisTable::Entry *entry = table.at(q);
    for (int i = 0; i < map.per_tet; ++i, ++entry) {
      const std::complex<double> factor = x[dofs[i]];
      for (int axis = 0; axis < 3; ++axis) {
        value[0][axis] += factor.real() * entry->value[axis];
        value[1][axis] += factor.imag() * entry->value[axis];
        curl[0][axis] += factor.real() * entry->curl[axis];
        curl[1][axis] += factor.imag() * entry->curl[axis];
      }
    }
    double mapped[4][3];
    for (int part = 0; part < 2; ++part) {
      frame.map_value(value[part], mapped[part]);
      frame.map_curl(curl[part], mapped[2 + part]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      fields[q].field[axis] = {mapped[0][axis], mapped[1][axis]};
      fields[q].curl[axis] = {mapped[2][axis], mapped[3][axis]};
    }
  }
}

FieldAndCurl field_in_tet(const DofMap &map, const TetShape &shape,
                          const std::vector<std::complex<double>> &x, Index tet,
                          const std::array<double, 4> &barycentric) {
  FieldAndCurl at;
  fields_in_tet(map, shape, x, tet, {map.per_tet, {ascending(map, tet, barycentric)}}, &at);
  return at;
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

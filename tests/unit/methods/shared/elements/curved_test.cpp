#include "element_fixtures.hpp"
#include "element_tables.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/tests/unit/core/curved_fixtures.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <cmath>

namespace curlew {
namespace {

using namespace curlew::testing;
using std::complex;

class CurvedElements : public ::testing::TestWithParam<ElementSpace> {};
INSTANTIATE_TEST_SUITE_P(All, CurvedElements, ::testing::ValuesIn(k_spaces), space_name);

TEST(CurvedShape, IsThatOfTheMesh) {
  const TetMesh ball = shuffled_curved(curved_ball(1), 3);
  const ElementMesh m(ball, {2, true});
  const auto tables = make_element_tables<Host>(m.mesh, m.map);
  const std::vector<Index> curved = curved_tets(m.mesh, m.map);
  EXPECT_LT(curved.size(), m.mesh.tets.size());
  EXPECT_GE(curved.size(), 32u); // tets with an edge on the wall
  for (const Index t : curved) {
    const TetShape shape = shape_of_tet(m.mesh, m.map, t), of_tables = tables.curved_shape(t);
    const std::array<double, 4> l = {0.1, 0.2, 0.3, 0.4};
    const auto expected = curved_point(curved_nodes(m.mesh, t), l);
    Point x, y;
    shape.point(ascending(m.map, t, l).data(), x.data());
    of_tables.point(ascending(m.map, t, l).data(), y.data());
    EXPECT_LT(norm(x - expected[0]), 1e-15);
    EXPECT_LT(norm(y - expected[0]), 1e-15);
    // derivatives by differences, which a quadratic map gives exactly
    double tangents[3][3];
    const std::array<double, 4> middle = {0.25, 0.25, 0.25, 0.25};
    shape.tangents(middle.data(), tangents);
    for (int k = 0; k < 3; ++k) {
      std::array<double, 4> high = middle, low = middle;
      high[k + 1] += 0.1, high[0] -= 0.1;
      low[k + 1] -= 0.1, low[0] += 0.1;
      shape.point(high.data(), x.data());
      shape.point(low.data(), y.data());
      for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR((x[axis] - y[axis]) / 0.2, tangents[k][axis], 1e-14);
    }
  }
}

// Rules of the degree that methods take, against rules of a far higher one.
TEST_P(CurvedElements, MatricesAreThoseOfManyPoints) {
  const ElementMesh m(curved_ball(1), GetParam());
  const ElementSpace space = GetParam();
  const auto usual = make_quadrature_table<3, Host>(space, curved_degree(space));
  const auto exact = make_quadrature_table<3, Host>(space, 16);
  with_blocks(space, [&](auto blocks) {
    const CurvedTetMatrices<blocks(), Host> a{usual}, b{exact};
    std::vector<double> found(a.k_pairs), expected(a.k_pairs);
    double worst_mass = 0, worst_curl = 0;
    const std::vector<Index> curved = curved_tets(m.mesh, m.map);
    for (std::size_t i = 0; i < curved.size(); i += 9) {
      const TetShape shape = shape_of_tet(m.mesh, m.map, curved[i]);
      const auto difference = [&] {
        double largest = 0, most = 0;
        for (int p = 0; p < a.k_pairs; ++p) {
          largest = std::max(largest, std::abs(expected[p]));
          most = std::max(most, std::abs(found[p] - expected[p]));
        }
        return most / largest;
      };
      a.mass(shape, Vacuum(), found.data());
      b.mass(shape, Vacuum(), expected.data());
      worst_mass = std::max(worst_mass, difference());
      a.curl_curl(shape, Vacuum(), found.data());
      b.curl_curl(shape, Vacuum(), expected.data());
      worst_curl = std::max(worst_curl, difference());
    }
    RecordProperty("mass", std::to_string(worst_mass * 1e6) + "e-6");
    RecordProperty("curl", std::to_string(worst_curl * 1e6) + "e-6");
    // Measured on this coarse ball, 45 degrees to an element.
    EXPECT_LT(worst_mass, 2e-5);
    EXPECT_LT(worst_curl, 2e-6);
  });
}

// Gradients have no curl on curved tets too, and tangential fields fit across curved faces.
TEST_P(CurvedElements, AreConforming) {
  const ElementMesh m(shuffled_curved(refine(curved_ball(0)), 5), GetParam());
  ASSERT_GT(curved_tets(m.mesh, m.map).size(), 30u);
  const auto scalars = random_unknowns(m.map.scalars, 1);
  const GradientRows rows = gradient_rows(m.map, m.topology);
  std::vector<complex<double>> x(m.map.dofs);
  for (Index i = 0; i < m.map.dofs; ++i)
    for (int k = 0; k < 2; ++k)
      if (rows.columns[i][k] >= 0)
        x[i] += GradientRows::value(k) * scalars[rows.columns[i][k]];
  const std::array<double, 4> inside = {0.1, 0.2, 0.3, 0.4};
  for (Index t = 0; t < m.map.tets; ++t)
    EXPECT_LT(largest_difference(
                  field_in_tet(m.map, shape_of_tet(m.mesh, m.map, t), x, t, inside).curl, {}),
              1e-11);
  x = random_unknowns(m.map.dofs, 2);
  const double on_face[3] = {0.2, 0.3, 0.5};
  double largest = 0, largest_straight = 0;
  for (Index face = 0; face < m.map.faces; ++face) {
    if (m.topology.face_tets[face][1] < 0)
      continue;
    double tangents[2][3];
    shape_of_face(m.mesh, m.map, m.topology, face).tangents(on_face, tangents);
    complex<double> parts[2][2], straight[2][2];
    for (int side = 0; side < 2; ++side) {
      const Index t = m.topology.face_tets[face][side];
      std::array<double, 4> l{};
      for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
          if (m.mesh.tets[t][i] == m.topology.faces[face][k])
            l[i] = on_face[k];
      TetShape shape = shape_of_tet(m.mesh, m.map, t);
      const auto at = field_in_tet(m.map, shape, x, t, l).field;
      shape.is_curved = false; // the twin
      const auto flat = field_in_tet(m.map, shape, x, t, l).field;
      for (int k = 0; k < 2; ++k) {
        parts[side][k] = straight[side][k] = 0;
        for (int axis = 0; axis < 3; ++axis) {
          parts[side][k] += tangents[k][axis] * at[axis];
          straight[side][k] += tangents[k][axis] * flat[axis];
        }
      }
    }
    for (int k = 0; k < 2; ++k) {
      largest = std::max(largest, std::abs(parts[0][k] - parts[1][k]));
      largest_straight = std::max(largest_straight, std::abs(straight[0][k] - straight[1][k]));
    }
  }
  EXPECT_LT(largest, 1e-12);
  EXPECT_GT(largest_straight, 1e-2);
}

// --- Kernels -------------------------------------------------------------------------------------

// Computes, for each tet, the sums of the entries of its matrices, and of the squares of its
// functions and curls in its middle: all that kernels call.
template <int Blocks, class Space> struct SumsOfTets {
  StraightTetMatrices<Blocks, Space> straight;
  CurvedTetMatrices<Blocks, Space> curved;
  ElementTables<Space> tables;
  Kokkos::View<double *[3], Space> sums;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    constexpr int k_pairs = StraightTetMatrices<Blocks, Space>::k_pairs;
    constexpr int k_functions = StraightTetMatrices<Blocks, Space>::k_functions;
    const double middle[4] = {0.25, 0.25, 0.25, 0.25};
    double mass[k_pairs], curl[k_pairs];
    const TetFrame frame = frame_at(tables.straight_shape(tet), middle);
    straight.mass(mass_metric(frame), mass);
    straight.curl_curl(curl_metric(frame), curl);
    for (int p = 0; p < k_pairs; ++p)
      sums(tet, 0) += mass[p] + curl[p] + tables.tet_dofs(tet, 0);
    const TetShape shape = tables.curved_shape(tet);
    curved.mass(shape, Vacuum(), mass);
    curved.curl_curl(shape, Vacuum(), curl);
    for (int p = 0; p < k_pairs; ++p)
      sums(tet, 1) += mass[p] + curl[p];
    double values[k_functions][3], curls[k_functions][3];
    tet_functions<Blocks>(frame_at(shape, middle), middle, values, curls);
    for (int i = 0; i < k_functions; ++i)
      for (int x = 0; x < 3; ++x)
        sums(tet, 2) += values[i][x] * values[i][x] + curls[i][x] * curls[i][x];
  }
};

template <int Blocks, class Space> std::vector<double> sums_of_tets(const ElementMesh &m) {
  const Kokkos::View<double *[3], Space> sums("curlew::tests::sums", m.map.tets);
  const SumsOfTets<Blocks, Space> kernel{
      {make_reference_matrices<Space>(m.map.space)},
      {make_quadrature_table<3, Space>(m.map.space, curved_degree(m.map.space))},
      make_element_tables<Space>(m.mesh, m.map),
      sums};
  Kokkos::parallel_for("curlew::tests::sums_of_tets", RangePolicy<Space>(0, m.map.tets), kernel);
  return to_rows(sums);
}

TEST_P(CurvedElements, KernelsGiveTheSameInEverySpace) {
  const ElementMesh m(shuffled_curved(curved_ball(1), 2), GetParam());
  with_blocks(GetParam(), [&](auto blocks) {
    const auto host = sums_of_tets<blocks(), Host>(m);
    const auto device = sums_of_tets<blocks(), Kokkos::DefaultExecutionSpace>(m);
    ASSERT_EQ(host.size(), device.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
      EXPECT_NE(host[i], 0);
      EXPECT_NEAR(device[i], host[i], 1e-11 * std::abs(host[i]));
    }
  });
}

ComplexPoint field(const Point &p) {
  return {std::sin(2 * p[1] + p[2]), std::cos(p[0] - 2 * p[2]), std::sin(p[0] + p[1])};
}
ComplexPoint curl_of_field(const Point &p) {
  using std::cos, std::sin;
  return {cos(p[0] + p[1]) - 2 * sin(p[0] - 2 * p[2]), cos(2 * p[1] + p[2]) - cos(p[0] + p[1]),
          -sin(p[0] - 2 * p[2]) - 2 * cos(2 * p[1] + p[2])};
}

// Errors of the interpolants of E and of its curl in the L2 norm of a curved ball.
std::array<double, 2> errors(const ElementSpace &space, int times) {
  const ElementMesh m(curved_ball(times), space);
  const auto x = interpolate(m.mesh, m.map, field, 2 * space.degree() + 2);
  const SimplexRule<4> rule = tet_rule(2 * space.degree() + 2);
  std::array<double, 2> sums = {0, 0};
  for (Index t = 0; t < m.map.tets; ++t) {
    const TetShape shape = shape_of_tet(m.mesh, m.map, t);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      const auto found = field_in_tet(m.map, shape, x, t, rule.points[q]);
      const auto l = ascending(m.map, t, rule.points[q]);
      Point p;
      shape.point(l.data(), p.data());
      const double weight = rule.weights[q] / 6 * frame_at(shape, l.data()).volume_factor();
      for (int k = 0; k < 3; ++k) {
        sums[0] += weight * std::norm(found.field[k] - field(p)[k]);
        sums[1] += weight * std::norm(found.curl[k] - curl_of_field(p)[k]);
      }
    }
  }
  return {std::sqrt(sums[0]), std::sqrt(sums[1])};
}

TEST_P(CurvedElements, InterpolantsConvergeAtTheOrderOfTheSpace) {
  const ElementSpace space = GetParam();
  const auto coarse = errors(space, 2), fine = errors(space, 3);
  const double order = std::log2(coarse[0] / fine[0]), order_curl = std::log2(coarse[1] / fine[1]);
  RecordProperty("order_E", std::to_string(order));
  RecordProperty("order_curl_E", std::to_string(order_curl));
  // Third order still falls faster on these meshes (3.15 and 3.09 measured).
  const double excess = space.order >= 3 ? 0.2 : 0.1;
  const int theory = space.mixed ? space.order : space.order + 1;
  EXPECT_GT(order, theory - 0.1);
  EXPECT_LT(order, theory + excess);
  EXPECT_GT(order_curl, space.order - 0.1);
  EXPECT_LT(order_curl, space.order + excess);
}

} // namespace
} // namespace curlew

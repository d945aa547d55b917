#include "element_fixtures.hpp"

#include <curlew/core/error.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using namespace curlew::testing;
using std::complex;

// --- Polynomials of the space --------------------------------------------------------------------

// A field and its curl.
struct KnownField {
  VectorField field, curl;
};

// (a . x)^degree u, of curl degree (a . x)^(degree - 1) a x u.
KnownField power_field(int degree, const Point &a, const Point &u) {
  const auto along = [a](const Point &x) { return a[0] * x[0] + a[1] * x[1] + a[2] * x[2]; };
  const Point axu = {a[1] * u[2] - a[2] * u[1], a[2] * u[0] - a[0] * u[2],
                     a[0] * u[1] - a[1] * u[0]};
  return {[=](const Point &x) {
            const double s = std::pow(along(x), degree);
            return ComplexPoint{s * u[0], s * u[1], s * u[2]};
          },
          [=](const Point &x) {
            const double s = degree == 0 ? 0 : degree * std::pow(along(x), degree - 1);
            return ComplexPoint{s * axu[0], s * axu[1], s * axu[2]};
          }};
}

// (a . x)^(degree - 1) (u x x): the part of degree `degree` of a mixed space of that order. Its
// curl: (n - 1) s^(n-2) a x (u x x) + 2 s^(n-1) u.
KnownField rotating_field(int degree, const Point &a, const Point &u) {
  const auto along = [a](const Point &x) { return a[0] * x[0] + a[1] * x[1] + a[2] * x[2]; };
  const auto cross = [](const Point &v, const Point &w) {
    return Point{v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]};
  };
  return {[=](const Point &x) {
            const double s = std::pow(along(x), degree - 1);
            const Point v = cross(u, x);
            return ComplexPoint{s * v[0], s * v[1], s * v[2]};
          },
          [=](const Point &x) {
            const double s = std::pow(along(x), degree - 1);
            const double slope = degree == 1 ? 0 : (degree - 1) * std::pow(along(x), degree - 2);
            const Point v = cross(a, cross(u, x));
            ComplexPoint curl;
            for (int k = 0; k < 3; ++k)
              curl[k] = slope * v[k] + 2 * s * u[k];
            return curl;
          }};
}

// Rounding of the coefficients, by the condition of their moments, in parts of the largest value:
// up to 1.4e-12 measured for mixed fourth order, less for others. The order of sums that a compiler
// chooses changes it by a few times.
constexpr double k_rounding = 1e-11;

// Returns the largest differences, of field and of curl, between a field and its interpolation in a
// space, relative to the largest value where that is above 1.
std::array<double, 2> difference(const ElementSpace &space, const KnownField &known) {
  const ElementMesh m(1, space, 3);
  const auto x = interpolate(m.mesh, m.map, known.field, 2 * space.degree() + 2);
  std::array<double, 2> largest = {0, 0}, size = {1, 1};
  for (Index t = 0; t < m.map.tets; ++t)
    for (const std::array<double, 4> &l :
         {std::array<double, 4>{0.1, 0.2, 0.3, 0.4}, {0.7, 0.05, 0.15, 0.1}, {0, 0, 0.5, 0.5}}) {
      const TetShape shape = shape_of_tet(m.mesh, m.map, t);
      const FieldAndCurl found = field_in_tet(m.map, shape, x, t, l);
      Point place;
      shape.point(ascending(m.map, t, l).data(), place.data());
      largest[0] = std::max(largest[0], largest_difference(found.field, known.field(place)));
      largest[1] = std::max(largest[1], largest_difference(found.curl, known.curl(place)));
      size[0] = std::max(size[0], largest_difference(known.field(place), {}));
      size[1] = std::max(size[1], largest_difference(known.curl(place), {}));
    }
  return {largest[0] / size[0], largest[1] / size[1]};
}

class Basis : public ::testing::TestWithParam<ElementSpace> {};
INSTANTIATE_TEST_SUITE_P(All, Basis, ::testing::ValuesIn(k_spaces), space_name);

const std::vector<Point> k_directions = {{1, 0, 0},    {0, 1, 0},     {0, 0, 1},   {1, 1, 0.5},
                                         {1, -0.5, 1}, {-0.3, 1, -1}, {1, 2, -0.7}};

TEST_P(Basis, HoldsAllPolynomialsOfItsDegree) {
  const ElementSpace space = GetParam();
  const int degree = space.mixed ? space.order - 1 : space.order;
  for (int n = 0; n <= degree; ++n)
    for (const Point &a : k_directions)
      for (const Point &u : {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}})
        EXPECT_THAT(difference(space, power_field(n, a, u)),
                    ::testing::Each(::testing::Lt(k_rounding)))
            << n;
}

TEST_P(Basis, OfMixedOrderHoldsRotatingFieldsOfOneDegreeMore) {
  const ElementSpace space = GetParam();
  if (!space.mixed)
    GTEST_SKIP() << "a full space";
  for (const Point &a : k_directions)
    for (const Point &u : {Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}})
      EXPECT_THAT(difference(space, rotating_field(space.order, a, u)),
                  ::testing::Each(::testing::Lt(k_rounding)));
}

// The twin: one degree more is not in the space.
TEST_P(Basis, DoesNotHoldOneDegreeMore) {
  const ElementSpace space = GetParam();
  const KnownField field =
      power_field(space.mixed ? space.order : space.order + 1, {1, 1, 0.5}, {0.3, -1, 0.4});
  EXPECT_GT(difference(space, field)[0], 1e-3);
}

// --- Gradients -----------------------------------------------------------------------------------

TEST_P(Basis, GradientsHaveNoCurl) {
  const ElementMesh m(2, GetParam(), 5);
  const auto scalars = random_unknowns(m.map.scalars, 1);
  const GradientRows rows = gradient_rows(m.map, m.topology);
  std::vector<complex<double>> x(m.map.dofs);
  for (Index i = 0; i < m.map.dofs; ++i)
    for (int k = 0; k < 2; ++k)
      if (rows.columns[i][k] >= 0)
        x[i] += GradientRows::value(k) * scalars[rows.columns[i][k]];
  auto broken = x;
  broken[m.map.edges / 2] += 0.1; // the twin
  double largest = 0, largest_broken = 0;
  for (Index t = 0; t < m.map.tets; ++t) {
    const TetShape shape = shape_of_tet(m.mesh, m.map, t);
    const std::array<double, 4> l = {0.1, 0.2, 0.3, 0.4};
    largest = std::max(largest, largest_difference(field_in_tet(m.map, shape, x, t, l).curl, {}));
    largest_broken = std::max(
        largest_broken, largest_difference(field_in_tet(m.map, shape, broken, t, l).curl, {}));
  }
  EXPECT_LT(largest, 1e-11);
  EXPECT_GT(largest_broken, 1e-2);
}

// Fields of the space without curl are gradients: in a tet with n functions, c of them gradients of
// scalar functions without a constant (3 from the nodes), the curls span n - c dimensions.
TEST_P(Basis, CurlsSpanAllButTheGradients) {
  const ElementSpace space = GetParam();
  const int n = space.per_tet();
  int gradients = 3;
  for (int i = 0; i < n; ++i)
    gradients += basis_block(basis_function<3>(i).block).is_gradient;
  std::vector<std::vector<double>> rows(n); // samples of each curl
  std::mt19937 random(4);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int q = 0; q < 60; ++q) {
    double l[4] = {uniform(random), uniform(random), uniform(random), 0};
    l[3] = 1 - l[0] - l[1] - l[2];
    for (int i = 0; i < n; ++i) {
      double curl[3];
      reference_curl<3>(basis_function<3>(i), l, curl);
      rows[i].insert(rows[i].end(), curl, curl + 3);
    }
  }
  int rank = 0; // modified Gram-Schmidt
  for (int i = 0; i < n; ++i) {
    double before = 0, after = 0;
    for (const double v : rows[i])
      before += v * v;
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < i; ++j) {
        double product = 0;
        for (std::size_t k = 0; k < rows[i].size(); ++k)
          product += rows[i][k] * rows[j][k];
        for (std::size_t k = 0; k < rows[i].size(); ++k)
          rows[i][k] -= product * rows[j][k];
      }
    for (const double v : rows[i])
      after += v * v;
    const bool is_new = after > 1e-16 * before && before > 0;
    rank += is_new;
    for (double &v : rows[i])
      v = is_new ? v / std::sqrt(after) : 0;
  }
  EXPECT_EQ(rank, n - gradients);
}

TEST_P(Basis, GradientFunctionsAreTheGradientsOfTheirScalars) {
  const double l[4] = {0.13, 0.29, 0.37, 0.21}, step = 1e-5;
  for (int i = 0; i < GetParam().per_tet(); ++i) {
    const BasisFunction f = basis_function<3>(i);
    if (!basis_block(f.block).is_gradient)
      continue;
    double value[3];
    reference_value<3>(f, l, value);
    for (int axis = 0; axis < 3; ++axis) {
      double high[4] = {l[0] - step, l[1], l[2], l[3]}, low[4] = {l[0] + step, l[1], l[2], l[3]};
      high[axis + 1] += step;
      low[axis + 1] -= step;
      EXPECT_NEAR((scalar_value(f, high) - scalar_value(f, low)) / (2 * step), value[axis], 1e-9);
    }
  }
}

// --- Conformity ----------------------------------------------------------------------------------

// The largest jump of the tangential part across the inner faces of a mesh.
double largest_jump(const ElementMesh &m, const std::vector<complex<double>> &x) {
  double largest = 0;
  const double on_face[3] = {0.2, 0.3, 0.5};
  for (Index face = 0; face < m.map.faces; ++face) {
    if (m.topology.face_tets[face][1] < 0)
      continue;
    const TriangleShape triangle = shape_of_face(m.mesh, m.map, m.topology, face);
    double tangents[2][3];
    triangle.tangents(on_face, tangents);
    complex<double> parts[2][2];
    for (int side = 0; side < 2; ++side) {
      const Index t = m.topology.face_tets[face][side];
      std::array<double, 4> l{};
      for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k)
          if (m.mesh.tets[t][i] == m.topology.faces[face][k])
            l[i] = on_face[k];
      const auto at = field_in_tet(m.map, shape_of_tet(m.mesh, m.map, t), x, t, l).field;
      for (int k = 0; k < 2; ++k)
        parts[side][k] = tangents[k][0] * at[0] + tangents[k][1] * at[1] + tangents[k][2] * at[2];
    }
    for (int k = 0; k < 2; ++k)
      largest = std::max(largest, std::abs(parts[0][k] - parts[1][k]));
  }
  return largest;
}

TEST_P(Basis, TangentialFieldsAreContinuousForAnyOrderOfNodes) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const ElementMesh m(2, GetParam(), seed);
    EXPECT_LT(largest_jump(m, random_unknowns(m.map.dofs, seed)), 1e-12) << seed;
  }
}

TEST_P(Basis, AWrongOrientationIsSeen) {
  ElementMesh m(2, GetParam(), 1);
  const auto x = random_unknowns(m.map.dofs, 1);
  for (Index t = 0; t < m.map.tets; t += 7) { // simulates unsorted nodes
    std::swap(m.map.tet_nodes[t][1], m.map.tet_nodes[t][2]);
    std::swap(m.map.vertex[t][1], m.map.vertex[t][2]);
  }
  EXPECT_GT(largest_jump(m, x), 1e-2);
}

TEST_P(Basis, TracesOfATetAreTheFunctionsOfItsFaces) {
  const ElementSpace space = GetParam();
  const ElementMesh m(1, space, 9);
  const double l2[3] = {0.25, 0.4, 0.35};
  for (Index face = 0; face < m.map.faces; ++face) {
    const FaceOfTet side = face_of_tet(m.map, m.topology, face);
    const TriangleFrame triangle = frame_at(shape_of_face(m.mesh, m.map, m.topology, face), l2);
    double l3[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; ++k)
      l3[k + (k >= side.local)] = l2[k];
    const TetFrame tet = frame_at(shape_of_tet(m.mesh, m.map, side.tet), l3);
    std::vector<char> has_trace(space.per_tet(), 0);
    const auto tangential = [&](int i, double *parts, double *curl) {
      double reference[3], value[3];
      reference_value<3>(basis_function<3>(i), l3, reference);
      tet.map_value(reference, value);
      for (int k = 0; k < 2; ++k)
        parts[k] = triangle.tangent[k][0] * value[0] + triangle.tangent[k][1] * value[1] +
                   triangle.tangent[k][2] * value[2];
      reference_curl<3>(basis_function<3>(i), l3, reference);
      tet.map_curl(reference, value);
      *curl = triangle.normal[0] * value[0] + triangle.normal[1] * value[1] +
              triangle.normal[2] * value[2];
    };
    for (int j = 0; j < space.per_triangle(); ++j) {
      const int i = trace_function(side.local, j);
      has_trace[i] = 1;
      double parts[2], curl, value[2], face_curl;
      tangential(i, parts, &curl);
      reference_value<2>(basis_function<2>(j), l2, value);
      reference_curl<2>(basis_function<2>(j), l2, &face_curl);
      EXPECT_NEAR(parts[0], value[0], 1e-13);
      EXPECT_NEAR(parts[1], value[1], 1e-13);
      EXPECT_NEAR(curl * triangle.area_factor, face_curl, 1e-12);
    }
    for (int i = 0; i < space.per_tet(); ++i)
      if (!has_trace[i]) {
        double parts[2], curl;
        tangential(i, parts, &curl);
        EXPECT_LT(std::abs(parts[0]) + std::abs(parts[1]), 1e-13) << i;
      }
  }
}

// --- Unknowns ------------------------------------------------------------------------------------

TEST(DofMap, CountsUnknownsPerEntity) {
  const auto counts = [](const ElementSpace &s) {
    return std::array<int, 5>{s.per_edge(), s.per_face(), s.per_cell(), s.per_tet(),
                              s.per_triangle()};
  };
  EXPECT_EQ(counts({1, true}), (std::array<int, 5>{1, 0, 0, 6, 3}));
  EXPECT_EQ(counts({1, false}), (std::array<int, 5>{2, 0, 0, 12, 6}));
  EXPECT_EQ(counts({2, true}), (std::array<int, 5>{2, 2, 0, 20, 8}));
  EXPECT_EQ(counts({2, false}), (std::array<int, 5>{3, 3, 0, 30, 12}));
  EXPECT_EQ(counts({3, true}), (std::array<int, 5>{3, 6, 3, 45, 15}));
  EXPECT_EQ(counts({3, false}), (std::array<int, 5>{4, 8, 4, 60, 20}));
  EXPECT_EQ(counts({4, true}), (std::array<int, 5>{4, 12, 12, 84, 24}));
  EXPECT_EQ((ElementSpace{2, true}.name()), "mixed second order");
  EXPECT_EQ((ElementSpace{4, true}.name()), "mixed fourth order");
  EXPECT_THROW((ElementSpace{4, false}.blocks()), InputError);
  EXPECT_THROW((ElementSpace{5, true}.blocks()), InputError);
  EXPECT_THROW((ElementSpace{0, true}.blocks()), InputError);
}

TEST_P(Basis, EveryUnknownBelongsToATetAndLowerSpacesComeFirst) {
  const ElementSpace space = GetParam();
  const ElementMesh m(2, space, 2), lowest(2, {1, true}, 2);
  EXPECT_EQ(m.map.dofs, m.map.edges * space.per_edge() + m.map.faces * space.per_face() +
                            m.map.tets * space.per_cell());
  std::vector<char> met(m.map.dofs, 0);
  for (const Index dof : m.map.tet_dofs)
    met.at(dof) = 1;
  EXPECT_THAT(met, ::testing::Each(1));
  for (Index t = 0; t < m.map.tets; ++t)
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(m.map.of_tet(t)[i], lowest.map.of_tet(t)[i]);
}

TEST_P(Basis, FixedUnknownsLeaveNoTangentialFieldOnTheWall) {
  const ElementMesh m(2, GetParam(), 6);
  const std::vector<Index> wall = boundary_faces(m.topology);
  const std::vector<char> fixed = fixed_dofs(m.map, m.topology, wall);
  auto x = random_unknowns(m.map.dofs, 3);
  for (Index i = 0; i < m.map.dofs; ++i)
    if (fixed[i])
      x[i] = 0;
  double largest = 0;
  for (const Index face : wall)
    for (const Index dof : dofs_of_face(m.map, m.topology, face))
      largest = std::max(largest, std::abs(x[dof]));
  EXPECT_EQ(largest, 0);
  // Exactly the unknowns of the wall's edges and faces, and no others, are fixed.
  std::vector<char> on_wall(m.map.edges, 0);
  for (const Index face : wall)
    for (int k = 0; k < 3; ++k)
      on_wall[find_edge(m.topology, m.topology.faces[face][k],
                        m.topology.faces[face][(k + 1) % 3])] = 1;
  const auto edges = std::count(on_wall.begin(), on_wall.end(), 1);
  EXPECT_EQ(std::count(fixed.begin(), fixed.end(), 1),
            edges * m.map.space.per_edge() +
                static_cast<Index>(wall.size()) * m.map.space.per_face());
  // Gradients of free scalars are free fields.
  const std::vector<char> fixed_scalar = fixed_scalars(m.map, m.topology, wall);
  const GradientRows rows = gradient_rows(m.map, m.topology);
  for (Index i = 0; i < m.map.dofs; ++i)
    for (const Index scalar : rows.columns[i])
      EXPECT_TRUE(!fixed[i] || scalar < 0 || fixed_scalar[scalar]) << i;
}

TEST(DofMap, APathSumsItsEdgesAndRefusesGaps) {
  const ElementMesh m(2, {2, true}, 8);
  // E = grad(x y + z): the integral is the difference of the potential
  const auto x = interpolate(
      m.mesh, m.map,
      [](const Point &p) {
        return ComplexPoint{p[1], p[0], 1};
      },
      6);
  std::vector<Index> path = {m.topology.edges[3][1], m.topology.edges[3][0]};
  for (int step = 0; step < 4; ++step) {
    const Index edge = *(m.topology.node_edges.begin(path.back()) + step % 2);
    const auto &nodes = m.topology.edges[edge];
    path.push_back(nodes[0] == path.back() ? nodes[1] : nodes[0]);
  }
  const auto potential = [&](Index n) {
    const Point &p = m.mesh.points[n];
    return p[0] * p[1] + p[2];
  };
  EXPECT_NEAR(path_integral(m.topology, x, path).real(),
              potential(path.back()) - potential(path.front()), 1e-12);
  EXPECT_THROW(path_integral(m.topology, x, {path[0], path[0]}), std::invalid_argument);
}

} // namespace
} // namespace curlew

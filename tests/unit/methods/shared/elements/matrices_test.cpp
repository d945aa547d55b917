#include "element_fixtures.hpp"
#include "element_tables.hpp"

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/shared/elements/gradient_matrix.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>

#include <curlew/tests/unit/kokkos_environment.hpp>

namespace curlew {
namespace {

using namespace curlew::testing;
using Complex = Kokkos::complex<double>;

class ElementMatrices : public ::testing::TestWithParam<ElementSpace> {};
INSTANTIATE_TEST_SUITE_P(All, ElementMatrices, ::testing::ValuesIn(k_spaces), space_name);

Tensor<Complex> random_tensor(unsigned seed, bool symmetric) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Tensor<Complex> tensor;
  for (auto &row : tensor.entries)
    for (Complex &entry : row)
      entry = Complex(uniform(random), uniform(random));
  if (symmetric)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        tensor.entries[i][j] = tensor.entries[j][i];
  return tensor;
}

// The largest difference of two arrays over the largest entry.
template <class Scalar>
double relative_difference(const std::vector<Scalar> &a, const std::vector<Scalar> &b) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max<double>(largest, Kokkos::abs(Complex(a[i])));
    difference = std::max<double>(difference, Kokkos::abs(Complex(a[i]) - Complex(b[i])));
  }
  return difference / largest;
}

TEST_P(ElementMatrices, OfStraightTetsAreThoseOfQuadrature) {
  const auto reference = make_reference_matrices<Host>(GetParam());
  const auto table = make_quadrature_table<3, Host>(GetParam(), 2 * GetParam().degree());
  with_blocks(GetParam(), [&](auto blocks) {
    const StraightTetMatrices<blocks(), Host> straight{reference};
    const CurvedTetMatrices<blocks(), Host> curved{table};
    for (unsigned seed = 1; seed <= 8; ++seed) {
      TetShape shape = random_tet(seed);
      if (seed % 2 == 0)
        std::swap(shape.vertices[0], shape.vertices[1]); // left-handed
      const double l[4] = {0.25, 0.25, 0.25, 0.25};
      const TetFrame frame = frame_at(shape, l);
      std::vector<double> a(straight.k_pairs), b(straight.k_pairs);
      straight.mass(mass_metric(frame), a.data());
      curved.mass(shape, Vacuum(), b.data());
      EXPECT_LT(relative_difference(a, b), 1e-13);
      straight.curl_curl(curl_metric(frame), a.data());
      curved.curl_curl(shape, Vacuum(), b.data());
      EXPECT_LT(relative_difference(a, b), 1e-13);

      const Tensor<Complex> tensor = random_tensor(seed, true);
      std::vector<Complex> c(straight.k_pairs), d(straight.k_pairs);
      straight.mass(mass_metric(frame, tensor), c.data());
      curved.mass(shape, tensor, d.data());
      EXPECT_LT(relative_difference(c, d), 1e-13);
      straight.curl_curl(curl_metric(frame, tensor), c.data());
      curved.curl_curl(shape, tensor, d.data());
      EXPECT_LT(relative_difference(c, d), 1e-13);
    }
  });
}

// The integrals by the functions in space, point by point: shares only the functions themselves.
TEST_P(ElementMatrices, OfAnyTensorAreTheIntegralsInSpace) {
  const ElementSpace space = GetParam();
  const auto reference = make_reference_matrices<Host>(space);
  const auto table = make_quadrature_table<3, Host>(space, 2 * space.degree());
  with_blocks(space, [&](auto blocks) {
    const StraightTetMatrices<blocks(), Host> straight{reference};
    const CurvedTetMatrices<blocks(), Host> curved{table};
    constexpr int n = straight.k_functions;
    const TetShape shape = random_tet(11);
    const Tensor<Complex> tensor = random_tensor(3, false);
    std::vector<Complex> mass(n * n), curl(n * n), expected_mass(n * n), expected_curl(n * n);
    const SimplexRule<4> rule = tet_rule(2 * space.degree() + 1);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      const TetFrame frame = frame_at(shape, rule.points[q].data());
      double values[n][3], curls[n][3];
      tet_functions<blocks()>(frame, rule.points[q].data(), values, curls);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          for (int x = 0; x < 3; ++x)
            for (int y = 0; y < 3; ++y) {
              const double weight = rule.weights[q] * frame.volume_factor() / 6;
              expected_mass[i * n + j] +=
                  weight * values[i][x] * values[j][y] * tensor.entries[x][y];
              expected_curl[i * n + j] += weight * curls[i][x] * curls[j][y] * tensor.entries[x][y];
            }
    }
    const double l[4] = {0.25, 0.25, 0.25, 0.25};
    const TetFrame frame = frame_at(shape, l);
    straight.full_mass(mass_metric(frame, tensor), mass.data());
    straight.full_curl_curl(curl_metric(frame, tensor), curl.data());
    EXPECT_LT(relative_difference(mass, expected_mass), 1e-13);
    EXPECT_LT(relative_difference(curl, expected_curl), 1e-13);
    curved.full_mass(shape, tensor, mass.data());
    curved.full_curl_curl(shape, tensor, curl.data());
    EXPECT_LT(relative_difference(mass, expected_mass), 1e-13);
    EXPECT_LT(relative_difference(curl, expected_curl), 1e-13);
    // The twin: the transposed tensor.
    Tensor<Complex> transposed = tensor;
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 3; ++y)
        transposed.entries[x][y] = tensor.entries[y][x];
    straight.full_mass(mass_metric(frame, transposed), mass.data());
    EXPECT_GT(relative_difference(mass, expected_mass), 1e-2);
  });
}

// Whitney's functions in closed form: with G_ab = grad l_a . grad l_b and V the volume,
// M = V/20 ((1 + d_ac) G_bd - (1 + d_ad) G_bc - (1 + d_bc) G_ad + (1 + d_bd) G_ac) for edges ab,
// cd.
TEST(WhitneyMatrices, AreTheClosedForms) {
  const auto reference = make_reference_matrices<Host>({1, true});
  const StraightTetMatrices<1, Host> straight{reference};
  const double l[4] = {0.25, 0.25, 0.25, 0.25};
  const TetFrame frame = frame_at(random_tet(5), l);
  double gradients[4][3], g[4][4];
  for (int x = 0; x < 3; ++x) {
    gradients[0][x] = -frame.dual[0][x] - frame.dual[1][x] - frame.dual[2][x];
    for (int k = 0; k < 3; ++k)
      gradients[k + 1][x] = frame.dual[k][x];
  }
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b)
      g[a][b] = gradients[a][0] * gradients[b][0] + gradients[a][1] * gradients[b][1] +
                gradients[a][2] * gradients[b][2];
  const double volume = frame.volume_factor() / 6;
  double mass[21], curl[21];
  straight.mass(mass_metric(frame), mass);
  straight.curl_curl(curl_metric(frame), curl);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) {
      const int a = k_tet_edges[i][0], b = k_tet_edges[i][1], c = k_tet_edges[j][0],
                d = k_tet_edges[j][1];
      EXPECT_NEAR(mass[packed(i, j)],
                  volume / 20 *
                      ((1 + (a == c)) * g[b][d] - (1 + (a == d)) * g[b][c] -
                       (1 + (b == c)) * g[a][d] + (1 + (b == d)) * g[a][c]),
                  1e-14);
      EXPECT_NEAR(curl[packed(i, j)], 4 * volume * (g[a][c] * g[b][d] - g[a][d] * g[b][c]), 1e-12);
    }
}

TEST_P(ElementMatrices, OfFacesAreTheIntegralsInSpace) {
  const ElementSpace space = GetParam();
  const auto traces = make_reference_traces<Host>(space);
  const auto table = make_quadrature_table<2, Host>(space, curved_degree(space));
  const TetShape tet = random_tet(4);
  TriangleShape shape;
  for (int i = 0; i < 3; ++i)
    for (int x = 0; x < 3; ++x)
      shape.vertices[i][x] = tet.vertices[i + 1][x]; // face 0
  const SimplexRule<3> rule = triangle_rule(2 * space.degree() + 1);
  const int n = space.per_triangle();
  std::vector<double> expected(n * (n + 1) / 2), found(expected.size());
  const double centre[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  const TriangleFrame frame = frame_at(shape, centre);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double l[4] = {0, rule.points[q][0], rule.points[q][1], rule.points[q][2]};
    const TetFrame at = frame_at(tet, l);
    std::vector<Point> crossed(n);
    for (int j = 0; j < n; ++j) {
      double reference[3], v[3];
      reference_value<3>(basis_function<3>(trace_function(0, j)), l, reference);
      at.map_value(reference, v);
      for (int x = 0; x < 3; ++x) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        crossed[j][x] = frame.normal[y] * v[z] - frame.normal[z] * v[y];
      }
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        for (int x = 0; x < 3; ++x)
          expected[packed(i, j)] +=
              rule.weights[q] * frame.area_factor / 2 * crossed[i][x] * crossed[j][x];
  }
  double metric[3];
  mass_metric(frame, metric);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      found[packed(i, j)] = traces.mass_entry(metric, j, i);
  EXPECT_LT(relative_difference(expected, found), 1e-13);
  with_blocks(space, [&](auto blocks) {
    const CurvedTraceMatrices<blocks(), Host> curved{table};
    curved.mass(shape, found.data());
    EXPECT_LT(relative_difference(expected, found), 1e-13);
    std::vector<double> curl(found.size());
    curved.curl_curl(shape, curl.data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        found[packed(i, j)] = traces.curl_entry(curl_metric(frame), i, j);
    EXPECT_LT(relative_difference(curl, found), 1e-13);
  });
}

// --- Loads ---------------------------------------------------------------------------------------

// For a field of the space, with unknowns x, the loads of phi_i are the matrices times x.
TEST_P(ElementMatrices, TimesAFieldAreItsLoads) {
  const ElementSpace space = GetParam();
  const auto reference = make_reference_matrices<Host>(space);
  const auto traces = make_reference_traces<Host>(space);
  const TetShape tet = random_tet(7);
  TriangleShape face;
  for (int i = 0; i < 3; ++i)
    for (int x = 0; x < 3; ++x)
      face.vertices[i][x] = tet.vertices[i][x]; // face 3
  const VectorField field = [](const Point &x) {
    return ComplexPoint{1.0 - 0.5 * x[1], std::complex<double>(0.5 * x[0], 2), 0.3};
  };
  const auto x = Interpolation(space, 6).of_tet(tet, field);
  const auto load = tet_load(space, tet, field, 8);
  const double l[4] = {0.25, 0.25, 0.25, 0.25}, centre[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  const auto metric = mass_metric(frame_at(tet, l));
  for (int i = 0; i < space.per_tet(); ++i) {
    std::complex<double> sum = 0;
    for (int j = 0; j < space.per_tet(); ++j)
      sum += reference.entry(reference.mass, metric, i, j) * x[j];
    EXPECT_LT(std::abs(sum - load[i]), 1e-14) << i;
  }
  const auto on_face = face_load(
      space, face, [&](const Point &at, const Point &) { return field(at); }, 8);
  double trace_metric[3];
  mass_metric(frame_at(face, centre), trace_metric);
  for (int i = 0; i < space.per_triangle(); ++i) {
    std::complex<double> sum = 0;
    for (int j = 0; j < space.per_triangle(); ++j)
      sum += traces.mass_entry(trace_metric, i, j) * x[trace_function(3, j)];
    EXPECT_LT(std::abs(sum - on_face[i]), 1e-13) << i;
  }
  const auto at_point = point_load(space, tet, {0.1, 0.2, 0.3, 0.4}, {0, 1, 0});
  Point place;
  const double there[4] = {0.1, 0.2, 0.3, 0.4};
  tet.point(there, place.data());
  std::complex<double> component = 0;
  for (int i = 0; i < space.per_tet(); ++i)
    component += at_point[i] * x[i];
  EXPECT_LT(std::abs(component - field(place)[1]), 1e-12);
}

// --- The gradient matrix -------------------------------------------------------------------------

TEST_P(ElementMatrices, TheGradientMatrixTakesFreeScalarsToFreeUnknowns) {
  const ElementMesh m(2, GetParam(), 2);
  const auto wall = boundary_faces(m.topology);
  const FreeNumbers dofs = number_free(fixed_dofs(m.map, m.topology, wall));
  const FreeNumbers scalars = number_free(fixed_scalars(m.map, m.topology, wall));
  const GradientRows rows = gradient_rows(m.map, m.topology);
  const auto g = make_gradient<double>(Host(), rows, dofs, scalars);
  ASSERT_EQ(g.rows, dofs.count);
  ASSERT_EQ(g.column_count, scalars.count);
  Offset entries = 0;
  for (Index dof = 0; dof < m.map.dofs; ++dof)
    for (int k = 0; k < 2; ++k) {
      const Index scalar = rows.columns[dof][k];
      if (dofs.number[dof] < 0 || scalar < 0 || scalars.number[scalar] < 0)
        continue;
      ++entries;
      bool found = false;
      for (Offset e = g.row_begin(dofs.number[dof]); e < g.row_begin(dofs.number[dof] + 1); ++e)
        found |= g.columns(e) == scalars.number[scalar] && g.values(e) == GradientRows::value(k);
      EXPECT_TRUE(found);
    }
  EXPECT_EQ(g.entries(), entries);
}

TEST(ElementTables, GiveKernelsTheShapesOfTheMesh) {
  const ElementMesh m(2, {2, true}, 4);
  const auto tables = make_element_tables<Host>(m.mesh, m.map);
  for (Index t = 0; t < m.map.tets; ++t) {
    const TetShape a = tables.straight_shape(t), b = shape_of_tet(m.mesh, m.map, t);
    for (int i = 0; i < 4; ++i)
      for (int x = 0; x < 3; ++x)
        EXPECT_EQ(a.vertices[i][x], b.vertices[i][x]);
    for (int i = 0; i < m.map.per_tet; ++i)
      EXPECT_EQ(tables.tet_dofs(t, i), m.map.of_tet(t)[i]);
  }
}

} // namespace
} // namespace curlew

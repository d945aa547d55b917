#include "element_fixtures.hpp"

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <cmath>

namespace curlew {
namespace {

using namespace curlew::testing;

class Convergence : public ::testing::TestWithParam<ElementSpace> {};
INSTANTIATE_TEST_SUITE_P(All, Convergence, ::testing::ValuesIn(k_spaces), space_name);

ComplexPoint field(const Point &p) {
  return {std::sin(2 * p[1] + p[2]), std::cos(p[0] - 2 * p[2]),
          std::complex<double>(std::sin(p[0]), std::cos(2 * p[0] + p[1]))};
}
ComplexPoint curl_of_field(const Point &p) {
  using std::cos, std::sin;
  return {std::complex<double>(0, -sin(2 * p[0] + p[1])) - 2 * sin(p[0] - 2 * p[2]),
          cos(2 * p[1] + p[2]) - std::complex<double>(cos(p[0]), -2 * sin(2 * p[0] + p[1])),
          -sin(p[0] - 2 * p[2]) - 2 * cos(2 * p[1] + p[2])};
}

// Errors of E and curl E in the L2 norm of the box.
std::array<double, 2> errors(const ElementSpace &space, Index bricks) {
  const ElementMesh m(make_box({1, 1, 1}, {bricks, bricks, bricks}, {0, 0, 0}, 0, 1), space);
  const auto x = interpolate(m.mesh, m.map, field, 2 * space.degree() + 1);
  const SimplexRule<4> rule = tet_rule(2 * space.degree() + 2);
  std::array<double, 2> sums = {0, 0};
  for (Index t = 0; t < m.map.tets; ++t) {
    const TetShape shape = shape_of_tet(m.mesh, m.map, t);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      const auto found = field_in_tet(m.map, shape, x, t, rule.points[q]);
      const auto l = ascending(m.map, t, rule.points[q]);
      Point p;
      shape.point(l.data(), p.data());
      const double weight = rule.weights[q] * frame_at(shape, l.data()).volume_factor() / 6;
      for (int k = 0; k < 3; ++k) {
        sums[0] += weight * std::norm(found.field[k] - field(p)[k]);
        sums[1] += weight * std::norm(found.curl[k] - curl_of_field(p)[k]);
      }
    }
  }
  return {std::sqrt(sums[0]), std::sqrt(sums[1])};
}

TEST_P(Convergence, OfInterpolantsIsOfTheOrderOfTheSpace) {
  const ElementSpace space = GetParam();
  const Index bricks = space.order == 1 ? 4 : 3;
  const auto coarse = errors(space, bricks), fine = errors(space, 2 * bricks);
  const double order = std::log2(coarse[0] / fine[0]), order_curl = std::log2(coarse[1] / fine[1]);
  RecordProperty("order_E", std::to_string(order));
  RecordProperty("order_curl_E", std::to_string(order_curl));
  EXPECT_NEAR(order, space.mixed ? space.order : space.order + 1, 0.1);
  EXPECT_NEAR(order_curl, space.order, 0.1);
}

} // namespace
} // namespace curlew

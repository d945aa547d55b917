// Sheets of lumped parts on faces of boxes, moved into other shapes. Resistances over that of a
// square by formula: l / w of a rectangle, ln(b / a) / phi of a ring.
#include <curlew/methods/shared/ports/lumped_shape.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace curlew {
namespace {

// The face z = 0 of a box of 3 x 1 x 1 in cells of 1 / n, after its nodes were moved.
class Sheet {
public:
  explicit Sheet(
      int n, const std::function<Point(const Point &)> &moved = [](const Point &p) { return p; })
      : mesh_(make_box({3, 1, 1}, {3 * n, n, 1}, {0, 0, 0}, 0, 1)) {
    for (const Point &p : mesh_.points)
      origin_.push_back(p);
    for (Point &p : mesh_.points)
      p = moved(p);
    topology_ = make_topology(mesh_);
  }

  using Choice = std::function<bool(const Point &)>;
  static bool all(const Point &) { return true; }

  // Measures the faces of z = 0 whose x (before the move) is in one of these columns of a length of
  // 1. The other faces of the boundary conduct where `conducts` is true for their middle.
  LumpedShape measure(const std::vector<int> &columns, const std::optional<Point> &direction,
                      const Choice &conducts = all) {
    std::vector<Index> lumped;
    std::vector<char> is_metal(topology_.faces.size(), 0);
    for (const Index f : boundary_faces(topology_)) {
      const auto &n = topology_.faces[f];
      const Point middle = (1.0 / 3) * (origin_[n[0]] + origin_[n[1]] + origin_[n[2]]);
      if (middle[2] == 0 &&
          std::find(columns.begin(), columns.end(), static_cast<int>(middle[0])) != columns.end())
        lumped.push_back(f);
      else
        is_metal[f] = conducts(middle);
    }
    const std::vector<char> edges =
        edges_of_faces(topology_, [&](Index f) { return is_metal[f] != 0; });
    return measure_lumped({mesh_, topology_, edges, lumped, "load", {}}, direction);
  }

private:
  TetMesh mesh_;
  std::vector<Point> origin_;
  TetTopology topology_;
};

std::string refusal(const std::function<void()> &call) {
  try {
    call();
  } catch (const InputError &error) {
    return error.what();
  }
  return "none";
}

// Turns by the angles about x and then z, and moves.
Point placed(const Point &p) {
  const double c = std::cos(0.7), s = std::sin(0.7);
  const Point a{p[0], c * p[1] - s * p[2], s * p[1] + c * p[2]};
  return {c * a[0] - s * a[1] + 5, s * a[0] + c * a[1] - 2, a[2] + 1};
}

TEST(LumpedShape, OfARectangleIsLengthOverWidth) {
  const double tilt = 0.05 * k_pi / 180;
  EXPECT_NEAR(Sheet(2).measure({0, 1, 2}, Point{2, 0, 0}).squares, 3, 1e-12);
  EXPECT_NEAR(Sheet(2).measure({0, 1, 2}, Point{0, 1, 0}).squares, 1.0 / 3, 1e-12);
  // Within 0.1 degree the sides give the direction.
  EXPECT_NEAR(Sheet(2).measure({0, 1, 2}, Point{std::tan(tilt), 1, 0}).squares, 1.0 / 3, 1e-12);
  const LumpedShape turned =
      Sheet(2, placed).measure({0, 1, 2}, placed({1, 0, 0}) - placed({0, 0, 0}));
  EXPECT_NEAR(turned.squares, 3, 1e-12);
  EXPECT_NEAR(norm(turned.field(0, {})), 1.0 / 3, 1e-12);
  EXPECT_EQ(turned.loose_ends, 0);
}

TEST(LumpedShape, RefusesADirectionOffTheSidesWithTheAngle) {
  const auto of = [](Sheet sheet, const Point &direction) {
    return refusal([&] { sheet.measure({0, 1, 2}, direction); });
  };
  EXPECT_THAT(of(Sheet(1), {0.0175, 1, 0}), testing::HasSubstr("is 1 degrees off the side"));
  EXPECT_THAT(of(Sheet(1), {0.0035, 1, 0}), testing::HasSubstr("is 0.201 degrees off the side"));
  EXPECT_THAT(of(Sheet(1), {0, 1, 0.01}), testing::HasSubstr("degrees off its face"));
  // A trapezoid, a triangle but for its tip.
  for (const double narrow : {0.2, 0.99})
    EXPECT_THAT(of(Sheet(2,
                         [&](const Point &p) {
                           return Point{p[0], p[1] * (1 - narrow * p[0] / 3), p[2]};
                         }),
                   {1, 0, 0}),
                testing::HasSubstr("degrees off the side"));
}

TEST(LumpedShape, OfARingIsTheLogarithmOverTheAngle) {
  // x becomes the angle, y the radius from 1 to 2.3, about another point.
  const auto ring = [](double angle) {
    return [angle](const Point &p) {
      const double r = 1 + 1.3 * p[1], phi = angle * p[0] / 3;
      return placed({r * std::cos(phi), r * std::sin(phi), p[2]});
    };
  };
  for (const double degrees : {60.0, 90.0, 180.0, 270.0}) {
    const double angle = degrees * k_pi / 180;
    const LumpedShape shape = Sheet(8, ring(angle)).measure({0, 1, 2}, std::nullopt);
    EXPECT_NEAR(shape.squares, std::log(2.3) / angle, 1e-9 * shape.squares) << degrees;
    EXPECT_NEAR(norm(shape.centre - placed({0, 0, 0})), 0, 1e-9);
    EXPECT_NEAR(norm(shape.field(0, placed({0, 2, 0}))), 0.5 / std::log(2.3), 1e-9);
    EXPECT_EQ(shape.loose_ends, 0);
  }
  EXPECT_THAT(refusal([&] {
                Sheet(4, ring(k_pi / 2)).measure({0, 1, 2}, Point{1, 0, 0});
              }),
              testing::HasSubstr("degrees off"));
  EXPECT_THAT(refusal([&] {
                Sheet(2).measure({0, 1, 2}, std::nullopt);
              }),
              testing::HasSubstr("is no ring"));
}

TEST(LumpedShape, OfSeveralFacesIsThatOfTheirParallel) {
  // Side by side between the same sides.
  EXPECT_NEAR(Sheet(2).measure({0, 2}, Point{0, 1, 0}).squares, 0.5, 1e-12);
  // Above and below a conductor, whose other sides meet: a strip between grounds.
  const auto between = [](const Point &p) { return p[1] > 0 && p[1] < 1; };
  const LumpedShape strip = Sheet(2).measure({0, 2}, Point{1, 0, 0}, between);
  EXPECT_NEAR(strip.squares, 0.5, 1e-12);
  double sum = 0;
  for (const Point &field : strip.strips)
    sum += field[0];
  EXPECT_NEAR(sum, 0, 1e-12) << "the fields must point to the strip from both sides";
  // In series: the sides do not meet.
  const auto apart = [](const Point &p) { return p[2] == 0 || p[0] == 0 || p[0] == 3; };
  EXPECT_THAT(refusal([&] {
                Sheet(2).measure({0, 2}, Point{1, 0, 0}, apart);
              }),
              testing::AllOf(testing::HasSubstr("(0.5, 0.5, 0) m and (2.5, 0.5, 0) m"),
                             testing::HasSubstr("not in parallel")));
}

} // namespace
} // namespace curlew

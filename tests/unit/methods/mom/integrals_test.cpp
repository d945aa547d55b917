// Integrals over pairs of faces against others of much higher order, of another kind.

// Computes on the processor: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/integrals/close_faces.hpp>
#include <curlew/methods/mom/integrals/pair_rule.hpp>
#include <curlew/methods/mom/integrals/point_potential.hpp>
#include <curlew/methods/mom/integrals/separate_faces.hpp>
#include <curlew/methods/mom/integrals/static_potential.hpp>

#include <gmock/gmock.h>

#include <complex>

namespace curlew::mom {
namespace {

using Corners = double[3][3];
using Moments = PairMoments<double, true>;
constexpr double k_wavenumber = 0.63; // edges of 1: ten to a wavelength
const Combination k_with{k_wavenumber};
constexpr Corners k_p = {{0, 0, 0}, {1, 0, 0}, {0.3, 0.9, 0}};
constexpr Corners k_edge = {{1, 0, 0}, {0, 0, 0}, {0.5, -0.7, 0.4}};
constexpr Corners k_corner = {{0, 0, 0}, {-1, 0.1, 0.3}, {-0.5, -0.8, 0.1}};
constexpr Corners k_above = {{0, 0, 0.4}, {1, 0, 0.42}, {0.3, 0.9, 0.4}};
constexpr Corners k_close = {{0, 0, 0.1}, {1, 0, 0.12}, {0.3, 0.9, 0.1}};

// Returns every moment of a pair as numbers.
std::vector<std::complex<double>> values_of(const Moments &m, bool magnetic) {
  std::vector<std::complex<double>> values;
  const auto add = [&](const Parts<double> &part) { values.emplace_back(part.re, part.im); };
  add(m.electric.s0);
  add(m.electric.s3);
  for (int d = 0; d < 3; ++d) {
    add(m.electric.s1[d]);
    add(m.electric.s2[d]);
  }
  if (magnetic)
    for (const auto *one : {&m.magnetic, &m.swapped}) {
      add(one->k0);
      for (int d = 0; d < 3; ++d) {
        add(one->w[d]);
        add(one->v[d]);
        add(one->y[d]);
      }
    }
  return values;
}

// The largest difference over the largest moment of the same kind.
double difference(const Moments &a, const Moments &b, bool magnetic) {
  const auto one = values_of(a, magnetic), other = values_of(b, magnetic);
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (i == 8)
      largest = 0;
    for (std::size_t k = i < 8 ? 0 : 8; k < (i < 8 ? 8 : one.size()); ++k)
      largest = std::max(largest, std::abs(other[k]));
    worst = std::max(worst, std::abs(one[i] - other[i]) / largest);
  }
  return worst;
}

// The pair by integrals of high order seen from the points of a fine grid on p.
Moments by_points(const Face &p, const Face &q, int cuts) {
  Moments moments(p, q, k_with, true);
  const TriangleRule &rule = triangle_rule(16);
  const LineRule line = gauss_legendre(16);
  for (int i = 0; i < cuts; ++i)
    for (int j = 0; j < cuts - i; ++j)
      for (int upper = 0; upper < (j + i + 1 < cuts ? 2 : 1); ++upper)
        for (std::size_t k = 0; k < rule.weights.size(); ++k) {
          double u = rule.points[k][1], v = rule.points[k][2], r[3];
          if (upper) {
            u = 1 - u;
            v = 1 - v;
          }
          p.point((i + u) / cuts, (j + v) / cuts, r);
          const double weight = rule.weights[k] * p.area / (cuts * cuts);
          const auto add = [&](const double *source, double w) { moments(r, source, weight * w); };
          integrate_seen_from(r, q, line.points.data(), line.weights.data(), 16, add);
        }
  return moments;
}

// A rule as kernels read it.
class Rule {
public:
  explicit Rule(const PairRule &rule) : count_(static_cast<Index>(rule.count())) {
    for (const auto *row : {&rule.p1, &rule.p2, &rule.q1, &rule.q2, &rule.weight})
      values_.insert(values_.end(), row->begin(), row->end());
  }
  PairRuleRows rows() const { return {values_.data(), count_}; }

private:
  Index count_;
  std::vector<double> values_;
};

Moments touching(const Face &p, const Face &q, const SharedCorners &corners, int points,
                 int radial) {
  Moments moments(p, q, k_with, true);
  PairMap map;
  map.set(map.p, p, corners.of_p, p.centroid);
  map.set(map.q, q, corners.of_q, q.centroid);
  map.area = p.area * q.area;
  moments.integrate(map, Rule(touching_rule(corners.shared, points, radial)).rows());
  if (corners.shared == 3)
    moments.symmetrise();
  return moments;
}

Moments separate(const Face &p, const Face &q, int points) {
  Moments moments(p, q, k_with, true);
  const Rule rule(product_rule(triangle_rule(points), triangle_rule(points)));
  SeparateFaces{rule.rows()}.integrate(p, q, moments);
  return moments;
}

TEST(PairIntegrals, OfTouchingFacesConvergeTo1e6) {
  const int p[3] = {0, 1, 2}, edge[3] = {1, 0, 3}, corner[3] = {0, 4, 5};
  const Face face = make_face(k_p);
  const auto check = [&](const Corners &q, const int(&nodes)[3], int points, bool magnetic) {
    const Face other = make_face(q);
    const SharedCorners corners = shared_corners(p, nodes);
    const Moments exact = touching(face, other, corners, 12, 12);
    EXPECT_LT(difference(touching(face, other, corners, points, 4), exact, magnetic), 2e-6);
    EXPECT_GT(difference(touching(face, other, corners, points - 3, 4), exact, magnetic), 2e-6);
    EXPECT_GT(difference(touching(face, other, corners, points, 1), exact, magnetic), 2e-6);
    // an independent method, whose outer integrals see a kink at the edge
    EXPECT_LT(difference(by_points(face, other, 24), exact, false), 3e-5);
  };
  check(k_p, p, 6, false);
  check(k_edge, edge, 6, true);
  check(k_corner, corner, 5, true);
}

TEST(PairIntegrals, OfFacesNearEachOtherConvergeTo1e6) {
  const Face face = make_face(k_p);
  for (const Corners *q : {&k_above, &k_close}) {
    const Face other = make_face(*q);
    const Moments exact = by_points(face, other, 16);
    EXPECT_LT(difference(separate(face, other, 12), exact, true), 1e-6);
    EXPECT_GT(difference(separate(face, other, 3), exact, true), 1e-6);
  }
}

Moments close_together(const Face &p, const Face &q, const Combination &with, int points) {
  Moments moments(p, q, with, true);
  const Rule product(product_rule(triangle_rule(points), triangle_rule(points)));
  const TriangleRule &rule = triangle_rule(points);
  std::vector<double> at;
  for (const auto &point : rule.points)
    at.insert(at.end(), point.begin(), point.end());
  ElectricMoments<double> electric;
  MagneticMoments<double> magnetic, swapped;
  CloseFaces<true>{product.rows(), at.data(), rule.weights.data(), points}.integrate(
      p, q, moments, electric, magnetic, swapped);
  add(moments.electric, electric);
  add(moments.magnetic, magnetic);
  add(moments.swapped, swapped);
  return moments;
}

// Closed forms over the source face, however close: against cuts of both faces.
TEST(PairIntegrals, OfFacesHoweverCloseAreThoseOfCutFaces) {
  const Face face = make_face(k_p);
  const Rule rule(product_rule(triangle_rule(12), triangle_rule(12)));
  struct Pair {
    double height, shift, decay;
    bool turned;
    double electric, magnetic; // errors, partly of the cuts where these are close
  };
  for (const Pair &pair :
       {Pair{0.4, 0, 0, true, 5e-7, 5e-7}, Pair{0.1, 0.3, 0, false, 5e-7, 5e-7},
        Pair{0.03, 0, 0.5, false, 5e-7, 5e-7}, Pair{0.01, 0.3, 0, true, 1e-6, 1e-5},
        Pair{0, 1.3, 0, true, 5e-7, 5e-7}}) { // in one plane
    Corners corners;
    for (int i = 0; i < 3; ++i) {
      corners[i][0] = k_p[i][0] + pair.shift;
      corners[i][1] = k_p[i][1];
      corners[i][2] = pair.height;
    }
    const Face other = make_face(corners);
    Combination with{k_wavenumber};
    with.decay = pair.decay;
    with.turned = pair.turned;
    ASSERT_TRUE(CloseFaces<true>::has(face, other, with));
    Moments cut(face, other, with, true);
    SeparateFaces{rule.rows()}.integrate(face, other, cut);
    const Moments closed = close_together(face, other, with, 12);
    EXPECT_LT(difference(closed, cut, false), pair.electric) << pair.height;
    EXPECT_LT(difference(closed, cut, true), pair.magnetic) << pair.height;
    EXPECT_GT(difference(close_together(face, other, with, 3), cut, true), 1e-5) << pair.height;
  }
}

TEST(PairIntegrals, SeenFromAPointConverge) {
  const Face face = make_face(k_p);
  const auto at = [&](const double *r, int points) {
    Moments moments(face, face, k_with, false);
    const LineRule line = gauss_legendre(points);
    const auto add = [&](const double *source, double weight) { moments(r, source, weight); };
    integrate_seen_from(r, face, line.points.data(), line.weights.data(), points, add);
    return moments;
  };
  const double above[3] = {0.4, 0.3, 0.2};
  EXPECT_LT(difference(at(face.centroid, 6), at(face.centroid, 20), false), 1e-7);
  EXPECT_LT(difference(at(above, 10), at(above, 24), false), 1e-6);
}

// 1/R and R in closed form, the rest by points: against lines of high order.
TEST(PairIntegrals, OfPotentialsInClosedFormAreThoseOfLines) {
  const Face face = make_face(k_p);
  const Rule rule(product_rule(triangle_rule(1), triangle_rule(12)));
  const LineRule line = gauss_legendre(40);
  const double side[3] = {2, 0, 0}; // in the line of an edge
  const double above[3] = {0.4, 0.3, 0.2}, below[3] = {0.4, 0.3, -0.2}, apart[3] = {-0.5, 0.9, 0.3};
  for (const double *r : {face.centroid, side, above, below, apart}) {
    Parts<double> t0, expected;
    PartsVector<double> t1, vector;
    add_potential<double>(r, face, k_wavenumber, rule.rows(), t0, t1);
    const auto add = [&](const double *source, double weight) {
      Green<double> green;
      evaluate_green<false>(distance_squared(r, source), k_wavenumber, green);
      expected.add(weight, green.electric);
      for (int d = 0; d < 3; ++d)
        vector[d].add(weight * (source[d] - face.centroid[d]), green.electric);
    };
    integrate_seen_from(r, face, line.points.data(), line.weights.data(), 40, add);
    EXPECT_NEAR(t0.re, expected.re, 2e-6);
    EXPECT_NEAR(t0.im, expected.im, 2e-6);
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(t1[d].re, vector[d].re, 2e-6);
      EXPECT_NEAR(t1[d].im, vector[d].im, 2e-6);
    }
  }
}

// The area of a face, from wherever it is seen, also from beside it.
TEST(PairIntegrals, SeenFromAPointCoverTheFaceOnce) {
  const Face face = make_face(k_p);
  const LineRule line = gauss_legendre(12);
  for (const auto &r : {std::array<double, 3>{0.4, 0.3, 0}, {2, 3, 0.5}, {1, 0, 0}, {0.5, 0, 0}}) {
    double area = 0;
    const auto add = [&](const double *, double weight) { area += weight; };
    integrate_seen_from(r.data(), face, line.points.data(), line.weights.data(), 12, add);
    EXPECT_NEAR(area, face.area, 1e-9);
  }
}

TEST(SharedCorners, ComeFirst) {
  const int p[3] = {7, 3, 9}, q[3] = {9, 4, 7};
  const SharedCorners corners = shared_corners(p, q);
  ASSERT_EQ(corners.shared, 2);
  for (int k = 0; k < 2; ++k)
    EXPECT_EQ(p[corners.of_p[k]], q[corners.of_q[k]]);
  EXPECT_EQ(p[corners.of_p[2]], 3);
  EXPECT_EQ(q[corners.of_q[2]], 4);
}

} // namespace
} // namespace curlew::mom

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

double factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

// The mean of a product of powers of barycentric coordinates over a simplex of dimension d:
// d! (product of p_i!)/(d + sum of p_i)!.
template <std::size_t Corners> double mean(const std::array<int, Corners> &powers) {
  double product = factorial(Corners - 1);
  int sum = Corners - 1;
  for (const int p : powers) {
    product *= factorial(p);
    sum += p;
  }
  return product / factorial(sum);
}

template <int Corners>
double by_rule(const SimplexRule<Corners> &rule, const std::array<int, Corners> &powers) {
  double sum = 0;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    double value = rule.weights[q];
    for (int i = 0; i < Corners; ++i)
      value *= std::pow(rule.points[q][i], powers[i]);
    sum += value;
  }
  return sum;
}

TEST(SimplexRules, LinesAreExactUpToTheirDegree) {
  for (int degree = 0; degree <= 20; ++degree)
    for (int p = 0; p <= degree; ++p)
      EXPECT_NEAR(by_rule<2>(line_rule(degree), {p, degree - p}) / mean<2>({p, degree - p}), 1,
                  1e-12)
          << degree;
}

TEST(SimplexRules, TrianglesAreExactUpToTheirDegree) {
  for (int degree = 0; degree <= 12; ++degree)
    for (int p = 0; p <= degree; ++p)
      for (int q = 0; p + q <= degree; ++q) {
        const std::array<int, 3> powers = {p, q, degree - p - q};
        EXPECT_NEAR(by_rule<3>(triangle_rule(degree), powers) / mean(powers), 1, 1e-12) << degree;
      }
}

TEST(SimplexRules, TetsAreExactUpToTheirDegree) {
  for (int degree = 0; degree <= 10; ++degree)
    for (int p = 0; p <= degree; ++p)
      for (int q = 0; p + q <= degree; ++q)
        for (int r = 0; p + q + r <= degree; ++r) {
          const std::array<int, 4> powers = {p, q, r, degree - p - q - r};
          EXPECT_NEAR(by_rule<4>(tet_rule(degree), powers) / mean(powers), 1, 1e-12) << degree;
        }
}

// A rule of odd degree ends there: the next power must be wrong.
TEST(SimplexRules, ADegreeTooLowIsNotExact) {
  EXPECT_GT(std::abs(by_rule<2>(line_rule(3), {0, 4}) / mean<2>({0, 4}) - 1), 1e-3);
  EXPECT_GT(std::abs(by_rule<3>(triangle_rule(3), {0, 0, 4}) / mean<3>({0, 0, 4}) - 1), 1e-3);
  EXPECT_GT(std::abs(by_rule<4>(tet_rule(3), {0, 0, 0, 4}) / mean<4>({0, 0, 0, 4}) - 1), 1e-3);
}

TEST(SimplexRules, PointsLieInsideAndWeightsArePositive) {
  const SimplexRule<4> rule = tet_rule(9);
  EXPECT_EQ(rule.points.size(), 125u);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    EXPECT_GT(rule.weights[q], 0);
    for (const double l : rule.points[q])
      EXPECT_GT(l, 0);
  }
  EXPECT_THROW(tet_rule(-1), std::invalid_argument);
}

} // namespace
} // namespace curlew

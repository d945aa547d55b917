#include <curlew/methods/mom/integrals/triangle_rules.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::mom {
namespace {

double factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

// The mean of x^a y^b over the triangle (0, 0), (1, 0), (0, 1): 2 a! b! / (a + b + 2)!.
double mean_of_monomial(int a, int b) {
  return 2 * factorial(a) * factorial(b) / factorial(a + b + 2);
}

double by_rule(const TriangleRule &rule, int a, int b) {
  double sum = 0;
  for (std::size_t i = 0; i < rule.weights.size(); ++i)
    sum += rule.weights[i] * std::pow(rule.points[i][1], a) * std::pow(rule.points[i][2], b);
  return sum;
}

TEST(TriangleRules, AreExactUpToTheirDegreeAndNoFurther) {
  for (const int points : {1, 3, 6, 7, 12, 16}) {
    const TriangleRule &rule = triangle_rule(points);
    ASSERT_EQ(rule.weights.size(), std::size_t(points));
    double worst_beyond = 0;
    for (int a = 0; a <= rule.degree + 1; ++a)
      for (int b = 0; a + b <= rule.degree + 1; ++b) {
        const double off = std::abs(by_rule(rule, a, b) - mean_of_monomial(a, b));
        if (a + b <= rule.degree)
          EXPECT_LT(off, 2e-15) << points << " points, x^" << a << " y^" << b;
        else
          worst_beyond = std::max(worst_beyond, off);
      }
    EXPECT_GT(worst_beyond, 1e-6) << points;
  }
}

TEST(TriangleRules, OtherNumbersOfPointsAreRefused) {
  EXPECT_THROW(triangle_rule(4), std::invalid_argument);
}

TEST(GaussLegendre, IsExactUpToItsDegree) {
  for (int n = 1; n <= 20; ++n) {
    const LineRule rule = gauss_legendre(n);
    for (int power = 0; power < 2 * n; ++power) {
      double sum = 0;
      for (int i = 0; i < n; ++i)
        sum += rule.weights[i] * std::pow(rule.points[i], power);
      EXPECT_NEAR(sum, 1.0 / (power + 1), 1e-14) << n << " points, power " << power;
    }
  }
}

} // namespace
} // namespace curlew::mom

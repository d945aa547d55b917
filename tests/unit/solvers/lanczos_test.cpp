#include <curlew/solvers/krylov/lanczos.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace curlew {
namespace {

using Vector = std::vector<double>;

// A diagonal operator, self-adjoint in the inner product with weights.
struct Diagonal {
  Vector values, weights;

  LargestEigenvalue largest(double tolerance, int max_iterations = 500) const {
    Vector start(values.size()), previous(values.size()), work(values.size());
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    for (double &value : start)
      value = any(random);
    return largest_eigenvalue(
        start, previous, work,
        [&](Vector &w, const Vector &v) {
          for (std::size_t i = 0; i < v.size(); ++i)
            w[i] = values[i] * v[i];
        },
        [&](const Vector &v, const Vector &w) {
          double sum = 0;
          for (std::size_t i = 0; i < v.size(); ++i)
            sum += weights[i] * v[i] * w[i];
          return sum;
        },
        [](Vector &w, double a, const Vector &v) {
          for (std::size_t i = 0; i < v.size(); ++i)
            w[i] += a * v[i];
        },
        [](Vector &v, const Vector &w, double a) {
          for (std::size_t i = 0; i < v.size(); ++i)
            v[i] = a * w[i];
        },
        tolerance, max_iterations);
  }
};

// Evenly spread values up to 1e20 in an inner product with weights.
Diagonal spread(std::size_t n) {
  Diagonal d;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = static_cast<double>(i) / static_cast<double>(n - 1);
    d.values.push_back(1e20 * x);
    d.weights.push_back(1 + 0.5 * std::sin(static_cast<double>(i)));
  }
  return d;
}

TEST(Lanczos, FindsTheLargestToItsTolerance) {
  const Diagonal d = spread(400);
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    const LargestEigenvalue found = d.largest(tolerance);
    EXPECT_LE(found.residual, tolerance);
    EXPECT_LE(found.value, 1e20 * (1 + 1e-12)); // a Ritz value is never above
    EXPECT_GT(found.value, 1e20 * (1 - tolerance));
  }
  EXPECT_GT(d.largest(1e-6).iterations, d.largest(1e-2).iterations);
}

TEST(Lanczos, ToleranceIsNotMetByFewIterations) {
  try {
    spread(400).largest(1e-6, 8);
    FAIL() << "eight iterations cannot do";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did not converge in 8 Lanczos iterations"));
  }
}

TEST(Lanczos, ReportsItsOwnResidual) {
  // With tolerance 1 it stops early, and reports its accuracy.
  const LargestEigenvalue rough = spread(400).largest(1);
  EXPECT_GT(rough.residual, 1e-4);
  EXPECT_GT(std::abs(rough.value / 1e20 - 1), 1e-5);
}

TEST(Lanczos, EndsWhenTheSpaceIsExhausted) {
  const Diagonal small{{3, 1, 7, 5}, {1, 2, 3, 4}};
  const LargestEigenvalue found = small.largest(1e-12);
  EXPECT_LE(found.iterations, 5);
  EXPECT_NEAR(found.value, 7, 1e-13);
  const Diagonal same{{2, 2, 2}, {1, 1, 1}};
  EXPECT_NEAR(same.largest(1e-12).value, 2, 1e-14);
  EXPECT_EQ(same.largest(1e-12).iterations, 1);
}

TEST(Tridiagonal, LargestPairOfTheSecondDifference) {
  // diag 2, off -1, order n: 2 + 2 cos(pi / (n + 1)), components ~ (-1)^k sin(k pi / (n + 1)).
  const int n = 20;
  const double pi = std::acos(-1.0);
  const auto pair = largest_tridiagonal_pair(Vector(n, 2), Vector(n - 1, -1));
  EXPECT_NEAR(pair.value, 2 + 2 * std::cos(pi / (n + 1)), 1e-13);
  EXPECT_NEAR(std::abs(pair.last_component), std::sqrt(2.0 / (n + 1)) * std::sin(n * pi / (n + 1)),
              1e-13);
  EXPECT_EQ(largest_tridiagonal_pair({4}, {}).value, 4);
}

} // namespace
} // namespace curlew

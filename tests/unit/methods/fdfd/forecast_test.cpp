// The number of iterations that the first residuals promise.
#include <curlew/methods/fdfd/forecast.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::fdfd {
namespace {

TEST(ExpectedIterations, AFixedRateIsExtrapolated) {
  std::vector<double> residuals;
  for (int i = 1; i <= 10; ++i)
    residuals.push_back(std::pow(10, -0.2 * i));
  EXPECT_NEAR(expected_iterations(residuals, 1e-6), 30, 1e-9);
  EXPECT_NEAR(expected_iterations(residuals, 1e-3), 15, 1e-9);
  EXPECT_NEAR(expected_iterations(residuals, 0.5), 10, 1e-9); // those are done
  // A start that falls fast is not taken for the rate.
  for (double &residual : residuals)
    residual *= 1e-2;
  EXPECT_NEAR(expected_iterations(residuals, 1e-6), 20, 1e-9);
}

TEST(ExpectedIterations, ResidualsThatDoNotFallTellNothing) {
  EXPECT_EQ(expected_iterations({}, 1e-6), 0);
  EXPECT_EQ(expected_iterations({0.9, 1.4, 0.7, 0.5}, 1e-6), 0);
  EXPECT_EQ(expected_iterations({0.2, 0.1, 0.1, 0.1}, 1e-6), 0);
}

} // namespace
} // namespace curlew::fdfd

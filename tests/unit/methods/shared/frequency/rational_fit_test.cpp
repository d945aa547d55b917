#include <curlew/methods/shared/frequency/adaptive_sweep.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;

// Returns two functions with the same three pairs of poles, like resonances over 0 ... 1.
RationalFit::Values resonances(double z) {
  RationalFit::Values values(2);
  const complex poles[] = {{0.2, 0.03}, {0.55, 0.01}, {0.8, 0.1}};
  for (int p = 0; p < 3; ++p) {
    values[0] += complex(0.03, 0.01 * p) / (z - poles[p]);
    values[1] += complex(0.01 * p, 0.02) / (z - poles[p]);
  }
  values[0] += 0.3;
  return values;
}

double distance(const RationalFit::Values &a, const RationalFit::Values &b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

TEST(RationalFit, FindsRationalFunctions) {
  std::vector<double> z;
  std::vector<RationalFit::Values> samples;
  for (int i = 0; i <= 10; ++i) {
    z.push_back(0.1 * i);
    samples.push_back(resonances(z.back()));
  }
  const RationalFit fit(z, samples, 1e-11);
  EXPECT_EQ(fit.support(), 4u); // degree 3
  for (double x = 0.005; x < 1; x += 0.01)
    EXPECT_LT(distance(fit.at(x), resonances(x)), 1e-10) << x;
  EXPECT_LT(distance(fit.at(0.3), samples[3]), 1e-10);
  // Without the samples around the narrow pole the fit cannot resolve it.
  const RationalFit poor({0, 0.3, 0.7, 1}, {samples[0], samples[3], samples[7], samples[10]},
                         1e-11);
  EXPECT_GT(distance(poor.at(0.55), resonances(0.55)), 0.1);
}

TEST(RationalFit, LastSingularVectorKeepsSmallValues) {
  // Columns 1, 2 and their sum but for 1e-9 in a direction of its own.
  const std::vector<RationalFit::Values> columns = {{1, complex(0, 1), 0, 2},
                                                    {complex(0, 2), 1, 1, 0},
                                                    {complex(1, 2), complex(1, 1), 1 + 1e-9, 2}};
  const auto v = last_singular_vector(columns);
  EXPECT_LT(std::abs(v[0] + v[2]), 1e-8);
  EXPECT_LT(std::abs(v[1] + v[2]), 1e-8);
  EXPECT_NEAR(std::norm(v[0]) + std::norm(v[1]) + std::norm(v[2]), 1, 1e-12);
}

std::vector<double> frequencies(int count) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i)
    all.push_back(1e9 + 1e9 * i / (count - 1));
  return all;
}

TEST(AdaptiveSweep, SolvesAFewAndKnowsItsError) {
  const std::vector<double> all = frequencies(401);
  for (const double tolerance : {1e-2, 1e-3, 1e-5}) {
    AdaptiveSweep sweep(all, tolerance, 50);
    for (const std::size_t f : sweep.first())
      sweep.add(f, resonances(all[f] * 1e-9 - 1));
    while (const auto f = sweep.next())
      sweep.add(*f, resonances(all[*f] * 1e-9 - 1));
    EXPECT_TRUE(sweep.is_converged());
    EXPECT_LT(sweep.solves(), 15u);
    double worst = 0;
    for (std::size_t f = 0; f < all.size(); ++f)
      worst = std::max(worst, distance(sweep.at(f), resonances(all[f] * 1e-9 - 1)));
    EXPECT_LT(worst, tolerance) << tolerance;
  }
}

TEST(AdaptiveSweep, EndsWhereItMayNotGoOn) {
  const std::vector<double> all = frequencies(401);
  AdaptiveSweep sweep(all, 1e-8, 6);
  for (const std::size_t f : sweep.first())
    sweep.add(f, resonances(all[f] * 1e-9 - 1));
  while (const auto f = sweep.next())
    sweep.add(*f, resonances(all[*f] * 1e-9 - 1));
  EXPECT_EQ(sweep.solves(), 6u);
  EXPECT_FALSE(sweep.is_converged());
  EXPECT_GT(sweep.error(), 1e-3);
}

TEST(AdaptiveSweep, SolvesAllOfAFew) {
  const std::vector<double> all = frequencies(4);
  AdaptiveSweep sweep(all, 1e-3, 50);
  EXPECT_EQ(sweep.first(), (std::vector<std::size_t>{0, 1, 2, 3}));
  for (const std::size_t f : sweep.first())
    sweep.add(f, resonances(all[f] * 1e-9 - 1));
  EXPECT_FALSE(sweep.next());
  EXPECT_EQ(sweep.error(), 0);
  EXPECT_THROW(AdaptiveSweep({2e9, 1e9}, 1e-3, 50), std::invalid_argument);
}

} // namespace
} // namespace curlew

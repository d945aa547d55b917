// Numbers of 106 bits, and eigenvalues computed with them.
#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/complex_tridiagonal.hpp>
#include <curlew/solvers/dense/dense_eigen.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace curlew {
namespace {

using complex = std::complex<double>;

TEST(WideNumbers, KeepTwiceTheDigits) {
  const WideComplex third = inverse(WideComplex(3)), unit = third * WideComplex(3) - WideComplex(1);
  EXPECT_LT(unit.size(), 1e-31);
  EXPECT_NE((third - WideComplex(1.0 / 3)).size(), 0); // a double is not as near
  const WideComplex two(complex(2, -5)), root = sqrt(two);
  EXPECT_LT((root * root - two).size(), 1e-30);
  EXPECT_GT((WideComplex(root.rounded()) * WideComplex(root.rounded()) - two).size(), 1e-17);
  EXPECT_EQ((WideComplex(1e20) + WideComplex(1e-8) - WideComplex(1e20)).rounded(), complex(1e-8));
  EXPECT_EQ(sqrt(WideComplex(0)).size(), 0);
}

struct Tridiagonal {
  std::vector<WideComplex> diagonal, squares;
  std::vector<complex> dense; // column by column
};
Tridiagonal random_tridiagonal(int n, bool is_real) {
  std::mt19937 random(n);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto number = [&] { return complex(any(random), is_real ? 0 : any(random)); };
  Tridiagonal t;
  t.dense.resize(n * n);
  for (int i = 0; i < n; ++i) {
    const complex diagonal = number(), off = number();
    t.dense[i + i * n] = diagonal;
    t.diagonal.push_back(diagonal);
    if (i + 1 == n)
      continue;
    t.dense[i + (i + 1) * n] = t.dense[i + 1 + i * n] = off;
    t.squares.push_back(WideComplex(off) * WideComplex(off));
  }
  return t;
}

double distance(const std::vector<complex> &a, const std::vector<complex> &b) {
  double worst = 0;
  for (const complex x : a) {
    double least = std::numeric_limits<double>::infinity();
    for (const complex y : b)
      least = std::min(least, std::abs(x - y));
    worst = std::max(worst, least);
  }
  return worst;
}

TEST(ComplexTridiagonal, HasTheValuesThatLapackFinds) {
  for (const int n : {1, 2, 3, 10, 41})
    for (const bool is_real : {true, false}) {
      const Tridiagonal t = random_tridiagonal(n, is_real);
      std::vector<complex> found;
      WideComplex trace;
      for (const WideComplex &value : symmetric_tridiagonal_values(t.diagonal, t.squares)) {
        found.push_back(value.rounded());
        trace = trace + value;
      }
      for (const WideComplex &value : t.diagonal)
        trace = trace - value;
      const auto expected = general_eigenpairs(n, t.dense).values;
      EXPECT_LT(std::max(distance(found, expected), distance(expected, found)), 1e-12) << n;
      EXPECT_LT(trace.size(), 1e-28); // no value is missing or found twice
      if (n > 1) {
        auto other = t.squares;
        other[0] = other[0] * WideComplex(1.1);
        std::vector<complex> wrong;
        for (const WideComplex &value : symmetric_tridiagonal_values(t.diagonal, other))
          wrong.push_back(value.rounded());
        EXPECT_GT(distance(wrong, expected), 1e-6);
      }
    }
}

TEST(ComplexTridiagonal, OfWhatIsNoNumberFails) {
  EXPECT_THROW(symmetric_tridiagonal_values({1, std::nan(""), 2}, {1, 1}), Error);
}

} // namespace
} // namespace curlew

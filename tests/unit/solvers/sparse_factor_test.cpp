// Sparse factorisations against the matrix itself and each other.
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using ::testing::HasSubstr;

// 1 m wide, somewhat below a wavelength, absorbing on one side, conducting on another.
EdgeProblem cube(Index cells, double jitter = 0.2) {
  EdgeProblemOptions options;
  options.wavenumber = 5;
  options.conductors = {1};
  options.absorbing = {2, 3};
  return make_edge_problem(make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, jitter, 3),
                           options);
}

template <class Scalar> std::vector<Scalar> random_vector(Index count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<Scalar> x(count);
  for (Scalar &value : x) {
    value = part(random);
    if constexpr (!std::is_same_v<Scalar, double>)
      value += Complex(0, part(random));
  }
  return x;
}

template <class Scalar>
double distance(const std::vector<Scalar> &x, const std::vector<Scalar> &y) {
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(Kokkos::abs(Complex(x[i]) - Complex(y[i])), 2);
    size += std::pow(Kokkos::abs(Complex(y[i])), 2);
  }
  return std::sqrt(sum / size);
}

FactorOptions by(const std::string &library, MatrixSymmetry symmetry = MatrixSymmetry::symmetric) {
  FactorOptions options;
  options.library = library;
  options.symmetry = symmetry;
  return options;
}

std::vector<std::string> libraries() {
  return has_mumps() ? std::vector<std::string>{"curlew", "mumps"}
                     : std::vector<std::string>{"curlew"};
}

// Rounding of a factorisation, times the condition of these matrices (1e3 ... 1e4), then refined.
constexpr double k_rounding = 1e-10;

template <class Scalar>
void expect_solved(const HostSparse<Scalar> &a, const FactorOptions &options) {
  const SparseFactor<Scalar> factor(a, options);
  constexpr int k_columns = 3;
  std::vector<Scalar> b, known;
  for (int j = 0; j < k_columns; ++j) {
    const auto x = random_vector<Scalar>(a.rows, 5 + j);
    const auto right = multiply(a, x);
    known.insert(known.end(), x.begin(), x.end());
    b.insert(b.end(), right.begin(), right.end());
  }
  EXPECT_LT(factor.solve(b.data(), k_columns), 1e-12);
  EXPECT_LT(distance(b, known), k_rounding) << factor.report().library;
  EXPECT_GE(factor.report().entries, 0.5 * a.entries());
  EXPECT_GT(factor.report().bytes, 0);
}

TEST(SparseFactor, SolvesComplexSymmetricSystems) {
  const EdgeProblem problem = cube(6);
  for (const std::string &library : libraries())
    expect_solved(problem.a, by(library));
}

TEST(SparseFactor, SolvesRealDefiniteAndIndefiniteSystems) {
  EdgeProblem problem = cube(5);
  HostSparse<double> shifted = problem.mass;
  // 8 lies between the squares of wavenumbers of modes of a box of this size.
  for (std::size_t k = 0; k < shifted.values.size(); ++k)
    shifted.values[k] = problem.stiffness.values[k] - 8 * problem.mass.values[k];
  for (const std::string &library : libraries()) {
    expect_solved(problem.mass, by(library));
    expect_solved(shifted, by(library));
  }
}

TEST(SparseFactor, SolvesGeneralSystems) {
  HostSparse<Complex> a = cube(4).a;
  for (std::size_t k = 0; k < a.values.size(); ++k)
    a.values[k] *= Complex(1, 0.3 * std::sin(k)); // no symmetry left
  expect_solved(a, by("auto", MatrixSymmetry::general));
  HostSparse<double> real = cube(4).mass;
  for (std::size_t k = 0; k < real.values.size(); ++k)
    real.values[k] *= 1 + 0.1 * std::sin(k);
  expect_solved(real, by("auto", MatrixSymmetry::general));
}

// A twin that must fail: half of an unsymmetric matrix is another matrix.
TEST(SparseFactor, DoesNotSolveAnUnsymmetricSystemTakenForSymmetric) {
  HostSparse<Complex> a = cube(4).a;
  for (std::size_t k = 0; k < a.values.size(); ++k)
    a.values[k] *= Complex(1, 0.3 * std::sin(k));
  for (const std::string &library : libraries()) {
    const SparseFactor<Complex> factor(a, by(library));
    auto b = random_vector<Complex>(a.rows, 1);
    EXPECT_THROW(factor.solve(b.data()), NotConverged) << library;
  }
}

TEST(SparseFactor, FactorsOtherValuesOfThePattern) {
  const EdgeProblem problem = cube(4);
  HostSparse<Complex> other = problem.a;
  for (std::size_t k = 0; k < other.values.size(); ++k)
    other.values[k] += 3.0 * problem.mass.values[k];
  for (const std::string &library : libraries()) {
    SparseFactor<Complex> factor(problem.a, by(library));
    factor.factor(other);
    const auto x = random_vector<Complex>(other.rows, 1);
    auto b = multiply(other, x);
    factor.solve(b.data());
    EXPECT_LT(distance(b, x), k_rounding);
    EXPECT_THROW(factor.factor(cube(3).a), Error);
  }
}

// Gradients are in the kernel of S.
TEST(SparseFactor, RefusesASingularMatrix) {
  const HostSparse<double> s = cube(4, 0).stiffness;
  for (const std::string &library : libraries())
    EXPECT_THROW(
        {
          const SparseFactor<double> factor(s, by(library));
          auto b = random_vector<double>(s.rows, 1);
          factor.solve(b.data());
        },
        NotConverged)
        << library;
}

TEST(SparseFactor, TakesTinyAndDecoupledMatrices) {
  HostSparse<Complex> diagonal{3, 3, {0, 1, 2, 3}, {0, 1, 2}, {2, Complex(0, 4), -5}};
  for (const std::string &library : libraries()) {
    const SparseFactor<Complex> factor(diagonal, by(library));
    std::vector<Complex> b{2, 4, 10};
    factor.solve(b.data());
    EXPECT_LT(distance(b, {1, Complex(0, -1), -2}), 1e-15);
    const SparseFactor<Complex> empty({0, 0, {0}, {}, {}}, by(library));
    EXPECT_EQ(empty.solve(b.data()), 0);
  }
}

TEST(SparseFactor, RefusesWhatItCannotDo) {
  EXPECT_THROW(SparseFactor<double>({2, 3, {0, 0, 0}, {}, {}}, by("curlew")), InputError);
  try {
    SparseFactor<double>(cube(2).mass, by("superlu"));
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("superlu"));
  }
  if (!has_mumps()) {
    EXPECT_THROW(SparseFactor<double>(cube(2).mass, by("mumps")), NotCompiled);
  }
}

TEST(SparseFactor, SaysWhatItTook) {
  const SparseFactor<Complex> factor(cube(5).a, by("auto"));
  EXPECT_EQ(factor.report().library, has_mumps() ? "mumps" : "curlew");
  if (has_mumps()) {
    EXPECT_EQ(factor.report().ordering, "scotch");
  }
  EXPECT_EQ(factor.report().replaced_pivots, 0);
}

} // namespace
} // namespace curlew::testing

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
  HostSparse<Complex> a = cube(6).a;
  for (std::size_t k = 0; k < a.values.size(); ++k)
    a.values[k] *= Complex(1, 0.3 * std::sin(k)); // no symmetry left
  HostSparse<double> real = cube(4).mass;
  for (std::size_t k = 0; k < real.values.size(); ++k)
    real.values[k] *= 1 + 0.1 * std::sin(k);
  for (const std::string &library : libraries()) {
    expect_solved(a, by(library, MatrixSymmetry::general));
    expect_solved(real, by(library, MatrixSymmetry::general));
  }
}

// [M s B; B^T 0]: each column of B ties three edges. Its rows have no diagonal, so no pivot of
// their own before those of the edges.
template <class Scalar> HostSparse<Scalar> saddle(const EdgeProblem &problem, double s) {
  const HostSparse<double> &mass = problem.mass;
  const Index ties = mass.rows / 3;
  RowSums<Scalar> sums(mass.rows + ties);
  for (Index i = 0; i < mass.rows; ++i)
    for (Offset k = mass.row_begin[i]; k < mass.row_begin[i + 1]; ++k)
      sums.add(i, mass.columns[k], mass.values[k]);
  for (Index tie = 0; tie < ties; ++tie)
    for (const Index edge : {tie, tie + ties, tie + 2 * ties}) {
      sums.add(edge, mass.rows + tie, s * (1 + edge % 3));
      sums.add(mass.rows + tie, edge, 1 + edge % 3);
    }
  return sums.sparse(mass.rows + ties);
}

// Pivots on the diagonal alone do not serve these.
TEST(SparseFactor, ExchangesRowsWithoutADiagonal) {
  const EdgeProblem problem = cube(4);
  for (const std::string &library : libraries()) {
    expect_solved(saddle<double>(problem, 1), by(library));
    expect_solved(saddle<Complex>(problem, 1), by(library));
    expect_solved(saddle<double>(problem, -2), by(library, MatrixSymmetry::general));
    expect_solved(saddle<Complex>(problem, -2), by(library, MatrixSymmetry::general));
  }
  const SparseFactor<double> factor(saddle<double>(problem, 1), by("curlew"));
  EXPECT_GT(factor.report().delayed_pivots, 0);
}

// Each row has entries off the diagonal only: neighbours 2 k and 2 k + 1, far apart in size.
TEST(SparseFactor, TakesBlocksOfTwoRows) {
  constexpr Index k_pairs = 50;
  HostSparse<Complex> a{2 * k_pairs, 2 * k_pairs, {0}, {}, {}};
  for (Index row = 0; row < a.rows; ++row) {
    a.columns.push_back(row ^ 1);
    a.values.push_back(std::polar(std::pow(10, row / 2 - 25.0), 0.1 * (row / 2)));
    a.row_begin.push_back(a.entries());
  }
  for (const std::string &library : libraries())
    for (const MatrixSymmetry symmetry : {MatrixSymmetry::symmetric, MatrixSymmetry::general}) {
      const SparseFactor<Complex> factor(a, by(library, symmetry));
      const auto x = random_vector<Complex>(a.rows, 2);
      auto b = multiply(a, x);
      factor.solve_unchecked(b.data());
      EXPECT_LT(distance(b, x), 1e-14) << library;
    }
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
  // Two equal rows, and a row of zeros.
  const HostSparse<double> equal{3, 3, {0, 2, 4, 5}, {0, 1, 0, 1, 2}, {1, 1, 1, 1, 1}};
  const HostSparse<double> empty{3, 3, {0, 1, 1, 2}, {0, 2}, {1, 1}};
  for (const std::string &library : libraries())
    for (const HostSparse<double> *a : {&s, &equal, &empty})
      for (const MatrixSymmetry symmetry : {MatrixSymmetry::symmetric, MatrixSymmetry::general})
        EXPECT_THROW(
            {
              const SparseFactor<double> factor(*a, by(library, symmetry));
              auto b = random_vector<double>(a->rows, 1);
              factor.solve(b.data());
            },
            NotConverged)
            << library << " " << a->rows;
}

// For preconditioners: a singular matrix whose right-hand side has a solution.
TEST(SparseFactor, ReplacesPivotsWhereAskedFor) {
  const HostSparse<double> s = cube(4, 0).stiffness;
  FactorOptions options = by("auto");
  options.pivots = PivotRule::replaced;
  const SparseFactor<double> factor(s, options);
  EXPECT_EQ(factor.report().library, "curlew");
  EXPECT_GT(factor.report().replaced_pivots, 0);
  auto b = multiply(s, random_vector<double>(s.rows, 1));
  EXPECT_LT(factor.solve(b.data()), 1e-10);
  EXPECT_EQ(SparseFactor<double>(cube(4).mass, options).report().replaced_pivots, 0);
  options.symmetry = MatrixSymmetry::general;
  EXPECT_THROW(SparseFactor<double>(s, options), InputError);
}

TEST(SparseFactor, RefusesWhatIsNotFinite) {
  HostSparse<double> a = cube(3).mass;
  a.values[0] = std::nan("");
  for (const MatrixSymmetry symmetry : {MatrixSymmetry::symmetric, MatrixSymmetry::general})
    EXPECT_THROW(SparseFactor<double>(a, by("curlew", symmetry)), NotConverged);
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
}

} // namespace
} // namespace curlew::testing

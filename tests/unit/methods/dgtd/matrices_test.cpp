// The identities of the element matrices that every proof of stability rests on.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <cmath>
#include <random>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_spaces[] = {{"central", "mixed", 1}, {"central", "full", 1},
                                       {"central", "mixed", 2}, {"central", "full", 2},
                                       {"central", "full", 3},  {"central", "full", 4}};

double largest(const Matrix &matrix) {
  double result = 0;
  for (const double entry : matrix)
    result = std::max(result, std::abs(entry));
  return result;
}

Problem jittered(const Discretization &discretization) {
  return make_problem(vacuum_case(discretization),
                      make_box({0.3, 0.2, 0.2}, {2, 2, 1}, {0, 0, 0}, 0.3, 3));
}

TEST(DgtdMatrices, TheNeighboursMatrixIsTheTransposed) {
  for (const Discretization &one : k_spaces) {
    const Problem problem = jittered(one);
    const int n = problem.per_tet();
    std::vector<ElementMatrices> all;
    for (Index t = 0; t < problem.tet_count(); ++t)
      all.push_back(element_matrices(problem, t));
    int pairs = 0;
    for (Index t = 0; t < problem.tet_count(); ++t)
      for (int f = 0; f < 4; ++f) {
        const TetFace &to = problem.faces[t][f];
        if (to.kind != FaceKind::inner)
          continue;
        ++pairs;
        const Matrix &mine = all[t].face[f], &theirs = all[to.tet].face[to.local];
        const Matrix &trace = all[t].trace[f], &back = all[to.tet].trace[to.local];
        const double scale = largest(mine), trace_scale = largest(trace);
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) {
            ASSERT_NEAR(mine[i * n + j], theirs[j * n + i], 1e-13 * scale) << name_of(one);
            ASSERT_NEAR(trace[i * n + j], back[j * n + i], 1e-13 * trace_scale) << name_of(one);
          }
      }
    EXPECT_GT(pairs, 20);
  }
}

// A neighbour contributes its functions with a trace, and no others.
TEST(DgtdMatrices, OnlyListedFunctionsHaveTraces) {
  for (const Discretization &one : k_spaces) {
    const Problem problem = jittered(one);
    const FunctionSpace &space = problem.choices.space;
    for (Index t = 0; t < 4; ++t) {
      const ElementMatrices matrices = element_matrices(problem, t);
      for (int f = 0; f < 4; ++f) {
        std::vector<bool> listed(space.per_tet(), false);
        for (int j = 0; j < space.per_triangle(); ++j)
          listed[space.trace(f, j)] = true;
        const double scale = largest(matrices.own_trace[f]);
        for (int i = 0; i < space.per_tet(); ++i) {
          const double size = matrices.own_trace[f][i * space.per_tet() + i];
          if (listed[i])
            ASSERT_GT(size, 1e-6 * scale) << name_of(one);
          else
            ASSERT_LT(size, 1e-20 * scale) << name_of(one);
        }
      }
    }
  }
}

TEST(DgtdMatrices, CurlsAndFacesBalance) {
  for (const Discretization &one : k_spaces) {
    const Problem problem = jittered(one);
    const int n = problem.per_tet();
    for (Index t = 0; t < problem.tet_count(); ++t) {
      const ElementMatrices matrices = element_matrices(problem, t);
      const double scale = largest(matrices.curl);
      double without_a_face = 0;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          double faces = 0;
          for (int f = 0; f < 4; ++f) {
            const Matrix &q = matrices.own_face[f];
            ASSERT_NEAR(q[i * n + j], -q[j * n + i], 1e-13 * scale) << name_of(one);
            faces += q[i * n + j];
          }
          const double curls = matrices.curl[i * n + j] - matrices.curl[j * n + i];
          ASSERT_NEAR(curls, faces, 1e-13 * scale) << name_of(one);
          without_a_face =
              std::max(without_a_face, std::abs(curls - faces + matrices.own_face[2][i * n + j]));
        }
      EXPECT_GT(without_a_face, 0.05 * scale); // the twin
    }
  }
}

// Cholesky's inverse entry by entry, as plain as can be.
Matrix plain_inverse(int n, Matrix a) {
  const auto at = [&](Matrix &m, int i, int j) -> double & { return m[i * n + j]; };
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        at(a, i, j) -= at(a, i, k) * at(a, j, k);
      at(a, i, j) = i == j ? std::sqrt(at(a, i, j)) : at(a, i, j) / at(a, j, j);
    }
  Matrix x(n * n, 0), inverse(n * n, 0);
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      double sum = i == j ? 1 : 0;
      for (int k = j; k < i; ++k)
        sum -= at(a, i, k) * at(x, k, j);
      at(x, i, j) = sum / at(a, i, i);
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = std::max(i, j); k < n; ++k)
        at(inverse, i, j) += at(x, k, i) * at(x, k, j);
  return inverse;
}

TEST(DgtdMatrices, InvertedByRowsAsEntryByEntry) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const int n : {1, 2, 3, 6, 20, 45}) {
    Matrix factor(n * n), matrix(n * n, 0);
    for (double &entry : factor)
      entry = uniform(random);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          matrix[i * n + j] += factor[i * n + k] * factor[j * n + k] + (i == j ? 1 : 0);
    Matrix by_rows = matrix;
    for (int i = 0; i < n; ++i) // the upper triangle does not count
      for (int j = i + 1; j < n; ++j)
        by_rows[i * n + j] = 1e300;
    invert_positive(n, by_rows);
    const Matrix plain = plain_inverse(n, matrix);
    for (int k = 0; k < n * n; ++k)
      ASSERT_NEAR(by_rows[k], plain[k], 1e-14 * largest(plain)) << n;
  }
}

TEST(DgtdMatrices, InversesAreInverses) {
  for (const Discretization &one : k_spaces) {
    const Problem problem = jittered(one);
    const int n = problem.per_tet();
    const Matrix mass = mass_matrix(problem, 0, {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}});
    Matrix inverse = mass;
    invert_positive(n, inverse);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int k = 0; k < n; ++k)
          sum += inverse[i * n + k] * mass[k * n + j];
        ASSERT_NEAR(sum, i == j ? 1 : 0, 1e-11) << name_of(one);
      }
  }
  std::vector<double> singular = {1, 1, 1, 1};
  EXPECT_THROW(invert_positive(2, singular), InputError);
}

} // namespace
} // namespace curlew::dgtd::testing

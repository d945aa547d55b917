// The assembled matrix against the operator written down term by term.
#include "plain_operator.hpp"
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// Rounding of about thirty terms.
constexpr double k_rounding = 1e-13;

std::vector<complex> csr_product(Backend backend, const Problem &problem,
                                 const std::vector<complex> &x) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const auto y = to_device<Space>(std::vector<complex>(x.size(), std::nan("")));
    make_csr<Space>(problem)(space, to_device<Space>(x), y);
    space.fence();
    return to_host(y);
  });
}

SparseMatrix<Host, Complex> matrix_of(const Problem &problem) {
  return csr_matrix(Host(), make_system<Host>(problem));
}

// Returns the problem in vacuum where only walls fix entries.
Problem without_conductors(Problem problem) {
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset e) {
    problem.eps_id[c][e - c * problem.size()] = walls_fix(problem, c, at) ? 0 : 1;
  });
  return problem;
}

class FdfdCsr : public ::testing::TestWithParam<int> {
protected:
  Walls walls() const { return all_walls()[GetParam()]; }
};

TEST_P(FdfdCsr, AgreesWithThePlainOperator) {
  for (const auto &cells : {std::array<Index, 3>{11, 9, 10}, std::array<Index, 3>{18, 7, 17}})
    for (const bool magnetic : {false, true}) {
      const Problem problem = random_problem(walls(), cells, magnetic);
      const auto x = random_vector(problem, 2);
      const auto expected = plain_operator(problem, x);
      for (const Backend backend : compiled_backends()) {
        SCOPED_TRACE(to_string(backend) + " " + std::to_string(cells[0]));
        const auto found = csr_product(backend, problem, x);
        EXPECT_LT(relative_difference(found, expected), k_rounding);
        for_each_entry(problem, [&](int c, const std::array<Index, 3> &, Offset e) {
          if (problem.eps_id[c][e - c * problem.size()] == 0) {
            EXPECT_EQ(found[e], 0.0);
          }
        });
      }
      // The twin: the operator a little further from the walls' own.
      Problem other = problem;
      other.axes[1].half_rate[3] *= 1 + 1e-9;
      EXPECT_GT(relative_difference(csr_product(Backend::serial, other, x), expected), 1e-12);
    }
}

TEST_P(FdfdCsr, LeavesOutRowsAndColumnsThatAreFixed) {
  const Problem problem = random_problem(walls(), {11, 9, 10}, false);
  const auto matrix = matrix_of(problem);
  const auto row_begin = to_vector(matrix.row_begin);
  const auto columns = to_vector(matrix.columns);
  const auto is_fixed = [&](Offset e) {
    return problem.eps_id[e / problem.size()][e % problem.size()] == 0;
  };
  Offset most = 0;
  for (Offset row = 0; row < problem.unknowns(); ++row) {
    const Offset count = row_begin[row + 1] - row_begin[row];
    if (is_fixed(row)) {
      EXPECT_EQ(count, 0);
    }
    most = std::max(most, count);
    for (Offset k = row_begin[row]; k < row_begin[row + 1]; ++k) {
      EXPECT_FALSE(is_fixed(columns[k]));
      if (k > row_begin[row]) {
        EXPECT_LT(columns[k - 1], columns[k]); // each column once, ascending
      }
    }
  }
  EXPECT_EQ(most, 13);
}

INSTANTIATE_TEST_SUITE_P(Walls, FdfdCsr, ::testing::Range(0, 8),
                         [](const auto &info) { return all_walls()[info.param].name; });

// The paper's count, met where no wall takes neighbours away.
TEST(FdfdCsrMatrix, HasThirteenEntriesARow) {
  const Problem problem = without_conductors(random_problem(all_walls()[6], {9, 8, 7}, false));
  Problem periodic = without_conductors(random_problem(all_walls()[5], {9, 8, 7}, false));
  const auto matrix = matrix_of(periodic);
  EXPECT_EQ(matrix.entries(), static_cast<Offset>(k_csr_entries_per_cell) * periodic.size());
  EXPECT_EQ(matrix.bytes(), k_csr_bytes_per_cell * periodic.size() + 8);
  EXPECT_LT(matrix_of(problem).entries(), matrix.entries()); // its z ends in conductors
}

// A neighbour above and one below are the same where a period has two cells, itself where it has
// one.
TEST(FdfdCsrMatrix, AddsUpWhatMeetsInAShortPeriod) {
  for (const int walls : {5, 6})
    for (const auto &cells : {std::array<Index, 3>{2, 5, 8}, std::array<Index, 3>{6, 1, 8},
                              std::array<Index, 3>{2, 1, 8}}) {
      const Problem problem = random_problem(all_walls()[walls], cells, true);
      const auto x = random_vector(problem, 8);
      EXPECT_LT(
          relative_difference(csr_product(Backend::serial, problem, x), plain_operator(problem, x)),
          k_rounding);
    }
}

TEST(FdfdCsrMatrix, KnowsThePhaseOfAPeriod) {
  const Problem problem = random_problem(all_walls()[6], {8, 7, 9}, false);
  Problem other = problem;
  other.axes[0].phase = std::conj(problem.axes[0].phase);
  const auto x = random_vector(problem, 8);
  EXPECT_GT(relative_difference(csr_product(Backend::serial, other, x), plain_operator(problem, x)),
            1e-2);
}

TEST(FdfdCsrMatrix, RefusesMoreColumnsThanItCounts) {
  System<Host> huge;
  huge.count[0] = huge.count[1] = huge.count[2] = 900; // 2,187,000,000 unknowns
  try {
    csr_matrix(Host(), huge);
    FAIL() << "no error";
  } catch (const ResourceError &error) {
    EXPECT_NE(std::string(error.what()).find("2187000000"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("fused"), std::string::npos);
  }
}

} // namespace
} // namespace curlew::fdfd::testing

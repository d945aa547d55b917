// Multigrid on several ranks against one, for any owners of unknowns.
#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/preconditioned_cocg.hpp>
#include <curlew/solvers/multigrid/level_matrix.hpp>
#include <curlew/solvers/multigrid/rank_multigrid.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/multigrid_problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using Numbers = std::vector<Complex>;

const Communicator &world() {
  static const Communicator ranks = Communicator::world();
  return ranks;
}

// A box with conductors and absorbing walls; 4 edges to a wavelength on the coarsest of its levels.
const MultigridProblem &box() {
  static const MultigridProblem problem = [] {
    EdgeProblemOptions options;
    options.wavenumber = M_PI;
    options.conductors = {1, 3, 4};
    options.absorbing = {2, 5, 6};
    return make_multigrid_problem(
        make_hierarchy(make_box({1, 1, 1}, {2, 3, 2}, {0, 0, 0}, 0.15, 3), 2, MeshOrder::spatial),
        options);
  }();
  return problem;
}

// Stretches of numbers; each number anywhere; nothing for the last rank, or for the root; all for
// one.
constexpr const char *k_cuts[] = {"stretches", "scattered", "idle last", "idle root", "one"};

std::vector<int> cut(Index count, const std::string &how) {
  const int ranks = world().size();
  std::vector<int> owner(count);
  for (Index i = 0; i < count; ++i) {
    const auto part = [&](int parts) { return static_cast<int>(std::int64_t(i) * parts / count); };
    const int fewer = std::max(1, ranks - 1);
    owner[i] = how == "stretches" ? part(ranks)
               : how == "scattered"
                   ? std::min(ranks - 1, static_cast<int>((random_number(i, 5) + 1) / 2 * ranks))
               : how == "idle last" ? part(fewer)
               : how == "idle root" ? std::min(ranks - 1, 1 + part(fewer))
                                    : ranks - 1;
  }
  return owner;
}

Numbers owned_of(const Numbers &all, const std::vector<int> &owner) {
  Numbers mine;
  for (const Index number : owned_numbers(owner, world().rank()))
    mine.push_back(all[number]);
  return mine;
}

// |a - b| / |b| of what all ranks own.
double difference(const Numbers &a, const Numbers &b) {
  EXPECT_EQ(a.size(), b.size());
  double off = 0, size = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    off += std::pow(Kokkos::abs(a[i] - b[i]), 2);
    size += std::pow(Kokkos::abs(b[i]), 2);
  }
  return std::sqrt(world().sum(off) / world().sum(size));
}

RowPart<Complex> rows_of(const HostSparse<Complex> &whole, const std::vector<int> &owner) {
  HostSparse<double> places; // part_of() is for real matrices
  places.rows = whole.rows;
  places.column_count = whole.column_count;
  places.row_begin = whole.row_begin;
  places.columns = whole.columns;
  for (std::size_t k = 0; k < whole.values.size(); ++k)
    places.values.push_back(static_cast<double>(k));
  const RowPart<double> part =
      part_of(places, owned_numbers(owner, world().rank()), owner, world());
  RowPart<Complex> rows{
      {part.rows.rows, part.rows.column_count, part.rows.row_begin, part.rows.columns, {}},
      part.columns,
      part.owned,
      part.peers,
      part.has_ghosts};
  for (const double k : part.rows.values)
    rows.rows.values.push_back(whole.values[static_cast<std::size_t>(k)]);
  return rows;
}

template <class Space>
Kokkos::View<Complex *, Space> to_column(const Space &space, const Numbers &values) {
  const Kokkos::View<Complex *, Space> view("curlew::test::column", values.size());
  copy_to_view(space, values, view);
  return view;
}

template <class Scalar> Numbers product(const RowPart<Scalar> &part, const Numbers &x) {
  const Host space;
  const multigrid::LevelMatrix<Host, Scalar, Complex> matrix(space, part, world());
  const Kokkos::View<Complex *, Host> y("curlew::test::y", matrix.rows());
  matrix.multiply(space, Complex(1), to_column(space, x), Complex(0), y);
  return to_vector(space, y);
}

MultigridOptions smoother(MultigridSmoother kind, bool is_single = false) {
  MultigridOptions options;
  options.smoother = kind;
  options.single_precision = is_single;
  return options;
}
constexpr MultigridSmoother k_smoothers[] = {MultigridSmoother::gcr, MultigridSmoother::chebyshev};

std::vector<MultigridLevel> without_matrices(std::vector<MultigridLevel> levels) {
  for (MultigridLevel &level : levels)
    level.a = {};
  return levels;
}

template <class Operator> Numbers applied(const Operator &m, const Numbers &x) {
  const Host space;
  const Kokkos::View<Complex *, Host> y("curlew::test::y", x.size());
  m.apply(space, to_column(space, x), y);
  return to_vector(space, y);
}

TEST(MultigridRanks, TransfersAreThoseOfOneRank) {
  const HostSparse<double> &p = box().levels.back().prolongation, back = transpose(p);
  const Numbers x = random_right_side(p.column_count), r = random_right_side(p.rows);
  for (const std::string how : k_cuts) {
    SCOPED_TRACE(how);
    const std::vector<int> fine = cut(p.rows, how), coarse = owners_of_columns(p, fine);
    const RowPart<double> down = part_of(p, owned_numbers(fine, world().rank()), coarse, world()),
                          up = part_of(back, owned_numbers(coarse, world().rank()), fine, world());
    EXPECT_LT(difference(product(down, owned_of(x, coarse)), owned_of(multiply(p, x), fine)),
              1e-14);
    EXPECT_LT(difference(product(up, owned_of(r, fine)), owned_of(multiply(back, r), coarse)),
              1e-14);
    if (how != "stretches" || world().is_alone())
      continue;
    RowPart<double> mute = down; // the twin: no exchange
    mute.peers.clear();
    EXPECT_GT(difference(product(mute, owned_of(x, coarse)), owned_of(multiply(p, x), fine)), 1e-3);
  }
}

// A coarse edge lies where one of its halves lies.
TEST(MultigridRanks, CoarseUnknownsLieWithTheirHalves) {
  const HostSparse<double> &p = box().levels.back().prolongation;
  const std::vector<int> fine = cut(p.rows, "scattered"), coarse = owners_of_columns(p, fine);
  std::vector<char> has_half(p.column_count, 0);
  for (Index row = 0; row < p.rows; ++row)
    for (Offset k = p.row_begin[row]; k < p.row_begin[row + 1]; ++k)
      if (std::abs(p.values[k]) == 0.5 && fine[row] == coarse[p.columns[k]])
        has_half[p.columns[k]] = 1;
  EXPECT_EQ(std::count(has_half.begin(), has_half.end(), 1), p.column_count);
}

TEST(MultigridRanks, CoarseMatricesAreThoseOfOneRank) {
  const MultigridLevel &level = box().levels.back();
  const Numbers diagonal_of_one = triple_product_diagonal(box().a, level.gradient);
  for (const HostSparse<double> *p : {&level.prolongation, &level.gradient}) {
    const HostSparse<Complex> expected = triple_product(box().a, *p);
    for (const std::string how : k_cuts) {
      SCOPED_TRACE(how);
      const std::vector<int> fine = cut(p->rows, how), coarse = owners_of_columns(*p, fine);
      const RowPart<Complex> a = rows_of(box().a, fine);
      const ReachedColumns reached = reached_columns(*p, a.columns);
      const RowPart<Complex> part = triple_product(a, reached, coarse, world(), 1);
      EXPECT_EQ(part.columns.size(), static_cast<std::size_t>(part.rows.column_count));
      const HostSparse<Complex> found = gathered(part, coarse, world());
      EXPECT_EQ(found.rows, world().is_root() ? expected.rows : 0);
      if (world().is_root()) {
        EXPECT_EQ(found.row_begin, expected.row_begin);
        EXPECT_EQ(found.columns, expected.columns);
        double largest = 0, off = 0;
        for (std::size_t k = 0; k < expected.values.size(); ++k) {
          largest = std::max(largest, Kokkos::abs(expected.values[k]));
          off = std::max(off, Kokkos::abs(found.values.at(k) - expected.values[k]));
        }
        EXPECT_LT(off, 1e-14 * largest);
      }
      if (p == &level.gradient) {
        const Numbers d = triple_product_diagonal(a, reached, coarse.size(), world(), 1);
        for (std::size_t n = 0; n < d.size(); ++n)
          ASSERT_LT(Kokkos::abs(d[n] - diagonal_of_one[n]), 1e-13 * Kokkos::abs(d[n]));
      }
    }
  }
}

TEST(MultigridRanks, TheCycleIsThatOfOneRank) {
  const Numbers b = random_right_side(box().a.rows);
  std::vector<Numbers> by_smoother;
  double largest = 0;
  for (const MultigridSmoother kind : k_smoothers) {
    const auto one = make_multigrid(Host(), box().levels, smoother(kind));
    const Numbers expected = applied(one.preconditioner, b);
    by_smoother.push_back(expected);
    for (const std::string how : k_cuts) {
      SCOPED_TRACE(how + " " + one.report.name);
      const std::vector<int> owner = cut(box().a.rows, how);
      RankMultigrid several(world(), without_matrices(box().levels), owner, smoother(kind));
      const auto made = several.make(Host(), rows_of(box().a, owner));
      const Numbers found = applied(made.preconditioner, owned_of(b, owner));
      largest = std::max(largest, difference(found, owned_of(expected, owner)));
      EXPECT_EQ(made.is_fixed, one.is_fixed);
      EXPECT_EQ(made.report.name, one.report.name);
      for (std::size_t l = 0; l < one.report.levels.size(); ++l) {
        const auto &said = made.report.levels[l], &of_one = one.report.levels[l];
        EXPECT_EQ(said.unknowns, of_one.unknowns);
        EXPECT_EQ(said.entries, of_one.entries);
        EXPECT_NEAR(said.edge_eigenvalue, of_one.edge_eigenvalue, 1e-10);
        EXPECT_NEAR(said.node_eigenvalue, of_one.node_eigenvalue, 1e-10);
      }
      EXPECT_GT(made.report.products_per_cycle, 0.99 * one.report.products_per_cycle);
      EXPECT_LT(made.report.products_per_cycle, 1.01 * one.report.products_per_cycle);
    }
  }
  // Sums in another order, through three levels: 5e-15 on two and four ranks.
  RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
  EXPECT_LT(largest, 1e-12);
  EXPECT_GT(difference(by_smoother[0], by_smoother[1]), 1e-2); // the twin
}

TEST(MultigridRanks, TakesAnotherMatrixAndSinglePrecision) {
  const Numbers b = random_right_side(box().a.rows);
  const std::vector<int> owner = cut(box().a.rows, "scattered");
  const MultigridOptions options = smoother(MultigridSmoother::gcr);
  const Numbers expected =
      owned_of(applied(make_multigrid(Host(), box().levels, options).preconditioner, b), owner);
  HostSparse<Complex> twice = box().a;
  for (Complex &value : twice.values)
    value *= 2.0;
  RankMultigrid several(world(), without_matrices(box().levels), owner, options);
  several.make(Host(), rows_of(box().a, owner));
  Numbers doubled =
      applied(several.make(Host(), rows_of(twice, owner)).preconditioner, owned_of(b, owner));
  EXPECT_GT(difference(doubled, expected), 0.4);
  for (Complex &value : doubled)
    value *= 2.0;
  EXPECT_LT(difference(doubled, expected), 1e-12);
  RankMultigrid single(world(), without_matrices(box().levels), owner,
                       smoother(MultigridSmoother::gcr, true));
  const double rounding = difference(
      applied(single.make(Host(), rows_of(box().a, owner)).preconditioner, owned_of(b, owner)),
      expected);
  EXPECT_LT(rounding, 1e-4);
  EXPECT_GT(rounding, 1e-12); // differs from the double one
}

// The twin of the cycles above: potentials, or transfers, that are not those of the whole.
TEST(MultigridRanks, AWrongPartWouldShow) {
  const Numbers b = random_right_side(box().a.rows);
  const std::vector<int> owner = cut(box().a.rows, "stretches");
  for (const MultigridSmoother kind : k_smoothers) {
    const auto one = make_multigrid(Host(), box().levels, smoother(kind));
    const Numbers expected = owned_of(applied(one.preconditioner, b), owner);
    for (const bool is_gradient : {true, false}) {
      auto levels = without_matrices(box().levels);
      auto &values = is_gradient ? levels[1].gradient.values : levels[2].prolongation.values;
      values[values.size() / 2] *= -1;
      RankMultigrid wrong(world(), levels, owner, smoother(kind));
      const auto made = wrong.make(Host(), rows_of(box().a, owner));
      EXPECT_GT(difference(applied(made.preconditioner, owned_of(b, owner)), expected), 1e-8);
    }
  }
}

// Solves in single precision, to a residual far below its rounding.
template <class Space>
SolveReport solve_on(const Space &space, const Communicator &ranks, const std::vector<int> &owner,
                     const Multigrid<Space> &multigrid, const RowPart<Complex> &a,
                     Numbers &solution) {
  const multigrid::LevelMatrix<Space, Complex, Complex> matrix(space, a, ranks);
  const LinearOperator<Space, Complex> product(
      [&](const Space &instance, const auto &x, const auto &y) {
        matrix.multiply(instance, Complex(1), x, Complex(0), y);
      },
      matrix.rows());
  const DistributedVector<Space, Complex> b(space, ranks, matrix.rows(), 0), x = b.like(1);
  const Numbers right = random_right_side(static_cast<Index>(owner.size()));
  copy_to_view(space, ranks.is_alone() && !world().is_alone() ? right : owned_of(right, owner),
               b.column(0));
  SolveOptions options;
  options.tolerance = 1e-12;
  SolveReport report;
  if (multigrid.is_fixed)
    solve_preconditioned_cocg(product, b, x, multigrid.preconditioner, options, report);
  else
    solve_fgmres(product, b, x, options, 50, report, &multigrid.preconditioner);
  solution = to_vector(space, x.column(0));
  return report;
}

TEST(MultigridRanks, TakesTheIterationsOfOneRankOnEachBackend) {
  for (const MultigridSmoother kind : k_smoothers) {
    const MultigridOptions options = smoother(kind, true);
    RowPart<Complex> whole;
    whole.rows = box().a;
    Numbers expected;
    const std::vector<int> nobody(box().a.rows, 0);
    const SolveReport one =
        solve_on(Host(), Communicator(), nobody, make_multigrid(Host(), box().levels, options),
                 whole, expected);
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &space) {
        SCOPED_TRACE(to_string(backend));
        const std::vector<int> owner = cut(box().a.rows, "idle last");
        RankMultigrid several(world(), without_matrices(box().levels), owner, options);
        const RowPart<Complex> a = rows_of(box().a, owner);
        const auto made = several.make(space, a);
        Numbers found;
        const SolveReport report = solve_on(space, world(), owner, made, a, found);
        EXPECT_NEAR(report.iterations, one.iterations, 1);
        EXPECT_LE(report.residual, 1e-12);
        EXPECT_LT(difference(found, owned_of(expected, owner)), 1e-10);
      });
  }
}

// An error found by the root is thrown on every rank: none waits for another.
TEST(MultigridRanks, ASingularCoarsestLevelIsSeenByAllRanks) {
  const std::vector<int> owner = cut(box().a.rows, "stretches");
  HostSparse<Complex> nothing = box().a;
  for (Complex &value : nothing.values)
    value = 0;
  RankMultigrid several(world(), without_matrices(box().levels), owner, {});
  EXPECT_THROW(several.make(Host(), rows_of(nothing, owner)), NotConverged);
  several.make(Host(), rows_of(box().a, owner)); // and it goes on afterwards
}

TEST(MultigridRanks, WhatDoesNotFitIsRefused) {
  const std::vector<int> owner = cut(box().a.rows, "stretches");
  const auto make = [&](std::vector<MultigridLevel> levels, const MultigridOptions &options) {
    RankMultigrid(world(), std::move(levels), owner, options);
  };
  MultigridOptions options;
  options.gcr_steps = 9;
  EXPECT_THROW(make(without_matrices(box().levels), options), InputError);
  EXPECT_THROW(make({without_matrices(box().levels).back()}, {}), InputError);
  auto levels = without_matrices(box().levels);
  levels[1].prolongation = transpose(levels[1].prolongation);
  EXPECT_THROW(make(levels, {}), DimensionMismatch);
  levels = without_matrices(box().levels);
  levels[2].gradient = levels[1].gradient;
  EXPECT_THROW(make(levels, {}), DimensionMismatch);
}

} // namespace
} // namespace curlew::testing

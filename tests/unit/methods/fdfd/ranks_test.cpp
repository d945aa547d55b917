// One grid on several ranks: products, sums and iterations of slabs along z against one rank, on
// hosts bit by bit.
#include "../../kokkos_environment.hpp"
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/background/coupled_apply.hpp>
#include <curlew/methods/fdfd/ranks/coupled_slab_stepper.hpp>
#include <curlew/methods/fdfd/ranks/leading_solver.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/solvers/krylov/fused/krylov_loop.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

Communicator world() {
  return Communicator::world();
}

// Planes that ranks share unevenly, and one plane for each of four ranks; more than one tile in y.
// The last one is for two ranks at most, whose planes lie beside each other on one side only.
const std::array<Index, 3> k_sizes[] = {{7, 6, 9}, {11, 18, 4}, {5, 4, 2}};

// y := A x, and sums with weights and without.
struct ProductAndSums {
  static constexpr int k_sums = 4, k_weighted = 2;
  Complex *y;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &x,
                                         const Number &product, Sums &sums) const {
    put(y, e, product);
    add_to(sums, weight * x * product);
    sums[2] += squared(product);
    sums[3] += squared(x);
  }
};

struct Outcome {
  std::vector<complex> kept, product;
  std::vector<double> sums, swept;
};

// a + factor b, its product with A, and the sums of the product and of a sweep.
template <class Space, class Of>
Outcome outcome(const Space &space, Of &stepper, const std::vector<complex> &a,
                const std::vector<complex> &b) {
  const auto on_a = to_device<Space>(a), on_b = to_device<Space>(b);
  const Vector<Space> kept("kept", a.size()), product("product", a.size());
  const auto factor = to_view<Space>("factor", std::vector<Complex>{Complex(0.7, -0.4)});
  const Kokkos::View<double *, Space> totals("totals", 4), norm("norm", 1);
  for (int repeat = 0; repeat < 2; ++repeat) { // the exchange has two halves
    stepper.multiply(CombinedSource<Complex>(on_a.data(), on_b.data(), kept.data(), factor.data()),
                     ProductAndSums{product.data()}, StoreTotals<4>{totals.data()});
    stepper.sweep("norm", NormBody<Complex>{product.data()}, StoreTotals<1>{norm.data()});
  }
  space.fence();
  return {to_host(kept), to_host(product), to_vector(totals), to_vector(norm)};
}

template <class Space> Outcome on_one_rank(const Space &space, const Problem &problem) {
  const auto system = make_system<Space>(problem);
  Stepper<Space> stepper(space, system, with_couplings<Space>(problem, system, {}));
  return outcome(space, stepper, random_vector(problem, 7), random_vector(problem, 8));
}

// With `change` applied to the slab: a twin that must differ.
template <class Space, class Change>
Outcome on_slabs(const Space &space, const Problem &problem, const Change &change) {
  Slab slab = divide(world().is_root() ? &problem : nullptr, world());
  change(slab);
  const System<Space> system = make_slab_system<Space>(slab);
  SlabExchange<Space> exchange(slab, system, world());
  SlabStepper<Space> plain(space, slab, system, exchange, world());
  const auto a = scatter_planes(random_vector(problem, 7), slab, world()),
             b = scatter_planes(random_vector(problem, 8), slab, world());
  Outcome found;
  if (slab.is_coupled) {
    CoupledSlabStepper<Space> stepper(slab, system, exchange, plain);
    found = outcome(space, stepper, a, b);
  } else {
    found = outcome(space, plain, a, b);
  }
  found.kept = gather_planes(found.kept, slab, world());
  found.product = gather_planes(found.product, slab, world());
  return found;
}

const auto k_as_it_is = [](Slab &) {};

class FdfdRanks : public ::testing::TestWithParam<int> {};

TEST_P(FdfdRanks, ProductsAndSumsHaveTheBitsOfOneRank) {
  for (const bool magnetic : {false, true})
    for (const auto &cells : k_sizes) {
      if (cells[2] < world().size())
        continue;
      SCOPED_TRACE(std::to_string(cells[2]) + (magnetic ? " magnetic" : ""));
      const Problem problem = random_problem(all_walls()[GetParam()], cells, magnetic);
      const Outcome expected = on_one_rank(Host(), problem);
      const Outcome found = on_slabs(Host(), problem, k_as_it_is);
      EXPECT_EQ(found.sums, expected.sums); // on every rank
      EXPECT_EQ(found.swept, expected.swept);
      if (world().is_root()) {
        EXPECT_EQ(found.kept, expected.kept);
        EXPECT_EQ(found.product, expected.product);
      }
    }
}

// eps off the diagonal reaches into the planes beyond a slab.
TEST_P(FdfdRanks, CoupledProductsAndSumsHaveTheBitsOfOneRank) {
  for (const auto &cells : k_sizes) {
    if (cells[2] < world().size())
      continue;
    Problem problem = random_problem(all_walls()[GetParam()], cells, false);
    couple_at_random(problem);
    const Outcome expected = on_one_rank(Host(), problem);
    const Outcome found = on_slabs(Host(), problem, k_as_it_is);
    EXPECT_EQ(found.sums, expected.sums);
    EXPECT_EQ(found.swept, expected.swept);
    const Outcome other = on_slabs(Host(), problem, [](Slab &slab) {
      for (Offset &column : slab.part.couplings.column)
        column = std::min(column, slab.part.unknowns() - 1); // no planes beyond
    });
    if (!world().is_root())
      continue;
    EXPECT_EQ(found.kept, expected.kept);
    EXPECT_EQ(found.product, expected.product);
    if (!world().is_alone()) {
      EXPECT_GT(relative_difference(other.product, expected.product), 1e-4);
    }
  }
}

TEST_P(FdfdRanks, AgreeToRoundingOnAllBackends) {
  for (const Backend backend : compiled_backends()) {
    SCOPED_TRACE(to_string(backend));
    const Problem problem = random_problem(all_walls()[GetParam()], k_sizes[0], true);
    const Outcome expected = on_one_rank(Host(), problem);
    const Outcome found = with_backend(
        backend, [&](const auto &space) { return on_slabs(space, problem, k_as_it_is); });
    for (int s = 0; s < 4; ++s)
      EXPECT_NEAR(found.sums[s], expected.sums[s], 1e-12 * expected.sums[2 + s % 2]) << s;
    if (world().is_root()) {
      EXPECT_LT(relative_difference(found.product, expected.product), 1e-14);
    }
  }
}

// Planes and ids beyond the slab matter.
TEST_P(FdfdRanks, ASlabWithoutItsNeighboursDiffers) {
  if (world().is_alone())
    return;
  const Problem problem = random_problem(all_walls()[GetParam()], k_sizes[0], true);
  const Outcome expected = on_one_rank(Host(), problem);
  const auto expect_other = [&](const auto &change) {
    const Outcome found = on_slabs(Host(), problem, change);
    EXPECT_NE(found.sums, expected.sums);
    if (world().is_root()) {
      EXPECT_EQ(found.kept, expected.kept);
      EXPECT_GT(relative_difference(found.product, expected.product), 1e-4);
    }
  };
  expect_other([](Slab &slab) { slab.below = slab.above = -1; });
  expect_other([](Slab &slab) { std::reverse(slab.mu_below.begin(), slab.mu_below.end()); });
  expect_other([](Slab &slab) { slab.part.axes[2].half_rate.back() *= 1.01; });
}

INSTANTIATE_TEST_SUITE_P(Walls, FdfdRanks, ::testing::Range(0, 8),
                         [](const auto &info) { return all_walls()[info.param].name; });

struct Solved {
  std::vector<complex> e;
  SolveReport report;
};

// Solves twice, the second time from a start. Only the root of `ranks` returns values.
Solved solve(const Problem &problem, SolverMethod method, const SolveOptions &options,
             const Communicator &ranks) {
  Solved solved;
  if (!ranks.is_root()) {
    follow(Backend::serial, ranks);
    return solved;
  }
  SolverChoice choice;
  choice.variant = Variant::fused;
  choice.method = method;
  choice.preconditioner.kind = PreconditionerKind::none;
  const Case input;
  const auto solver = ranks.is_alone()
                          ? make_field_solver(Backend::serial, input, problem, choice)
                          : make_leading_solver(Backend::serial, input, problem, choice, ranks);
  RightHandSide rhs{random_vector(problem, 5), {}};
  solver->solve(rhs, solved.e, options, solved.report);
  rhs.dirichlet_values.assign(rhs.f.size(), 0); // fields on conductors, in several slabs
  for (std::size_t e = 0; e < rhs.f.size(); e += 11)
    if (problem.eps_id[e / problem.size()][e % problem.size()] == 0)
      rhs.dirichlet_values[e] = complex(0.5, 0.25);
  solver->solve(rhs, solved.e, options, solved.report);
  dismiss_ranks(ranks);
  return solved;
}

void expect_bits_of_one_rank(const Problem &problem, SolverMethod method) {
  const SolveOptions options{1e-2, 3000, {}}; // few iterations: each waits for the other ranks
  const Solved found = solve(problem, method, options, world());
  if (!world().is_root())
    return;
  const Solved expected = solve(problem, method, options, Communicator());
  EXPECT_GT(expected.report.iterations, 10);
  EXPECT_EQ(found.report.iterations, expected.report.iterations);
  EXPECT_EQ(found.report.history, expected.report.history);
  EXPECT_EQ(found.e, expected.e);
  EXPECT_EQ(found.report.solver, expected.report.solver);
}

// Conductors cut some edges, so that rows have scales.
Problem cut_problem(const Walls &walls, bool magnetic) {
  Problem problem = random_problem(walls, {9, 8, 7}, magnetic);
  for (Offset entry = 3; entry < problem.unknowns(); entry += 17)
    problem.cut_edges.emplace_back(entry, 0.25 + 0.5 * (entry % 7) / 7.0);
  return problem;
}

TEST(FdfdRankSolves, HaveTheBitsOfOneRank) {
  expect_bits_of_one_rank(random_problem(all_walls()[0], {9, 8, 7}, false), SolverMethod::cocg);
  for (const SolverMethod method :
       {SolverMethod::cocg, SolverMethod::cocr, SolverMethod::bicgstab_fused}) {
    SCOPED_TRACE(to_string(method));
    expect_bits_of_one_rank(cut_problem(all_walls()[0], true), method);
  }
}

TEST(FdfdRankSolves, HaveThemWithEpsOffTheDiagonal) {
  Problem problem = random_problem(all_walls()[0], {9, 8, 7}, false);
  couple_at_random(problem);
  expect_bits_of_one_rank(problem, SolverMethod::cocg);
  problem = random_problem(all_walls()[5], {9, 8, 7}, false);
  couple_at_random(problem);
  expect_bits_of_one_rank(problem, SolverMethod::bicgstab_fused);
}

TEST(FdfdRankSolves, HaveThemUnderABlochPhaseAlongZ) {
  expect_bits_of_one_rank(random_problem(all_walls()[7], {9, 8, 7}, false),
                          SolverMethod::bicgstab_fused);
}

TEST(FdfdRankSolves, FailOnAllRanksTogether) {
  const Problem problem = random_problem(all_walls()[1], {9, 8, 7}, false);
  if (world().is_root()) {
    bool failed = false;
    SolverChoice choice;
    choice.method = SolverMethod::cocg;
    choice.variant = Variant::fused;
    choice.preconditioner.kind = PreconditionerKind::none;
    const auto solver = make_leading_solver(Backend::serial, Case(), problem, choice, world());
    std::vector<complex> e;
    SolveReport report;
    try {
      solver->solve({random_vector(problem, 5), {}}, e, {1e-9, 4, {}}, report);
    } catch (const NotConverged &) {
      failed = true;
    }
    EXPECT_TRUE(failed);
    EXPECT_EQ(report.iterations, 4);
    EXPECT_EQ(report.solver, "cocg on fused");
    e.clear(); // and the ranks take the next solve
    solver->solve({random_vector(problem, 5), {}}, e, {0.9, 100, {}}, report);
    dismiss_ranks(world());
  } else {
    follow(Backend::serial, world());
  }
}

TEST(FdfdSlabs, DifferByOnePlaneAtMost) {
  for (const Index planes : {4, 7, 64, 65})
    for (int ranks = 1; ranks <= 4; ++ranks) {
      const std::vector<Index> begins = slab_begins(planes, ranks);
      ASSERT_EQ(begins.size(), ranks + 1u);
      EXPECT_EQ(begins.front(), 0);
      EXPECT_EQ(begins.back(), planes);
      for (int r = 0; r < ranks; ++r) {
        EXPECT_GE(begins[r + 1] - begins[r], planes / ranks);
        EXPECT_LE(begins[r + 1] - begins[r], planes / ranks + 1);
      }
    }
}

} // namespace
} // namespace curlew::fdfd::testing

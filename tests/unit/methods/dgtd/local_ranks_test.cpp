// Local time steps on several ranks: the fields of one rank with the same bits, for any owner of
// the small tets, limits and energies, and the work of each rank.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/local_steps/filtered_limit.hpp>
#include <curlew/methods/dgtd/local_steps/published_limit.hpp>
#include <curlew/methods/dgtd/ranks/divide_problem.hpp>
#include <curlew/methods/dgtd/ranks/share_classes.hpp>
#include <curlew/tests/support/pinched_bar.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::dgtd::testing {
namespace {

constexpr double k_any_dt = std::numeric_limits<double>::infinity();

struct Local {
  Simulation simulation;
  StepClasses classes;
};

Simulation simulate(const Case &input, Problem problem) {
  Simulation simulation{input, std::move(problem), {}, {}};
  simulation.sources = make_sources(input, simulation.problem);
  simulation.probes = find_probes(input, simulation.problem);
  simulation.dt_limit_s = step_limit(Host(), simulation.problem).dt_s;
  return simulation;
}

Problem whole_problem(const Case &input, const std::vector<double> &factors) {
  return make_problem(input, test::pinched_bar(factors, 1));
}

Local whole_of(const Case &input, const std::vector<double> &factors, bool published) {
  Local whole{simulate(input, whole_problem(input, factors)), {}};
  LocalSteps choice{true, 3};
  choice.published = published;
  whole.classes = find_step_classes(whole.simulation.problem, choice);
  return whole;
}

// Slices along the bar of as many tets: on two ranks the cut passes through the smallest, on seven
// the outer ranks have none of the small ones.
std::vector<int> slices(const Problem &whole, int ranks) {
  const auto middle = [&](Index tet) {
    double x = 0;
    for (const Index node : whole.nodes[tet])
      x += whole.mesh.points[node][0];
    return x;
  };
  std::vector<Index> order(whole.tet_count());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return middle(a) < middle(b); });
  std::vector<int> owner(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    owner[order[k]] = static_cast<int>(k * ranks / order.size());
  return owner;
}

Local part_of(const Local &whole, const std::vector<double> &factors, bool in_slices) {
  const Communicator ranks = Communicator::world();
  const Case &input = whole.simulation.input;
  if (ranks.is_alone())
    return {simulate(input, whole_problem(input, factors)), whole.classes};
  const Problem &all = whole.simulation.problem;
  const std::vector<int> owner = in_slices ? slices(all, ranks.size())
                                           : assign_tets(all, ranks.size(), "auto", &whole.classes);
  Problem part = divide_problem(input, ranks.is_root() ? whole_problem(input, factors) : Problem(),
                                owner, ranks, 1);
  StepClasses classes = share_classes(whole.classes, part);
  return {simulate(input, std::move(part)), std::move(classes)};
}

// The rows of a rank's tets.
FieldState rows_of(const FieldState &whole, const Problem &all, const Problem &part) {
  FieldState rows;
  for (const auto &[name, values] : whole) {
    const std::size_t width = values.size() / all.tet_count();
    std::vector<double> &mine = rows[name];
    for (Index t = 0; t < part.tet_count(); ++t) {
      const auto from =
          values.begin() + static_cast<std::ptrdiff_t>(width * part.ownership.number_of_tet(t));
      mine.insert(mine.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
  }
  return rows;
}

void expect_bits_of_one(const Case &input, const std::vector<double> &factors,
                        const std::string &variant, double dt_s, bool published, bool in_slices) {
  const Communicator ranks = Communicator::world();
  const Local whole = whole_of(input, factors, published),
              part = part_of(whole, factors, in_slices);
  ASSERT_GT(whole.classes.filters(), 0);
  EXPECT_EQ(part.classes.tets, whole.classes.tets);
  Steps one(whole.simulation, dt_s, variant, Backend::serial, k_any_dt, &whole.classes);
  Steps several(part.simulation, dt_s, variant, Backend::serial, k_any_dt, &part.classes);
  one.start_at_random();
  several.scheme().load(
      rows_of(one.scheme().save(), whole.simulation.problem, part.simulation.problem));
  const std::vector<double> expected = one.advance(60, 20), mine = several.advance(60, 20);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const double energy = ranks.sum(mine[k]);
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(energy, expected[k], 1e-12 * expected[k]);
    if (!published && !ranks.any(part.simulation.problem.has_losses())) {
      EXPECT_NEAR(energy, expected[0], 1e-12 * expected[0]) << "it stays";
    }
  }
  EXPECT_EQ(several.scheme().save(),
            rows_of(one.scheme().save(), whole.simulation.problem, part.simulation.problem));
}

// Returns a step below the limit of the filtered steps, and far above that of all tets.
double large_step(const Case &input, const std::vector<double> &factors) {
  return (factors.size() == 1 ? 2.7 : 8) *
         simulate(input, whole_problem(input, factors)).dt_limit_s;
}

const struct {
  Discretization discretization;
  const char *variant;
  std::vector<double> factors;
} k_cases[] = {{{"central", "mixed", 1}, "packed", {1.0 / 3, 1.0 / 3}},
               {{"central", "full", 1}, "nodal", {1.0 / 3}},
               {{"central", "mixed", 1}, "stored", {1.0 / 3, 1.0 / 3}}};

TEST(DgtdLocalRanks, FiltersGiveTheBitsOfOne) {
  for (const auto &[discretization, variant, factors] : k_cases) {
    SCOPED_TRACE(name_of(discretization) + " " + variant);
    const Case input = vacuum_case(discretization);
    const double dt_s = large_step(input, factors);
    for (const bool in_slices : {true, false})
      expect_bits_of_one(input, factors, variant, dt_s, false, in_slices);
  }
}

// Absorbing ends: then a filter has matrices without losses, also where a rank has no such wall.
TEST(DgtdLocalRanks, LossesElsewhereChangeNothing) {
  Case input = vacuum_case({"central", "mixed", 1});
  input.boundaries = {{"x-", Abc{}}, {"x+", Abc{}}, {"default", Pec{}}};
  const std::vector<double> factors{1.0 / 3};
  expect_bits_of_one(input, factors, "packed", large_step(input, factors), false, true);
}

TEST(DgtdLocalRanks, PublishedStepsGiveTheBitsOfOne) {
  for (const Discretization &one : {Discretization{"central", "full", 1}, {"dfdd", "mixed", 1}}) {
    SCOPED_TRACE(name_of(one));
    const Case input = vacuum_case(one);
    const std::vector<double> factors{1.0 / 3, 1.0 / 3};
    const double dt_s =
        0.9 *
        simulate(input, whole_problem(input, factors)).dt_limit_s; // below any limit of theirs
    for (const bool in_slices : {true, false})
      expect_bits_of_one(input, factors, "packed", dt_s, true, in_slices);
  }
}

// Lanczos' method adds up in another order.
TEST(DgtdLocalRanks, LimitsAreThoseOfOne) {
  const std::vector<double> factors{1.0 / 3};
  const Case input = vacuum_case({"central", "mixed", 1});
  const Local whole = whole_of(input, factors, false), part = part_of(whole, factors, true);
  const auto limit = [](const Local &one) {
    return filtered_limit(Host(), one.simulation.problem, one.classes).dt_s;
  };
  const double expected = limit(whole);
  EXPECT_NEAR(limit(part), expected, 1e-6 * expected);
  EXPECT_GT(expected, 2 * whole.simulation.dt_limit_s);
  const Local published = whole_of(input, factors, true),
              published_part = part_of(published, factors, true);
  for (const double courant : {1.0, 6.0}) {
    const auto growth = [&](const Local &one) {
      return published_growth(Host(), one.simulation.problem, one.classes,
                              courant * published.simulation.dt_limit_s, 40);
    };
    const double of_one = growth(published);
    EXPECT_NEAR(growth(published_part), of_one, 1e-12 * of_one);
    EXPECT_EQ(of_one > 2, courant > 1) << of_one;
  }
}

// On seven slices some ranks have only tets of the largest class, and some have none of it.
TEST(DgtdLocalRanks, SlicesHaveRanksWithoutSmallTets) {
  const Communicator ranks = Communicator::world();
  const std::vector<double> factors{1.0 / 3};
  const Local whole = whole_of(vacuum_case({"central", "mixed", 1}), factors, false),
              part = part_of(whole, factors, true);
  const auto owned = part.classes.shell.begin() + part.simulation.problem.tet_count();
  const bool has_small = std::any_of(part.classes.shell.begin(), owned, [&](std::uint8_t shell) {
    return shell + 1 < part.classes.shells();
  });
  EXPECT_TRUE(ranks.any(has_small));
  EXPECT_EQ(ranks.any(!has_small), ranks.size() >= 3);
}

// METIS divides the tets so that a coarse step takes about the same time on all ranks; without
// classes it does not.
TEST(DgtdLocalRanks, SmallTetsWeighByTheirUpdates) {
  const Local whole = whole_of(vacuum_case({"central", "mixed", 1}), {1.0 / 3, 1.0 / 3}, false);
  const auto uneven = [&](const StepClasses *classes) {
    constexpr int k_ranks = 2;
    const std::vector<int> owner =
        assign_tets(whole.simulation.problem, k_ranks, "spatial", classes);
    double work[k_ranks] = {}, all = 0;
    for (std::size_t t = 0; t < owner.size(); ++t) {
      const double one = whole.classes.work_of(whole.classes.shell[t]);
      work[owner[t]] += one;
      all += one;
    }
    return std::max(work[0], work[1]) / all * k_ranks;
  };
  EXPECT_LT(uneven(&whole.classes), 1.1);
  // The work of all tets equals the mean that the classes report.
  double sum = 0;
  for (const std::uint8_t shell : whole.classes.shell)
    sum += whole.classes.work_of(shell);
  EXPECT_NEAR(sum / whole.classes.shell.size(), whole.classes.work(), 1e-12 * sum);
}

} // namespace
} // namespace curlew::dgtd::testing

// Method fem on several ranks, by multigrid and by factors at the root: iterations and solutions of
// one rank.
#include "ranks_support.hpp"

#include <curlew/methods/fem/ranks/follow.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/solvers/multigrid/rank_multigrid.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using test::Solver;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// 2.4 edges and more to a wavelength in the medium on the coarsest mesh.
nlohmann::ordered_json refined(nlohmann::ordered_json json, int times) {
  json["frequency"] = 1e8;
  json["mesh"]["box"]["cells"] = {2, 2, 1};
  json["mesh"]["refine"] = times;
  return json;
}

// Open space behind layers on all sides.
nlohmann::ordered_json layered_box() {
  auto json = test::box_case({1.2, 1.2, 1.2}, {4, 4, 4});
  json["mesh"]["refine"] = 1;
  json["frequency"] = 1.5e8;
  json["boundaries"]["default"] = {{"type", "pml"}, {"thickness", 0.3}};
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.6, 0.6, 0.6}},
                          {"direction", {0, 0, 1}}}};
  return json;
}

struct Named {
  const char *name;
  nlohmann::ordered_json json;
};
std::vector<Named> cases() {
  auto second = lossy_box("mixed", 2);
  second["frequency"] = 1e8;
  return {{"first order, two refinements", refined(lossy_box("mixed", 1), 2)},
          {"mixed second order", second},
          {"full second order, refined", refined(lossy_box("full", 2), 1)},
          {"layers", layered_box()}};
}

nlohmann::ordered_json solved_by(nlohmann::ordered_json json, const std::string &smoother,
                                 double tolerance = 1e-12) {
  json["solver"] = {{"method", smoother == "gcr" ? "fgmres" : "cocg"},
                    {"preconditioner", {{"type", "multigrid"}, {"smoother", smoother}}},
                    {"tolerance", tolerance}};
  return json;
}

// Expects the iterations and the solution of the case's solver on one rank. Returns the report on
// all ranks.
SolveReport expect_as_one(Solver &one, const Load &b, RankSystem &system, double tolerance) {
  const Load expected = one.solve(b);
  system.set(one.coefficients);
  SolveOptions options;
  options.tolerance = tolerance;
  SolveReport report;
  Load x;
  system.solve(at_root(b), x, options, report);
  EXPECT_LE(report.residual, tolerance);
  EXPECT_NEAR(report.iterations, one.report.iterations, 1);
  if (world().is_root()) {
    EXPECT_LT(difference(x, expected), 1e-10);
  }
  return report;
}

TEST(FemRanksMultigrid, IterationsAndSolutionsAreThoseOfOneRank) {
  for (const Named &named : cases())
    for (const std::string smoother : {"gcr", "chebyshev"}) {
      SCOPED_TRACE(named.name + (" " + smoother));
      Solver one(solved_by(named.json, smoother));
      const auto system =
          make_rank_system(Backend::serial, one.problem, one.prepared.choice, world(), "auto");
      expect_as_one(one, random_load(one.problem.unknowns.count), *system, 1e-12);
      EXPECT_THAT(system->times().description, HasSubstr(smoother));
      EXPECT_THAT(system->times().description, HasSubstr("root"));
      // The cost of a cycle may differ: the order of the coarsest level's factors is not always the
      // same.
      const std::string &said = one.system->times().description;
      EXPECT_THAT(system->times().description,
                  StartsWith(said.substr(0, said.find("on the coarsest"))));
    }
}

TEST(FemRanksMultigrid, OnEachBackendAndAtEachFrequency) {
  for (const Backend backend : compiled_backends())
    for (const std::string smoother : {"gcr", "chebyshev"}) {
      SCOPED_TRACE(smoother + " on " + to_string(backend));
      Solver one(solved_by(refined(lossy_box("mixed", 1), 1), smoother));
      const auto system =
          make_rank_system(backend, one.problem, one.prepared.choice, world(), "spatial");
      const Load b = random_load(one.problem.unknowns.count);
      for (const double frequency_hz : {1e8, 8e7}) {
        one.set(frequency_hz);
        expect_as_one(one, b, *system, 1e-12);
      }
    }
}

// The first residuals are those of one rank; without the levels in between they differ.
TEST(FemRanksMultigrid, ResidualsFallAsOnOneRank) {
  const auto json = solved_by(refined(lossy_box("mixed", 1), 2), "chebyshev", 1e-8);
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count);
  const auto off_by = [&](SolverChoice choice) {
    choice.multigrid.single_precision = one.prepared.choice.multigrid.single_precision;
    const auto system = make_rank_system(Backend::serial, one.problem, choice, world(), "auto");
    const SolveReport report = expect_as_one(one, b, *system, 1e-8);
    double off = 0;
    for (std::size_t n = 0; n < std::min<std::size_t>(8, report.history.size()); ++n)
      off = std::max(off, std::abs(report.history[n] / one.report.history.at(n) - 1));
    return off;
  };
  EXPECT_LT(off_by(one.prepared.choice), 1e-3); // single precision, amplified
  SolverChoice other = one.prepared.choice;
  other.multigrid.node_degree += 1;
  const auto system = make_rank_system(Backend::serial, one.problem, other, world(), "auto");
  system->set(one.coefficients);
  SolveOptions options;
  options.tolerance = 1e-8;
  SolveReport report;
  Load x;
  system->solve(at_root(b), x, options, report);
  EXPECT_GT(std::abs(report.history.at(4) / one.report.history.at(4) - 1), 1e-2); // the twin
}

// A rank may own nothing at all, or nothing of the coarser levels.
TEST(FemRanksMultigrid, RanksMayOwnNothing) {
  for (const std::string smoother : {"gcr", "chebyshev"}) {
    Solver one(solved_by(refined(lossy_box("mixed", 1), 2), smoother));
    const Load b = random_load(one.problem.unknowns.count);
    const int last = world().size() - 1;
    const std::vector<int> all_of_one(one.problem.unknowns.count, last);
    const auto alone =
        make_rank_system(Backend::serial, one.problem, one.prepared.choice, world(), all_of_one);
    expect_as_one(one, b, *alone, 1e-12);
    // The last rank owns a few edges in which no coarse unknown is largest.
    const auto levels = multigrid_levels(one.problem, 0).levels;
    std::vector<int> owner(one.problem.unknowns.count, 0);
    const HostSparse<double> &p = levels.back().prolongation;
    int given = 0;
    for (Index row = 0; row < p.rows && given < 20; ++row) {
      double largest = 0;
      for (Offset k = p.row_begin[row]; k < p.row_begin[row + 1]; ++k)
        largest = std::max(largest, std::abs(p.values[k]));
      if (largest < 0.5) {
        owner[row] = last;
        ++given;
      }
    }
    ASSERT_EQ(given, 20);
    if (last > 0) {
      const std::vector<int> coarse = owners_of_columns(p, owner);
      EXPECT_EQ(std::count(coarse.begin(), coarse.end(), last), 0);
    }
    const auto few =
        make_rank_system(Backend::serial, one.problem, one.prepared.choice, world(), owner);
    expect_as_one(one, b, *few, 1e-12);
  }
}

TEST(FemRanksMultigrid, DirectIsTheRootsAlone) {
  auto json = lossy_box("mixed", 2);
  json["solver"] = {{"method", "direct"}};
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b);
  const auto system =
      make_rank_system(Backend::serial, one.problem, one.prepared.choice, world(), "auto");
  for (int frequency = 0; frequency < 2; ++frequency) { // the second time without an analysis
    system->set(one.coefficients);
    SolveReport report;
    Load x;
    system->solve(at_root(b), x, {}, report);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(report.solver, "direct");
    if (world().is_root()) {
      EXPECT_LT(difference(x, expected), 1e-11);
      EXPECT_LT(report.residual, 1e-11);
      EXPECT_THAT(system->times().description, HasSubstr("the root alone"));
    } else {
      EXPECT_TRUE(x.empty());
    }
  }
}

} // namespace
} // namespace curlew::fem

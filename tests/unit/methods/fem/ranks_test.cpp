// Method fem on several ranks: owners of unknowns, products and solutions against one rank.
#include "../../kokkos_environment.hpp"
#include "ranks_support.hpp"

#include <curlew/methods/fem/ranks/follow.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using test::Solver;

constexpr std::pair<const char *, int> k_spaces[] = {{"mixed", 1}, {"full", 1},  {"mixed", 2},
                                                     {"full", 2},  {"mixed", 3}, {"mixed", 4}};

TEST(FemRanks, EveryUnknownHasOneOwnerAndItsRow) {
  const Solver one(lossy_box("mixed", 2));
  for (const std::string partition : {"auto", "spatial"}) {
    const auto owner = owners_of_unknowns(one.problem, world().size(), partition);
    const RankRows rows = make_rank_rows(one.problem, owner, world());
    EXPECT_EQ(world().sum(std::int64_t(rows.owned)), one.problem.unknowns.count);
    EXPECT_GT(rows.owned, one.problem.unknowns.count / (3 * world().size())); // about their share
    EXPECT_EQ(world().is_alone(), rows.ghosts() == 0);
    EXPECT_EQ(rows.pattern.rows(), rows.owned);
    for (Index i = 0; i < static_cast<Index>(rows.unknowns.size()); ++i)
      EXPECT_EQ(owner[rows.unknowns[i]] == world().rank(), i < rows.owned);
    Index received = 0;
    for (const ExchangePeer &peer : rows.peers) {
      EXPECT_NE(peer.rank, world().rank());
      received += peer.receive;
    }
    EXPECT_EQ(received, rows.ghosts());
    // A row has the columns that it has on one rank.
    for (Index i = 0; i < rows.owned; ++i) {
      std::vector<Index> columns;
      for (Offset k = rows.pattern.row_begin[i]; k < rows.pattern.row_begin[i + 1]; ++k)
        columns.push_back(rows.unknowns[rows.pattern.columns[k]]);
      std::sort(columns.begin(), columns.end());
      const Pattern &whole = one.problem.pattern;
      const Index u = rows.unknowns[i];
      EXPECT_TRUE(std::equal(columns.begin(), columns.end(),
                             whole.columns.begin() + whole.row_begin[u],
                             whole.columns.begin() + whole.row_begin[u + 1]))
          << u;
    }
  }
}

TEST(FemRanks, RanksThatDisagreeOnOwnersAreSeen) {
  if (world().is_alone())
    return;
  const Solver one(lossy_box("mixed", 1));
  auto owner = owners_of_unknowns(one.problem, world().size(), "auto");
  if (!world().is_root())
    for (int &rank : owner)
      rank = (rank + 1) % world().size();
  bool threw = false;
  try {
    make_rank_rows(one.problem, owner, world());
  } catch (const Error &error) {
    threw = std::string(error.what()).find("disagree") != std::string::npos;
  }
  EXPECT_TRUE(world().any(threw));
}

TEST(FemRanks, ProductsAreThoseOfOneRankOnEachBackend) {
  for (const auto &[space, order] : k_spaces) {
    const Solver one(lossy_box(space, order));
    const Load x = random_load(one.problem.unknowns.count), y = one.system->apply(x);
    for (const Backend backend : compiled_backends())
      for (const Assembly assembly : {Assembly::atomic, Assembly::by_dof, Assembly::row}) {
        const auto system = make_rank_system(backend, one.problem,
                                             choice_of("cocg", "none", assembly), world(), "auto");
        system->set(one.coefficients);
        const Load found = system->apply(at_root(x));
        if (world().is_root()) {
          EXPECT_LT(difference(found, y), 1e-13)
              << space << order << " " << to_string(assembly) << " on " << to_string(backend);
        } else {
          EXPECT_TRUE(found.empty());
        }
      }
  }
}

// The twin: the products above with ghosts that are never exchanged, or stand for other unknowns.
TEST(FemRanks, AMissingOrWrongExchangeWouldShow) {
  if (world().size() < 2)
    return;
  const Solver one(lossy_box("mixed", 1));
  const Load x = random_load(one.problem.unknowns.count), y = one.system->apply(x);
  const auto owner = owners_of_unknowns(one.problem, world().size(), "auto");
  for (const bool is_stale : {false, true}) {
    Load wrong(y.size());
    for (int rank = 0; rank < world().size(); ++rank) {
      Load seen = x; // as seen by this rank
      for (std::size_t u = 0; u < x.size(); ++u)
        if (owner[u] != rank)
          seen[u] = is_stale ? x[(u + 1) % x.size()] : 0;
      const Load product = one.system->apply(seen);
      for (std::size_t u = 0; u < x.size(); ++u)
        if (owner[u] == rank)
          wrong[u] = product[u];
    }
    EXPECT_GT(difference(wrong, y), 1e-3);
  }
}

TEST(FemRanks, SolutionsAreThoseOfOneRank) {
  auto json = lossy_box("full", 1);
  json["solver"] = {{"method", "direct"}};
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count), expected = one.solve(b);
  SolveOptions options;
  options.tolerance = 1e-12;
  for (const Backend backend : compiled_backends())
    for (const auto &choice :
         {choice_of("cocg", "none"), choice_of("cocg", "jacobi"), choice_of("cocg", "gradient"),
          choice_of("cocg", "ssor"), choice_of("cocg", "ssor-ai"), choice_of("fgmres", "gradient"),
          choice_of("bicgstab", "gradient")}) {
      if (backend != compiled_backends().front() &&
          choice.preconditioner.kind != PreconditionerKind::gradient)
        continue; // all of them on one backend, one of each method on the others
      SCOPED_TRACE(to_text(choice) + " on " + to_string(backend));
      const auto system = make_rank_system(backend, one.problem, choice, world(), "auto");
      system->set(one.coefficients);
      SolveReport report;
      Load x;
      system->solve(at_root(b), x, options, report);
      EXPECT_LE(report.residual, 1e-12);
      EXPECT_GT(report.iterations, 5);
      if (world().is_root()) {
        EXPECT_LT(difference(x, expected), 1e-10);
      }
      // A start at the solution needs no iterations, which shows that the start arrived.
      system->solve(at_root(b), x, options, report);
      EXPECT_LE(report.iterations, 2);
    }
}

// The gradient correction is one operator whatever the cut: residuals fall as on one rank, until
// the recurrences have amplified rounding.
TEST(FemRanks, TheGradientCorrectionIsThatOfOneRank) {
  auto json = lossy_box("full", 1);
  json["solver"] = {{"method", "cocg"}, {"preconditioner", "gradient"}, {"tolerance", 1e-6}};
  Solver one(json);
  const Load b = random_load(one.problem.unknowns.count);
  one.solve(b);
  SolveOptions options;
  options.tolerance = 1e-6;
  const auto off_by = [&](const std::string &preconditioner) {
    const auto system = make_rank_system(Backend::serial, one.problem,
                                         choice_of("cocg", preconditioner), world(), "auto");
    system->set(one.coefficients);
    SolveReport report;
    Load x;
    system->solve(at_root(b), x, options, report);
    constexpr int k_first = 20;
    double off = 0;
    for (int n = 0; n < k_first; ++n)
      off = std::max(off, std::abs(report.history.at(n) / one.report.history.at(n) - 1));
    return off;
  };
  EXPECT_LT(off_by("gradient"), 1e-9);
  EXPECT_GT(off_by("jacobi"), 1e-2); // the twin
}

TEST(FemRanks, OthersFollowTheRootAlsoPastAFailure) {
  Solver one(lossy_box("mixed", 1));
  const Load b = random_load(one.problem.unknowns.count), y = one.system->apply(b);
  auto system = make_rank_system(Backend::serial, one.problem, choice_of("cocg", "gradient"),
                                 world(), "auto");
  if (!world().is_root())
    return follow(*system, world());
  LeadingSystem leader(std::move(system), world());
  leader.set(one.coefficients);
  EXPECT_LT(difference(leader.apply(b), y), 1e-13);
  SolveOptions options;
  options.tolerance = 1e-12;
  options.max_iterations = 3;
  Load x;
  SolveReport report;
  EXPECT_THROW(leader.solve(b, x, options, report), NotConverged);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_GT(report.solve_s, 0);
  options.max_iterations = 10000;
  x.clear();
  leader.solve(b, x, options, report);
  EXPECT_LT(difference(leader.apply(x), b), 1.1e-12);
  Index unknowns = 0;
  Offset entries = 0;
  const std::vector<RankShare> shares = leader.shares();
  EXPECT_EQ(shares.size(), static_cast<std::size_t>(world().size()));
  for (const RankShare &share : shares) {
    unknowns += share.unknowns;
    entries += share.entries;
    EXPECT_GT(share.assembly_s, 0);
  }
  EXPECT_EQ(unknowns, one.problem.unknowns.count);
  EXPECT_EQ(entries, static_cast<Offset>(one.problem.pattern.columns.size()));
  leader.dismiss();
}

TEST(FemRanks, MoreRanksThanTetsAreRefused) {
  auto json = test::box_case({1, 1, 1}, {1, 1, 1}, "abc");
  json["excitations"] = lossy_box("mixed", 1)["excitations"];
  const Solver one(json);
  EXPECT_NO_THROW(owners_of_unknowns(one.problem, 3, "auto"));
  EXPECT_THROW(owners_of_unknowns(one.problem, 7, "auto"), InputError);
}

} // namespace
} // namespace curlew::fem

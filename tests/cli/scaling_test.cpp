// bench scaling on several ranks: measurements on some of them are listed beside those on all.
#include "ranks.hpp"

#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using nlohmann::json;

namespace {

#ifdef CURLEW_LAUNCH

json rows_of(const Scratch &scratch, int ranks) {
  const Outcome outcome = run_in_time({{"bench", "scaling", "--backends", "serial", "--sizes",
                                        "20000", "--partition", "spatial", "--output", "out"},
                                       scratch.path(),
                                       {},
                                       0,
                                       launcher(ranks)});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.all();
  return json::parse(read_file(scratch / "out/scaling.json")).at("rows");
}

TEST(Scaling, EveryNumberOfRanksHasItsRow) {
  const Scratch scratch;
  const json rows = rows_of(scratch, 3);
  ASSERT_EQ(rows.size(), 6u); // weak and strong on 1, 2, 3
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json &row = rows[i], &one = rows[i / 3 * 3];
    const int ranks = row.at("ranks");
    EXPECT_EQ(row.at("scaling"), i < 3 ? "weak" : "strong");
    EXPECT_EQ(ranks, static_cast<int>(i % 3) + 1);
    EXPECT_GT(row.at("seconds_per_step"), 0);
    const double share = row.at("elements").get<double>() / one.at("elements").get<double>();
    EXPECT_NEAR(share, i < 3 ? ranks : 1, 0.15 * ranks); // boxes come in whole cells
    EXPECT_NEAR(row.at("most_elements_of_a_rank").get<double>() * ranks /
                    row.at("elements").get<double>(),
                1, 0.3); // a tet of two ranks is the one's with its lowest node: the lower's
    const double speedup =
        share * one.at("seconds_per_step").get<double>() / row.at("seconds_per_step").get<double>();
    EXPECT_NEAR(row.at("efficiency").get<double>(), speedup / ranks, 1e-9);
    EXPECT_EQ(row.contains("route"), ranks > 1);
    EXPECT_EQ(row.at("exchanged_bytes").get<double>() > 0, ranks > 1);
    EXPECT_EQ(row.at("ghost_elements").get<int>() > 0, ranks > 1);
  }
}

TEST(Scaling, AnUnknownPartitionIsRefusedBeforeAnything) {
  const Scratch scratch;
  const Outcome outcome = run_in_time(
      {{"bench", "scaling", "--partition", "metiss"}, scratch.path(), {}, 0, launcher(2)});
  EXPECT_NE(outcome.exit_code, 0);
  const auto errors = error_lines(outcome);
  ASSERT_EQ(errors.size(), 1u) << outcome.all();
  EXPECT_NE(errors[0].find("metis, spatial"), std::string::npos) << errors[0];
}

#else

TEST(NoMpi, ScalingHasOneRank) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew(
      {"bench", "scaling", "--backends", "serial", "--sizes", "20000", "--output", "out"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.all();
  EXPECT_EQ(json::parse(read_file(scratch / "out/scaling.json")).at("rows").size(), 2u);
}

#endif

} // namespace

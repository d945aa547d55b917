// Groups of ranks that share the solves of a sweep (run.groups): the files of one process, with
// every method in the frequency domain, also after failures and with --restart.
#include "rank_cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

// A waveguide with ports of one mode, factored.
const json k_guide = guide_case(json::parse(R"({
  "boundaries": { "x+": { "excited": true } },
  "frequency": ["8 GHz", "9 GHz", "10 GHz"],
  "solver": { "method": "direct" }
})"));

class SweepGroups : public testing::Test {
protected:
  void write(const json &input) const { write_file(scratch_ / "case.json", input.dump(2)); }
  // The strip dipole of the examples at these frequencies.
  void write_strip(const json &frequency) const {
    const std::string folder = curlew::test::source_path("examples/strip-dipole/");
    fs::copy_file(folder + "dipole.msh", scratch_ / "dipole.msh");
    json strip = json::parse(read_file(folder + "case.json"), nullptr, true, true);
    strip["frequency"] = frequency;
    if (curlew::testing::k_has_vtk)
      strip["outputs"]["currents"] = true;
    write(strip);
  }

  // Runs on so many ranks; on 0 without a launcher.
  Outcome run_on(int ranks, const std::string &folder,
                 const std::vector<std::string> &more = {}) const {
    return run_case_on(ranks, scratch_.path(), "case.json", folder, more);
  }
  void expect_run(int ranks, const std::string &folder,
                  const std::vector<std::string> &more = {}) const {
    EXPECT_EQ(mismatch(run_on(ranks, folder, more), {0, {}}), "") << folder;
  }
  void expect_failure(int ranks, const std::vector<std::string> &more, int exit_code,
                      const std::vector<std::string> &words,
                      const std::string &folder = "refused") const {
    expect_one_error(run_on(ranks, folder, more), exit_code, words, scratch_.path());
  }

  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }
  std::map<std::string, std::string> contents(const std::string &folder) const {
    return contents_of(scratch_ / folder);
  }
  void expect_same_files(const std::string &folder, const std::string &reference) const {
    const auto found = contents(folder), expected = contents(reference);
    std::vector<std::string> names, expected_names;
    for (const auto &[name, text] : found)
      names.push_back(name);
    for (const auto &[name, text] : expected)
      expected_names.push_back(name);
    EXPECT_EQ(names, expected_names);
    for (const auto &[name, text] : expected) {
      const bool has_time = fs::path(name).has_parent_path(); // the files for ParaView
      if (!has_time && found.count(name) > 0) {
        EXPECT_EQ(found.at(name), text) << name;
      }
    }
  }
  double difference(const std::string &folder, const std::string &reference,
                    const std::string &table) const {
    return largest_difference(scratch_ / folder / table, scratch_ / reference / table);
  }
  std::size_t rows(const std::string &folder, const std::string &table) const {
    return numeric_cells(scratch_ / folder / table).size();
  }
  // Name, frequency and status of each solve.
  json solves(const std::string &folder) const {
    const json said = summary(folder);
    json list = json::array();
    for (const json &solve : said.at("solves"))
      list.push_back({solve.at("name"), solve.at("frequency"), solve.at("status")});
    return list;
  }

  Scratch scratch_;
};

TEST_F(SweepGroups, SourcesOfOneFrequencyGiveTheFilesOfOneProcess) {
  json ball = ball_case();
  ball["frequency"] = "1 GHz"; // every solve then starts from 0
  write(ball);
  expect_run(0, "one");
  EXPECT_GT(summary("one").at("solves").at(1).at("iterations"), 10);
  for (const int ranks : {2, 3}) {
    expect_run(ranks, "several");
    expect_same_files("several", "one");
    EXPECT_EQ(solves("several"), solves("one"));
  }
}

TEST_F(SweepGroups, FrequenciesGiveTheResultsOfOneProcess) {
  write(ball_case());
  expect_run(0, "one");
  expect_run(2, "several");
  EXPECT_EQ(solves("several"), solves("one"));
  const auto found = contents("several"), expected = contents("one");
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_EQ(found.count("convergence_5.csv"), 1u);
  for (const char *name : {"rcs.csv", "powers.csv", "flux_behind.csv"})
    EXPECT_LT(difference("several", "one", name), 1e-6) << name;
}

TEST_F(SweepGroups, MatricesOfSurfacesGiveTheFilesOfOneProcess) {
  write_strip({"280 MHz", "300 MHz", "320 MHz"});
  expect_run(0, "one");
  expect_run(2, "several");
  expect_same_files("several", "one");
  const json matrices = summary("several").at("matrices");
  ASSERT_EQ(matrices.size(), 3u);
  for (std::size_t i = 1; i < matrices.size(); ++i)
    EXPECT_LT(matrices[i - 1].at("frequency"), matrices[i].at("frequency"));
}

TEST_F(SweepGroups, ASweepThatChoosesItsFrequenciesIsThatOfOneProcess) {
  write_strip({{"start", "250 MHz"}, {"stop", "350 MHz"}, {"count", 21}, {"sweep", "adaptive"}});
  expect_run(0, "one");
  expect_run(3, "several");
  expect_same_files("several", "one");
  EXPECT_EQ(summary("several").at("sweep"), summary("one").at("sweep"));
  EXPECT_LT(summary("one").at("sweep").at("solved").size(), 21u);
}

TEST_F(SweepGroups, MeshesAreDividedInsideOfGroups) {
  write(k_guide);
  expect_run(0, "one");
  expect_run(2, "apart", {"--set", "run.groups=2"});
  expect_same_files("apart", "one");
  // Two groups of two ranks, which factor at their first rank.
  expect_run(4, "both", {"--set", "run.groups=2"});
  EXPECT_EQ(summary("both").at("ranks"), 2);
  EXPECT_LT(difference("both", "one", "port-S.csv"), 1e-9);
}

// The first run does not converge at each frequency; what does is kept.
TEST_F(SweepGroups, AFailureKeepsTheOthersAndARestartSolvesTheRest) {
  json ball = ball_case();
  ball["excitations"].erase(1);
  write(ball);
  expect_run(0, "one");
  int most = 1000; // the first frequency takes more
  const json said = summary("one");
  for (const json &solve : said.at("solves"))
    most = std::min(most, solve.at("iterations").get<int>());
  const std::string limit = "solver.max_iterations=" + std::to_string(most);
  expect_failure(3, {"--set", limit, "--set", "solver.on_failure=continue"}, 3,
                 {"solves did not converge"}, "several");
  std::size_t converged = 0;
  for (const json &solve : solves("several"))
    converged += solve.at(2) == "converged";
  EXPECT_GT(converged, 0u);
  EXPECT_LT(converged, 3u);
  EXPECT_EQ(rows("several", "rcs.csv"), rows("one", "rcs.csv") / 3 * converged);
  expect_run(2, "several", {"--restart"});
  EXPECT_EQ(solves("several"), solves("one"));
  EXPECT_EQ(rows("several", "rcs.csv"), rows("one", "rcs.csv"));
  EXPECT_EQ(contents("several").size(), contents("one").size());
}

TEST_F(SweepGroups, WhatCannotBeSharedIsRefused) {
  write(ball_case());
  expect_failure(3, {"--set", "run.groups=2"}, 2, {"run.groups=2", "method fdfd", "3 ranks"});
  write(k_guide);
  expect_failure(3, {"--set", "run.groups=2"}, 2, {"3 ranks cannot be divided into 2 groups"});
  expect_failure(2, {"--set", "run.groups=2", "--set", R"(refinement={"quantity":"s"})"}, 2,
                 {"refinement", "run.groups"});
  expect_failure(2,
                 {"--set", "run.groups=2", "--set",
                  "frequency={\"start\":8e9,\"stop\":9e9,"
                  "\"count\":11,\"sweep\":\"adaptive\"}"},
                 2, {"adaptive", "run.groups"});
  expect_failure(2, {"--set", "run.groups=0.5"}, 2, {"groups"});
}

} // namespace
#endif

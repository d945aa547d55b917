// Method mom with one matrix on several ranks (run.groups below the number of ranks): the results
// of one process, and refusals by name.
#include "rank_cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using nlohmann::json;
using testing::HasSubstr;

#ifdef CURLEW_LAUNCH
namespace {

class MomRanks : public testing::Test {
protected:
  // An example with another mesh beside it, changed by a merge patch.
  void write_example(const std::string &name, const std::string &mesh,
                     const json &patch = json::object()) const {
    const std::string folder = curlew::test::source_path("examples/" + name + "/");
    fs::copy_file(folder + mesh, scratch_ / mesh, fs::copy_options::overwrite_existing);
    json input = json::parse(read_file(folder + "case.json"), nullptr, true, true);
    input.merge_patch(patch);
    write_file(scratch_ / "case.json", input.dump(2));
  }
  Outcome run_on(int ranks, const std::string &folder, std::vector<std::string> more) const {
    return run_case_on(ranks, scratch_.path(), "case.json", folder, more);
  }
  void expect_run(int ranks, const std::string &folder, const std::string &groups = "1") const {
    EXPECT_EQ(mismatch(run_on(ranks, folder, {"--set", "run.groups=" + groups}), {0, {}}), "")
        << folder;
  }
  void expect_refused(const std::vector<std::string> &settings,
                      const std::vector<std::string> &words) const {
    std::vector<std::string> more{"--set", "run.groups=1"};
    for (const std::string &setting : settings)
      more.insert(more.end(), {"--set", setting});
    expect_one_error(run_on(2, "refused", more), 2, words, scratch_.path());
  }
  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }
  void expect_tables_of_one_process(const std::string &folder) const {
    const auto found = contents_of(scratch_ / folder, true);
    const auto expected = contents_of(scratch_ / "one", true);
    int tables = 0;
    for (const auto &[name, text] : expected) {
      EXPECT_EQ(found.count(name), 1u) << name;
      if (fs::path(name).extension() != ".csv" || found.count(name) == 0)
        continue;
      ++tables;
      EXPECT_LT(largest_difference(scratch_ / folder / name, scratch_ / "one" / name), 1e-10)
          << name;
    }
    EXPECT_GT(tables, 0);
  }

  Scratch scratch_;
};

// A strip with a port, at two frequencies: S, Z, far fields, fields at points.
TEST_F(MomRanks, GiveTheResultsOfOneProcess) {
  write_example("strip-dipole", "dipole.msh", {{"frequency", {"299.792458 MHz", "310 MHz"}}});
  expect_run(0, "one");
  EXPECT_FALSE(summary("one").contains("ranks"));
  for (const int ranks : {2, 3, 4}) {
    expect_run(ranks, "several");
    expect_tables_of_one_process("several");
    EXPECT_EQ(summary("several").at("ranks"), ranks);
    EXPECT_EQ(summary("several").at("rank_columns").size(), std::size_t(ranks));
    EXPECT_LT(summary("several").at("matrices").at(1).at("sampled_residual"), 1e-10);
  }
  EXPECT_EQ(summary("several").at("matrices").at(0).at("panels"), "in place");
  // Two groups of two ranks: a frequency for each group, half of the matrix for each rank.
  expect_run(4, "both", "2");
  expect_tables_of_one_process("both");
  EXPECT_EQ(summary("both").at("ranks"), 2);
  // The twin: another frequency.
  EXPECT_EQ(mismatch(run_on(0, "several", {"--set", "frequency=[299.8e6, 310e6]"}), {0, {}}), "");
  EXPECT_GT(
      largest_difference(scratch_ / "several" / "port-S.csv", scratch_ / "one" / "port-S.csv"),
      1e-7);
}

// Both currents on a body in front of two planes of symmetry.
TEST_F(MomRanks, GiveThemWithBothCurrents) {
  write_example("dielectric-body", "quarter.msh");
  expect_run(0, "one");
  expect_run(3, "several");
  expect_tables_of_one_process("several");
}

TEST_F(MomRanks, WhatCannotBeDividedIsRefused) {
  write_example("strip-dipole", "dipole.msh");
  expect_refused({"solver.method=aim"}, {"solver.method=aim", "lu", "2 ranks"});
  expect_refused({"run.precision=single"}, {"run.precision=single", "double"});
  expect_refused({"discretization.low_frequency=on"}, {"low_frequency", "scaled apart"});
  const auto check = [&](const std::vector<std::string> &more) {
    std::vector<std::string> arguments{"check", "case.json", "--set", "run.groups=1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_time({arguments, scratch_.path(), {}});
  };
  EXPECT_THAT(check({}).all(), HasSubstr("divides the matrix of lu: 2 ranks take"));
  const Outcome refused = check({"--set", "solver.method=aim"});
  EXPECT_EQ(refused.exit_code, 0);
  EXPECT_THAT(refused.all(), HasSubstr("on more ranks than groups the run is refused"));
}

TEST_F(MomRanks, ARankWithoutAFrequencyIsWarnedOf) {
  write_example("strip-dipole", "dipole.msh");
  EXPECT_EQ(mismatch(run_on(2, "idle", {}), {0, {}}), "");
  EXPECT_THAT(summary("idle").at("warnings").dump(), HasSubstr("1 of 2 ranks have no frequency"));
}

} // namespace
#endif

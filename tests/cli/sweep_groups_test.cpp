// Groups of ranks that share the solves of a sweep (run.groups): the files of one process, with
// every method in the frequency domain, also after failures and with --restart.
#include "ranks.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace curlew::cli_test;
using nlohmann::json;
using testing::HasSubstr;

#ifdef CURLEW_LAUNCH
namespace {

// A dielectric ball, a wave and a current; two frequencies at which it takes about 50 iterations.
json ball_case() {
  json ball = json::parse(R"({
    "title": "ball", "method": "fdfd",
    "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
    "materials": { "glass": { "eps_r": 4 } },
    "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" } ],
    "boundaries": { "default": { "type": "pml" } },
    "frequency": ["1 GHz", "2 GHz", "1.5 GHz"],
    "excitations": [
      { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] },
      { "name": "dipole", "type": "current", "point": ["2.5 cm", 0, 0], "direction": [1, 0, 0] } ],
    "solver": { "method": "cocg", "tolerance": 1e-9 },
    "outputs": {
      "rcs": { "monostatic": true }, "powers": true,
      "flux": [ { "name": "behind", "plane": { "axis": "z", "at": "2.6 cm" } } ] }
  })");
  if (curlew::testing::k_has_vtk)
    ball["outputs"]["fields"] = {{"quantities", {"E"}}};
  return ball;
}

// A waveguide with ports of one mode, factored.
const json k_guide = json::parse(R"({
  "title": "guide", "method": "fem",
  "mesh": { "box": { "size": [0.06, 0.02286, 0.01016], "cells": [6, 3, 2], "jitter": 0.1 } },
  "materials": { "air": { "eps_r": 1.5, "sigma": 0.01 } }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pec" },
    "x-": { "type": "port", "kind": "rectangular", "index": 1, "excited": true },
    "x+": { "type": "port", "kind": "rectangular", "index": 2, "excited": true }
  },
  "frequency": ["8 GHz", "9 GHz", "10 GHz"],
  "solver": { "method": "direct" },
  "outputs": { "s_parameters": { "touchstone": true, "reference": "50 ohm" }, "powers": true,
               "probes": [ { "name": "p", "point": [0.031, 0.011, 0.005] } ] }
})");

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
    const Outcome outcome = run_on(ranks, folder, more);
    const auto errors = error_lines(outcome);
    ASSERT_EQ(errors.size(), 1u) << outcome.all();
    for (const std::string &word : words)
      EXPECT_THAT(errors[0], HasSubstr(word));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.all();
    expect_nobody_in(scratch_.path());
  }

  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }
  // The contents of the files of a run by their names, without records and times.
  std::map<std::string, std::string> contents(const std::string &folder) const {
    const std::set<std::string> records{"summary.json", "case.resolved.json", "run.log",
                                        ".curlew-manifest"};
    std::map<std::string, std::string> all;
    for (const auto &file : fs::recursive_directory_iterator(scratch_ / folder)) {
      const std::string name = fs::relative(file.path(), scratch_ / folder).string();
      if (file.is_regular_file() && records.count(name) == 0)
        all[name] = read_file(file.path());
    }
    return all;
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

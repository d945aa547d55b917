// Method fdfd with one grid on several ranks (run.groups below the number of ranks): the files of
// one process, and refusals by name.
#include "rank_cases.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace curlew::cli_test;
using nlohmann::json;
using testing::HasSubstr;

#ifdef CURLEW_LAUNCH
namespace {

// A glass ball and a metal one across the faces of slabs; 18 planes, which 4 ranks share unevenly.
json balls_case() {
  return ball_case(json::parse(R"({
    "title": "balls",
    "grid": { "size": ["14 cm", "12 cm", "18 cm"] },
    "materials": { "glass": { "mu_r": 1.5 }, "metal": { "pec": true } },
    "objects": [
      { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" },
      { "shape": "sphere", "center": [0, 0, "3.5 cm"], "radius": "1.3 cm", "material": "metal" } ],
    "frequency": "1.5 GHz",
    "solver": { "tolerance": 1e-6 },
    "outputs": { "flux": [ { "name": "behind", "plane": { "axis": "x", "at": "3 cm" } } ] }
  })"));
}

// Rods of a grating that repeats along z, under an oblique wave: a Bloch phase along z.
const json k_grating = json::parse(R"({
  "title": "grating", "method": "fdfd",
  "grid": { "cell": "1 cm", "size": ["18 cm", "1 cm", "9 cm"], "pml": { "cells": 5 } },
  "materials": { "glass": { "eps_r": 3 } },
  "objects": [ { "shape": "box", "min": ["-1 cm", "-1 cm", "-2.5 cm"], "max": ["1 cm", "1 cm", "2.5 cm"],
                 "material": "glass" } ],
  "boundaries": { "default": { "type": "pml" }, "y-": { "type": "periodic" }, "y+": { "type": "periodic" },
                  "z-": { "type": "periodic" }, "z+": { "type": "periodic" } },
  "frequency": "2 GHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0.8, 0, 0.6],
                     "polarization": [0, 1, 0] } ],
  "solver": { "method": "bicgstab-fused", "preconditioner": "none", "tolerance": 1e-6 },
  "outputs": { "flux": [ { "name": "right", "plane": { "axis": "x", "at": "2 cm" } } ] }
})");

class FdfdRanks : public testing::Test {
protected:
  void write(const json &input) const { write_file(scratch_ / "case.json", input.dump(2)); }
  Outcome run_on(int ranks, const std::string &folder, std::vector<std::string> more) const {
    return run_case_on(ranks, scratch_.path(), "case.json", folder, more);
  }
  void expect_run(int ranks, const std::string &folder, const std::string &groups = "1") const {
    EXPECT_EQ(mismatch(run_on(ranks, folder, {"--set", "run.groups=" + groups}), {0, {}}), "")
        << folder;
  }
  void expect_refused(int ranks, const std::vector<std::string> &settings,
                      const std::vector<std::string> &words) const {
    std::vector<std::string> more{"--set", "run.groups=1"};
    for (const std::string &setting : settings)
      more.insert(more.end(), {"--set", setting});
    expect_one_error(run_on(ranks, "refused", more), 2, words, scratch_.path());
  }
  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }
  void expect_results_of_one_process(const std::string &folder) const {
    // Tables, and the names of other files: those have times in them.
    EXPECT_EQ(contents_of(scratch_ / folder, true),
              contents_of(scratch_ / "one", true)); // bits, the histories of residuals included
  }

  Scratch scratch_;
};

TEST_F(FdfdRanks, GiveTheFilesOfOneProcess) {
  write(balls_case());
  expect_run(0, "one");
  EXPECT_GT(summary("one").at("solves").at(1).at("iterations"), 10);
  EXPECT_FALSE(summary("one").contains("ranks"));
  for (const int ranks : {2, 3, 4}) {
    expect_run(ranks, "several");
    expect_results_of_one_process("several");
    EXPECT_EQ(summary("several").at("ranks"), ranks);
  }
  EXPECT_EQ(summary("several").at("rank_planes"), json({4, 5, 4, 5}));
  EXPECT_EQ(summary("several").at("halo_bytes_per_plane"), 48 * 14 * 12);
  // Two groups of two ranks: a source for each group, half of the grid for each rank.
  expect_run(4, "both", "2");
  expect_results_of_one_process("both");
  EXPECT_EQ(summary("both").at("ranks"), 2);
}

TEST_F(FdfdRanks, GiveThemWhereTheGridRepeatsAlongZ) {
  write(k_grating);
  expect_run(0, "one");
  for (const int ranks : {2, 4}) {
    expect_run(ranks, "several");
    expect_results_of_one_process("several");
  }
}

// A glass ball alone, for which `auto` takes the background's inverse.
json glass_ball_case() {
  json balls = balls_case();
  balls["objects"].erase(1);
  balls["grid"]["size"] = {"16 cm", "16 cm", "18 cm"};
  balls["materials"]["glass"].erase("mu_r");
  return balls;
}

TEST_F(FdfdRanks, GiveTheBitsOfOneProcessWithTensors) {
  json ball = glass_ball_case();
  ball["grid"]["smoothing"] = "tensor";
  ball["frequency"] = "1.5 GHz";
  write(ball);
  expect_run(0, "one");
  EXPECT_EQ(summary("one").at("smoothing"), "tensor");
  expect_run(3, "several");
  expect_results_of_one_process("several");
}

TEST_F(FdfdRanks, TakeTheBackgroundAsOneProcess) {
  json ball = glass_ball_case();
  ball["objects"][0]["center"] = {0, "1 cm", "2 cm"}; // in the slabs of some ranks only
  ball["frequency"] = "1.5 GHz";
  ball["solver"] = {{"tolerance", 1e-10}};
  write(ball);
  expect_run(0, "one");
  for (const int ranks : {2, 4}) {
    expect_run(ranks, "several");
    const json one = summary("one"), several = summary("several");
    EXPECT_EQ(several.at("preconditioner"), "background");
    EXPECT_EQ(several.at("smoothing"), "tensor");
    EXPECT_EQ(several.at("solver"), one.at("solver"));
    EXPECT_EQ(several.at("ranks"), ranks);
    for (const char *table : {"rcs.csv", "powers.csv", "flux_behind.csv"})
      EXPECT_LT(largest_difference(scratch_ / "several" / table, scratch_ / "one" / table), 1e-7);
  }
}

TEST_F(FdfdRanks, WhatCannotBeDividedIsRefused) {
  json balls = glass_ball_case();
  write(balls);
  expect_refused(2, {"solver.method=gmres"}, {"solver.method=gmres", "cocg"});
  expect_refused(2,
                 {"grid.smoothing=tensor", "solver.method=auto", "outputs={}",
                  R"(solver.preconditioner={"type": "background", "eps_b": 2})"},
                 {"eps_b", "tensors", "cocg", "2 ranks"});
  balls["grid"] = {{"cell", "1 cm"},
                   {"smoothing", "diagonal"},
                   {"size", {"12 cm", "12 cm", "3 cm"}},
                   {"pml", {{"cells", 3}}}};
  balls["boundaries"]["z-"] = balls["boundaries"]["z+"] = {{"type", "pec"}};
  balls["excitations"].erase(0);
  balls["outputs"] = json::object();
  write(balls);
  expect_refused(4, {}, {"3 planes", "4 ranks"});
  const Outcome checked =
      run_in_time({{"check", "case.json", "--set", "run.groups=1", "--set", "solver.method=gmres"},
                   scratch_.path(),
                   {}});
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_THAT(checked.all(), HasSubstr("on more ranks than groups the run is refused"));
}

TEST_F(FdfdRanks, ARankWithoutASolveIsWarnedOf) {
  write(balls_case());
  EXPECT_EQ(mismatch(run_on(3, "idle", {}), {0, {}}), "");
  EXPECT_THAT(summary("idle").at("warnings").dump(), HasSubstr("1 of 3 ranks have no solve"));
}

} // namespace
#endif

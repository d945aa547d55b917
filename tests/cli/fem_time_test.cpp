// Runs of method fem in time through the program: tables, S-parameters, restart.
#include "program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

// A line with a lossy end of R, L and C and all tables of a run.
const Json k_case = Json::parse(R"({
  "title": "line", "method": "fem",
  "mesh": { "box": { "size": [0.01, 0.02, 0.05], "cells": [1, 2, 5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "pec" },
    "z-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "z+": { "type": "lumped", "R": 30, "L": "10 nH", "C": "3 pF", "direction": [1, 0, 0] }
  },
  "frequency": [5e8, 1e9],
  "time": { "steps": 400 },
  "solver": { "method": "cg" },
  "outputs": {
    "s_parameters": { "touchstone": false }, "energy": { "every": "7 steps" },
    "checkpoint": { "every": "90 steps" },
    "probes": [ { "name": "e", "point": [0.003, 0.01, 0.02] },
                { "name": "h", "point": [0.003, 0.01, 0.02], "field": "H" } ]
  }
})");

std::vector<std::string> lines_of(const fs::path &file) {
  std::istringstream text(read_file(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

TEST(FemTime, WritesItsTables) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_case.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}), "");
  const auto ports = lines_of(scratch / "results/port_1.csv");
  ASSERT_EQ(ports.size(), 401u);
  EXPECT_EQ(ports[0], "t (s),V (V),I (A),a (W^0.5),b (W^0.5)");
  EXPECT_EQ(lines_of(scratch / "results/probe_e.csv").size(), 401u);
  EXPECT_EQ(lines_of(scratch / "results/probe_h.csv").size(), 401u);
  EXPECT_EQ(lines_of(scratch / "results/energy.csv").size(), 1 + 400u / 7);
  EXPECT_EQ(lines_of(scratch / "results/port-S.csv").size(), 3u);
  const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
  EXPECT_GT(summary.at("step_solver").at("mean_iterations"), 1);
  EXPECT_LE(summary.at("step_solver").at("largest_residual"), 1e-6);
  // The resolved case runs again.
  fs::copy_file(scratch / "results/case.resolved.json", scratch / "again.json");
  EXPECT_EQ(
      mismatch(scratch.curlew({"run", "again.json", "--quiet", "--output", "again"}), {0, {}}), "");
  EXPECT_EQ(read_file(scratch / "again/port_1.csv"), read_file(scratch / "results/port_1.csv"));
}

// 250 steps and a restart from step 180 against a run in one go.
TEST(FemTime, ARestartWritesTheSameTables) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_case.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "whole"}), {0, {}}),
            "");
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "parts", "--set",
                                     "time.steps=250"}),
                     {0, {}}),
            "");
  ASSERT_EQ(
      mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "parts", "--restart"}),
               {0, {}}),
      "");
  for (const char *table :
       {"port_1.csv", "probe_e.csv", "probe_h.csv", "energy.csv", "port-S.csv", "port-Z.csv"})
    EXPECT_EQ(read_file(scratch / "parts" / table), read_file(scratch / "whole" / table)) << table;
  // Another step is another run.
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "parts", "--restart", "--set",
                                     "time.dt=1e-12"}),
                     {2, {"dt = 1e-12 s"}}),
            "");
}

// One run for each excited port, whose tables have names of their own.
TEST(FemTime, EachExcitedPortTakesARun) {
  const Scratch scratch;
  Json json = k_case;
  json["boundaries"]["z+"] = {
      {"type", "port"}, {"kind", "parallel-plate"}, {"index", 2}, {"excited", true}};
  json["outputs"] = {{"s_parameters", true}};
  write_file(scratch / "case.json", json.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}), "");
  for (const char *file : {"port_1_from_1.csv", "port_2_from_1.csv", "port_1_from_2.csv",
                           "port_2_from_2.csv", "line.s2p"})
    EXPECT_TRUE(fs::exists(scratch / "results" / file)) << file;
}

TEST(FemTime, WarnsOfCoarseStepsAndShortRuns) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_case.dump(1));
  const auto expect = [&](const char *setting, const char *message) {
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--overwrite", "--set", setting}),
                       {0, {message}}),
              "");
  };
  expect("time.dt=1e-10", "steps to a period of the highest frequency");
  expect("time.steps=150", "has its peak at t =");
  expect("time.steps=250", "take a longer \"duration\"");
  expect("frequency=[1e9, 30e9]", "edges per wavelength");
}

} // namespace

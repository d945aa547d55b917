// `curlew bench CASE.json`: a case on several backends, threads and ranks.
#include "ranks.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace curlew::cli_test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

const std::string k_case = R"({
  "title": "ball", "method": "fdfd",
  "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
  "materials": { "glass": { "eps_r": 4 } },
  "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" } ],
  "boundaries": { "default": { "type": "pml" } },
  "frequency": "1 GHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "solver": { "method": "cocg", "tolerance": 1e-8 },
  "outputs": { "rcs": { "monostatic": true } }
})";

class CaseBench : public testing::Test {
protected:
  void SetUp() override { write_file(scratch_ / "ball.json", k_case); }
  Outcome bench(const std::vector<std::string> &more) const {
    std::vector<std::string> arguments{"bench", "ball.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch_.curlew(arguments);
  }
  json rows(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "bench.json")).at("rows");
  }
  Scratch scratch_;
};

TEST_F(CaseBench, EachBackendHasItsColumn) {
  const Outcome outcome = bench({"--backends", "serial,openmp", "--threads", "1,2",
                                 "--oversubscribe", "--set", "solver.max_iterations=900"});
  ASSERT_EQ(mismatch(outcome, {0, {}}), "");
  EXPECT_THAT(outcome.out,
              HasSubstr("| seconds | serial | openmp, 1 thread | openmp, 2 threads |"));
  EXPECT_THAT(outcome.out, HasSubstr("| outputs (host) |"));
  const json all = rows("ball-bench");
  ASSERT_EQ(all.size(), 3u);
  for (const json &row : all) {
    double sum = 0;
    for (const auto &[phase, seconds] : row.at("phase_seconds").items())
      sum += seconds.get<double>();
    const double whole = row.at("run_seconds");
    EXPECT_NEAR(sum, whole, 0.02 * whole + 1e-3);
    EXPECT_NEAR(row.at("speedup").get<double>(), all[0].at("run_seconds").get<double>() / whole,
                1e-9);
    EXPECT_GT(row.at("iterations"), 10);
    EXPECT_GT(row.at("fraction_of_copy"), 0);
    EXPECT_GT(row.at("peak_memory_bytes"), 0);
  }
  EXPECT_FALSE(all[0].contains("largest_difference"));
  EXPECT_LT(all[1].at("largest_difference"), 1e-8);
  EXPECT_LT(all[2].at("largest_difference"), 1e-8);
  EXPECT_EQ(all[2].at("threads"), 2);
  for (const char *file :
       {"bench.csv", "bench.md", "bench.svg", "serial/rcs.csv", "openmp-2-threads/summary.json"})
    EXPECT_TRUE(fs::exists(scratch_ / "ball-bench" / file)) << file;
  const std::string chart = read_file(scratch_ / "ball-bench/bench.svg");
  EXPECT_THAT(chart, HasSubstr("openmp, 2 threads"));
  EXPECT_THAT(chart, HasSubstr("</svg>"));
}

// The published form has another matrix and other rounding, but solves the same equations.
TEST_F(CaseBench, ThePublishedFormRunsFirst) {
  ASSERT_EQ(mismatch(bench({"--backends", "serial", "--baseline", "--output", "out"}), {0, {}}),
            "");
  const json all = rows("out");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].at("variant"), "csr");
  EXPECT_EQ(all[1].at("variant"), "fused");
  EXPECT_EQ(all[0].at("speedup"), 1.0);
  EXPECT_LT(all[1].at("largest_difference"), 1e-5);
}

TEST_F(CaseBench, ARunThatFailsEndsItWithTheReason) {
  const Outcome outcome = bench({"--backends", "serial", "--set", "solver.max_iterations=2"});
  EXPECT_EQ(mismatch(outcome, {3,
                               {"the run \"serial\" ended with exit code 3",
                                "did not reach a relative residual", "serial.log"}}),
            "");
  EXPECT_FALSE(fs::exists(scratch_ / "ball-bench/bench.json"));
}

TEST_F(CaseBench, WrongUseIsRefused) {
  EXPECT_EQ(mismatch(bench({"--sizes", "1000"}), {2, {"--sizes", "kernels"}}), "");
  EXPECT_EQ(mismatch(bench({"--set", "grid.cel=1"}), {2, {"grid.cel"}}), "");
  EXPECT_EQ(
      mismatch(bench({"--backends", "serial", "--ranks", "2", "--launcher", "no-such-mpirun"}),
               {2, {"no-such-mpirun"}}),
      "");
  EXPECT_EQ(mismatch(scratch_.curlew({"bench", "other.json"}), {2, {"other.json", "no such file"}}),
            "");
  EXPECT_EQ(mismatch(scratch_.curlew({"bench", "copy", "--ranks", "2"}), {2, {"--ranks", "CASE"}}),
            "");
  EXPECT_EQ(mismatch(scratch_.curlew({"bench", "copy", "--threads", "1,2"}), {2, {"--threads"}}),
            "");
}

} // namespace

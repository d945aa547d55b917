// Runs in the frequency domain that fail, fall back or are stopped: the entries of summary.json for
// each solve.
#include "program.hpp"

#include <curlew/tests/support/features.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <thread>

using namespace curlew::cli_test;
using Json = nlohmann::json;

namespace {

// A sphere on 12 x 12 x 12 cells; many iterations without a preconditioner.
const std::string k_case = R"({
  "title": "Sphere",
  "method": "fdfd",
  "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
  "materials": { "glass": { "eps_r": 4 } },
  "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" } ],
  "boundaries": { "default": { "type": "pml" } },
  "frequency": ["1 GHz", "2 GHz"],
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "solver": { "method": "cocg", "tolerance": 1e-6 },
  "outputs": { "directory": "results", "rcs": { "monostatic": true },
    "flux": [ { "name": "box", "box": { "min": ["-3 cm", "-3 cm", "-3 cm"], "max": ["3 cm", "3 cm", "3 cm"] } },
              { "name": "behind", "plane": { "axis": "z", "at": "2.6 cm" } } ] }
}
)";

Json summary_of(const fs::path &folder) {
  return Json::parse(read_file(folder / "summary.json"));
}

std::vector<std::string> statuses(const Json &summary) {
  std::vector<std::string> all;
  for (const Json &solve : summary.at("solves"))
    all.push_back(solve.at("status"));
  return all;
}

void expect(const Outcome &outcome, const Expectation &expected) {
  const std::string wrong = mismatch(outcome, expected);
  EXPECT_TRUE(wrong.empty()) << wrong;
}

class Sweep : public testing::Test {
protected:
  void SetUp() override { write_file(scratch_ / "case.json", k_case); }
  Outcome run(std::vector<std::string> settings) const {
    std::vector<std::string> arguments{"run", "case.json", "--quiet", "--backend", "serial"};
    for (std::string &setting : settings) {
      arguments.push_back("--set");
      arguments.push_back(std::move(setting));
    }
    return scratch_.curlew(arguments);
  }
  // Returns the iterations of a cold start.
  int iterations_at(const std::string &frequency) const {
    expect(run({"frequency=" + frequency}), {0, {}});
    return summary_of(scratch_ / "results").at("solves").at(0).at("iterations");
  }
  Scratch scratch_;
};

TEST_F(Sweep, HasAnEntryForEverySolve) {
  expect(run({}), {0, {}});
  const Json summary = summary_of(scratch_ / "results");
  ASSERT_EQ(statuses(summary), (std::vector<std::string>{"converged", "converged"}));
  const Json &first = summary.at("solves").at(0);
  EXPECT_EQ(first.at("excitation"), "wave");
  EXPECT_EQ(first.at("frequency"), 1e9);
  EXPECT_EQ(first.at("solver_requested"), "cocg");
  EXPECT_EQ(first.at("solver_used"), "cocg on fused");
  EXPECT_GT(first.at("iterations").get<int>(), 10);
  EXPECT_LE(first.at("true_residual").get<double>(), 1e-6);
}

// The frequency that needs more iterations comes first and exceeds the limit.
class FailingSweep : public Sweep {
protected:
  void SetUp() override {
    Sweep::SetUp();
    const int at_one = iterations_at("1e9"), at_two = iterations_at("2e9");
    ASSERT_NE(at_one, at_two);
    const bool one_fails = at_one > at_two;
    settings_ = {one_fails ? "frequency=[1e9,2e9]" : "frequency=[2e9,1e9]",
                 "solver.max_iterations=" + std::to_string(std::min(at_one, at_two))};
  }
  std::vector<std::string> settings_;
};

TEST_F(FailingSweep, StopsAndSaysWhatIsMissing) {
  expect(run(settings_), {3, {"cocg", "did not reach a relative residual"}});
  const Json summary = summary_of(scratch_ / "results");
  EXPECT_EQ(statuses(summary), (std::vector<std::string>{"failed", "not_started"}));
  EXPECT_GT(summary.at("solves").at(0).at("true_residual").get<double>(), 1e-6);
  EXPECT_TRUE(summary.at("solves").at(1).at("true_residual").is_null());
  EXPECT_TRUE(fs::exists(scratch_ / "results/convergence_0.csv"));
  EXPECT_FALSE(fs::exists(scratch_ / "results/rcs.csv")) << "of a solve that failed";
}

TEST_F(FailingSweep, ContinuesWithTheOthers) {
  settings_.push_back("solver.on_failure=continue");
  expect(run(settings_), {3, {"1 of 2 solves did not converge"}});
  const Json summary = summary_of(scratch_ / "results");
  EXPECT_EQ(statuses(summary), (std::vector<std::string>{"failed", "converged"}));
  const Json &warnings = summary.at("warnings");
  EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(),
                          [](const std::string &text) {
                            return text.find("did not converge") != std::string::npos;
                          }),
            1);
  EXPECT_TRUE(fs::exists(scratch_ / "results/convergence_0.csv"));
  EXPECT_TRUE(fs::exists(scratch_ / "results/convergence_1.csv"));
  const std::string rcs = read_file(scratch_ / "results/rcs.csv");
  EXPECT_EQ(std::count(rcs.begin(), rcs.end(), '\n'), 2) << "the head and the other solve's row";
}

std::vector<std::string> lines_of(const fs::path &file) {
  std::vector<std::string> lines;
  std::istringstream text(read_file(file));
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

TEST_F(Sweep, HasARowOfPowersForEverySolve) {
  expect(run({}), {0, {}});
  const auto rows = lines_of(scratch_ / "results/powers.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], "f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)");
  EXPECT_EQ(rows[1].rfind("1000000000,wave,", 0), 0u) << rows[1];
  EXPECT_EQ(rows[2].rfind("2000000000,wave,", 0), 0u) << rows[2];
  const double scattered = std::stod(rows[2].substr(rows[2].rfind(',') + 1));
  EXPECT_EQ(scattered,
            summary_of(scratch_ / "results").at("solves")[1].at("power").at("scattered_w"));
}

TEST_F(Sweep, HasTheFluxesOfEverySolve) {
  expect(run({}), {0, {}});
  const auto rows = lines_of(scratch_ / "results/flux_behind.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], "f (Hz),excitation,P (W)");
  EXPECT_EQ(rows[2].rfind("2000000000,wave,", 0), 0u) << rows[2];
  const Json summary = summary_of(scratch_ / "results");
  const Json &where = summary.at("flux")[1];
  EXPECT_EQ(where.at("name"), "behind");
  EXPECT_NEAR(where.at("max_m")[2].get<double>(), 0.03, 1e-12); // the nearest node
  EXPECT_NEAR(where.at("shift_m").get<double>(), 0.004, 1e-12);
  EXPECT_NE(read_file(scratch_ / "results/run.log").find("moved by 0.004 m to the nodes"),
            std::string::npos);
  // Another backend and another form of the operator, to the tolerance of the solver.
  const double power = summary.at("solves")[1].at("flux_W").at("behind");
  EXPECT_EQ(power, std::stod(rows[2].substr(rows[2].rfind(',') + 1)));
  const double incident_w = 0.06 * 0.06 / (2 * 376.73);
  EXPECT_GT(power, 0.1 * incident_w);
  EXPECT_LT(power, 2 * incident_w);
  expect(run({"discretization.variant=cas", "run.backend=\"openmp\"", "run.threads=2"}), {0, {}});
  EXPECT_NEAR(summary_of(scratch_ / "results").at("solves")[1].at("flux_W").at("behind"), power,
              1e-4 * power);
}

TEST_F(Sweep, WarnsOfAFluxThatCutsACurrent) {
  const std::vector<std::string> current{
      "--set",
      "objects=[]",
      "--set",
      "outputs={\"flux\":[{\"name\":\"cut\",\"plane\":{\"axis\":\"z\",\"at\":0}}]}",
      "--set",
      "excitations=[{\"name\":\"d\",\"type\":\"current\",\"point\":[0.005,0,0],"
      "\"direction\":[1,0,0]}]"};
  for (const char *command : {"run", "check"}) {
    std::vector<std::string> arguments{command, "case.json"};
    arguments.insert(arguments.end(), current.begin(), current.end());
    const Outcome outcome = scratch_.curlew(arguments);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.all().find("the flux \"cut\" passes through the current \"d\""),
              std::string::npos)
        << command << outcome.err;
  }
  EXPECT_NE(read_file(scratch_ / "results/summary.json").find("passes through the current"),
            std::string::npos);
  std::vector<std::string> beside{"check", "case.json"}; // the twin
  beside.insert(beside.end(), current.begin(), current.end());
  beside.insert(beside.end(), {"--set", "outputs.flux.0.plane.at=0.02"});
  EXPECT_EQ(scratch_.curlew(beside).all().find("passes through"), std::string::npos);
}

TEST_F(Sweep, WritesNoPowersWhereTheCaseSaysSo) {
  expect(run({"outputs.powers=false"}), {0, {}});
  EXPECT_FALSE(fs::exists(scratch_ / "results/powers.csv"));
  EXPECT_EQ(
      Json::parse(read_file(scratch_ / "results/case.resolved.json")).at("outputs").at("powers"),
      false);
}

// A dipole in lossless vacuum radiates all that it is given.
TEST_F(Sweep, HasThePowersOfACurrent) {
  expect(run({"frequency=[1e9]", "objects=[]", "outputs={\"directory\":\"results\"}",
              "excitations=[{\"name\":\"dipole, short\",\"type\":\"current\","
              "\"point\":[0.005,0,0],\"direction\":[1,0,0]}]"}),
         {0, {}});
  const auto rows = lines_of(scratch_ / "results/powers.csv");
  ASSERT_EQ(rows.size(), 2u);
  double delivered = 0, radiated = 0;
  ASSERT_EQ(std::sscanf(rows[1].c_str(), "1000000000,\"dipole, short\",%lf,%lf,0,", &delivered,
                        &radiated),
            2)
      << rows[1];
  const double k = 2 * 3.14159265358979 * 1e9 / 299792458;
  EXPECT_NEAR(delivered, 376.73 * k * k / (12 * 3.14159265358979),
              0.05 * delivered); // 3 % seen: layers of three cells
  EXPECT_NEAR(radiated, delivered, 1e-4 * delivered);
}

// Finished solves stay, in the summary and in all tables, and are not repeated.
TEST_F(FailingSweep, IsContinuedByARestart) {
  const std::string order = settings_[0].find("[1e9") != std::string::npos
                                ? "frequency=[2e9,1e9]"
                                : "frequency=[1e9,2e9]"; // the one that converges comes first
  expect(run({order, settings_[1]}), {3, {}});
  const Json before = summary_of(scratch_ / "results");
  ASSERT_EQ(statuses(before), (std::vector<std::string>{"converged", "failed"}));
  EXPECT_EQ(lines_of(scratch_ / "results/powers.csv").size(), 2u);
  expect(scratch_.curlew({"run", "case.json", "--quiet", "--backend", "serial", "--restart",
                          "--set", order, "--set", "version=0.1.0"}),
         {0, {}});
  const Json after = summary_of(scratch_ / "results");
  EXPECT_EQ(statuses(after), (std::vector<std::string>{"converged", "converged"}));
  EXPECT_EQ(after.at("solves")[0], before.at("solves")[0]);
  EXPECT_EQ(lines_of(scratch_ / "results/powers.csv").size(), 3u);
  EXPECT_EQ(lines_of(scratch_ / "results/rcs.csv").size(), 3u);
  EXPECT_EQ(lines_of(scratch_ / "results/flux_behind.csv").size(), 3u);
  // The twin: another sweep.
  expect(scratch_.curlew({"run", "case.json", "--quiet", "--restart", "--set", "frequency=3e9"}),
         {2, {"continues the same sweep", "\"frequency\""}});
}

TEST_F(Sweep, OnFailureIsCheckedLikeEveryKey) {
  expect(run({"solver.on_failure=ignore"}), {2, {"on_failure", "stop", "continue"}});
}

// A tolerance that the background's inverse cannot reach: cocg takes its place, and is named.
TEST_F(Sweep, NamesTheSolverThatRan) {
  // In layers of 12 cells the inverse is not accurate to the required 1e-13.
  expect(run({"solver={\"tolerance\":5e-13}", "frequency=1 GHz", "grid.pml.cells=12",
              R"(grid.size=["32 cm","32 cm","32 cm"])"}),
         {0, {"cocg takes its place"}});
  const Json summary = summary_of(scratch_ / "results");
  const Json &first = summary.at("solves").at(0);
  EXPECT_EQ(first.at("solver_requested"), "auto");
  EXPECT_EQ(first.at("solver_used"), "cocg on fused");
  EXPECT_EQ(summary.at("solver"), "cocg");
  EXPECT_EQ(summary.at("preconditioner"), "none");
  EXPECT_FALSE(summary.at("warnings").empty());
  // The twin: at a tolerance that it can reach the background's inverse runs.
  expect(run({"solver={\"tolerance\":1e-6}"}), {0, {}});
  EXPECT_EQ(summary_of(scratch_ / "results").at("solves").at(0).at("solver_used"),
            "cocr + background on fused");
}

// Iterations of our own methods and, where it is built, of Belos' end at a signal.
class StoppedSweep : public Sweep, public testing::WithParamInterface<const char *> {};
INSTANTIATE_TEST_SUITE_P(, StoppedSweep, testing::Values("cocr", "gmres"),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(StoppedSweep, KeepsItsSummary) {
  if (GetParam() == std::string("gmres"))
    CURLEW_SKIP_WITHOUT(belos);
  // Neither reaches this in many hours.
  const std::string solver =
      std::string("solver={\"method\":\"") + GetParam() +
      "\",\"preconditioner\":\"none\",\"tolerance\":1e-14,\"max_iterations\":2000000000}";
  Process process({{"run", "case.json", "--backend", "serial", "--set", solver, "--set",
                    "grid.size=[\"60 cm\",\"60 cm\",\"60 cm\"]"},
                   scratch_.path(),
                   {},
                   0});
  const fs::path log = scratch_ / "results/run.log";
  while (!process.ended() &&
         !(fs::exists(log) && read_file(log).find("B per cell") != std::string::npos))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  expect(outcome, {130, {"stopped in iteration", "1e+09 Hz, wave"}});
  const Json summary = summary_of(scratch_ / "results");
  EXPECT_EQ(statuses(summary), (std::vector<std::string>{"interrupted", "not_started"}));
  EXPECT_GE(summary.at("solves").at(0).at("iterations").get<int>(), 1);
  EXPECT_FALSE(fs::exists(scratch_ / "results/rcs.csv"));
}

} // namespace

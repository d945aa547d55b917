// Spectra, resonances and their Q, and their lines in the log; outputs that never happen.
#include "cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

using curlew::testing::k_has_vtk;
using namespace curlew::cli_test;
using nlohmann::json;

namespace {

constexpr double k_sigma = 2e-4; // S/m

// A lossy box with spectra of E and H at a point. Its Q is omega eps0/sigma, 75 at 270 MHz; the
// ring-down time 2 eps0/sigma = 89 ns.
const std::string k_lossy =
    replaced(replaced(k_tiny_case, R"({ "eps_r": 1 })", R"({ "eps_r": 1, "sigma": 2e-4 })"),
             R"("probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ])",
             R"("probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] },
                { "name": "h", "point": [0.61, 0.33, 0.21], "field": "H" } ],
    "spectra": [ { "probe": "p", "band": ["200 MHz", "320 MHz"] },
                 { "probe": "h", "band": ["200 MHz", "320 MHz"] } ])");

void expect_done(const Outcome &outcome) {
  const std::string wrong = mismatch(outcome, {0, {}});
  ASSERT_TRUE(wrong.empty()) << wrong;
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

json summary_in(const Scratch &scratch) {
  return json::parse(read_file(scratch / "results/summary.json"));
}

// The strongest resonance of a probe.
json strongest(const json &summary, const std::string &probe) {
  json best = {{"amplitude", 0.0}};
  for (const json &peak : summary.at("spectra").at(probe).at("peaks"))
    if (peak.at("amplitude") > best.at("amplitude"))
      best = peak;
  return best;
}

TEST(Resonances, OfALongRecordHaveTheirQ) {
  const Scratch scratch;
  write_file(scratch / "case.json", replaced(k_lossy, R"("steps": 40)", R"("duration": "400 ns")"));
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  expect_done(outcome);
  const json peak = strongest(summary_in(scratch), "p");
  const double exact =
      2 * M_PI * peak.at("frequency_hz").get<double>() * 8.8541878128e-12 / k_sigma;
  EXPECT_NEAR(peak.at("q").get<double>() / exact, 1, 0.08); // tolerance of a "reliable" Q
  EXPECT_EQ(peak.at("q_is_reliable"), true);
  EXPECT_TRUE(contains(outcome.out, "  Q ")) << outcome.out;
  EXPECT_FALSE(contains(summary_in(scratch).at("warnings").dump(), "not reliable"));
}

TEST(Resonances, OfAShortRecordAreMarked) {
  const Scratch scratch;
  write_file(scratch / "case.json", replaced(k_lossy, R"("steps": 40)", R"("duration": "60 ns")"));
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  expect_done(outcome);
  const json summary = summary_in(scratch);
  EXPECT_EQ(strongest(summary, "p").at("q_is_reliable"), false);
  EXPECT_TRUE(contains(summary.at("warnings").dump(), "not reliable")) << summary.at("warnings");
  EXPECT_TRUE(contains(outcome.err, "is not reliable")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, " ?\n")) << outcome.out;
}

TEST(Resonances, OfHAreNamedSo) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_lossy);
  const Outcome outcome = scratch.curlew({"run", "case.json", "--set", "time.steps=2000"});
  expect_done(outcome);
  const std::size_t h = outcome.out.find("probe \"h\"");
  ASSERT_NE(h, std::string::npos);
  EXPECT_TRUE(contains(outcome.out.substr(0, h), "|E| ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out.substr(h), "|H| ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out.substr(h), "A s/m")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out.substr(h), "|E| ")) << outcome.out;
}

TEST(RunLog, HoldsWhatWasPrintedLast) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_lossy);
  const auto log_after = [&](const std::vector<std::string> &options) {
    std::vector<std::string> arguments{"run", "case.json", "--set", "time.steps=400"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_done(scratch.curlew(arguments));
    return read_file(scratch / "results/run.log");
  };
  for (const std::string &log : {log_after({}), log_after({"--quiet"})})
    for (const char *part : {"Resonances at probe \"p\"", "MHz", "Time per step (400 steps",
                             "  Faraday ", "% of copy", "Results in "})
      EXPECT_TRUE(contains(log, part)) << part << " is not in\n" << log;
}

TEST(Outputs, ThatNeverHappenAreWarnings) {
  CURLEW_SKIP_WITHOUT(vtk);
  const Scratch scratch;
  const std::string never = R"("directory": "results", "energy": { "every": "10 s" },
    "fields": { "every": "41 steps" }, "checkpoint": { "every": "1e13 s" },)";
  write_file(scratch / "case.json", replaced(k_tiny_case, R"("directory": "results",)", never));
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  expect_done(outcome);
  EXPECT_TRUE(numbers(scratch / "results/energy.csv").empty()) << "energies in every step";
  EXPECT_FALSE(fs::exists(scratch / "results/checkpoint"));
  const std::string warnings = summary_in(scratch).at("warnings").dump();
  for (const char *output : {"outputs.energy", "outputs.fields", "outputs.checkpoint"}) {
    EXPECT_TRUE(contains(warnings, output + std::string(" never happens"))) << warnings;
    EXPECT_TRUE(contains(outcome.err, output + std::string(" never happens"))) << outcome.err;
  }
  // Twin: periods that the run has.
  expect_done(scratch.curlew(
      {"run", "case.json", "--quiet", "--set", "outputs.energy.every=20 steps", "--set",
       "outputs.fields.every=40 steps", "--set", "outputs.checkpoint.every=40 steps"}));
  EXPECT_EQ(numbers(scratch / "results/energy.csv").size(), 2u);
  EXPECT_FALSE(contains(summary_in(scratch).at("warnings").dump(), "never happens"));
}

} // namespace

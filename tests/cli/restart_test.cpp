// Changes that a restart accepts, and those that it refuses.
#include "cases.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using nlohmann::json;

namespace {

const std::string k_saved =
    replaced(replaced(k_tiny_case, R"("directory": "results",)",
                      R"("directory": "results", "checkpoint": { "every": "20 steps" },
    "energy": { "every": "6 steps" }, "spectra": [ { "probe": "p", "band": [0, "2 GHz"] } ],)"),
             R"("type": "gaussian-derivative", "f_max": "300 MHz")",
             R"("type": "file", "file": "pulse.csv")");

class Restarted : public testing::Test {
protected:
  void SetUp() override {
    write_file(scratch_ / "case.json", k_saved);
    write_file(scratch_ / "pulse.csv", "0,0\n1e-9,1\n2e-9,-1\n3e-9,0\n");
    expect({"run", "case.json", "--quiet"}, {0, {}});
  }
  void expect(const std::vector<std::string> &arguments, const Expectation &expected) const {
    const std::string wrong = mismatch(scratch_.curlew(arguments), expected);
    EXPECT_TRUE(wrong.empty()) << wrong;
  }
  // A restart with these overrides.
  void expect_restart(const std::vector<std::string> &overrides,
                      const Expectation &expected) const {
    std::vector<std::string> arguments{"run", "case.json", "--restart", "--quiet"};
    for (const std::string &one : overrides)
      arguments.insert(arguments.end(), {"--set", one});
    expect(arguments, expected);
  }
  json summary(const std::string &folder = "results") const {
    return json::parse(read_file(scratch_.path() / folder / "summary.json"));
  }
  Scratch scratch_;
};

// A time step that the fields so far were not made with.
TEST_F(Restarted, WithAnotherTimeStepIsRefused) {
  const std::string resolved = read_file(scratch_ / "results/case.resolved.json");
  const std::string probe = read_file(scratch_ / "results/probe_p.csv");
  expect_restart({"time.courant=0.5"}, {2, {"time.courant=0.5", "courant = 0.9", "--restart"}});
  write_file(scratch_ / "case.json", replaced(k_saved, R"("courant": 0.9)", R"("dt": "1 ps")"));
  expect_restart({}, {2, {"case.json:", "dt = 1e-12 s", "courant = 0.9"}});
  EXPECT_EQ(read_file(scratch_ / "results/case.resolved.json"), resolved);
  EXPECT_EQ(read_file(scratch_ / "results/probe_p.csv"), probe);
}

TEST_F(Restarted, MayRunForLonger) {
  const double dt_s = summary().at("dt_s");
  expect_restart({"time.steps=70", "version=0.1.0"}, {0, {}});
  EXPECT_EQ(summary().at("steps"), 70);
  EXPECT_EQ(summary().at("dt_s"), dt_s);
  expect({"run", "case.json", "--quiet", "--set", "time.steps=70", "--output", "unbroken"},
         {0, {}});
  for (const char *name : {"probe_p.csv", "energy.csv", "spectrum_p.csv", "peaks_p.csv"})
    EXPECT_EQ(read_file(scratch_.path() / "results" / name),
              read_file(scratch_.path() / "unbroken" / name))
        << name;
}

TEST_F(Restarted, RunsForTheDurationThatTheCaseAsksFor) {
  const double dt_s = summary().at("dt_s");
  write_file(scratch_ / "case.json",
             replaced(k_saved, R"("steps": 40)",
                      "\"duration\": " + std::to_string(dt_s * 59.5 * 1e9) + "e-9"));
  expect_restart({}, {0, {}});
  EXPECT_EQ(summary().at("steps"), 60);
  EXPECT_NEAR(summary().at("time_s").get<double>(), 60 * dt_s, 1e-9 * dt_s);
}

TEST_F(Restarted, BehindTheEndIsRefused) {
  expect_restart({"time.steps=39"}, {2, {"time.steps=39", "step 40"}});
  expect_restart({"time.steps=40"}, {0, {}});
}

TEST_F(Restarted, WithoutItsTablesIsRefused) {
  for (const std::string name : {"probe_p.csv", "energy.csv"}) {
    const fs::path table = scratch_.path() / "results" / name;
    const std::string before = read_file(table);
    fs::remove(table);
    expect_restart({"time.steps=60"}, {2, {name, "--restart"}});
    EXPECT_FALSE(fs::exists(table)) << "made by a restart that was refused";
    write_file(table, "");
    expect_restart({"time.steps=60"}, {2, {name}});
    write_file(table, before.substr(0, before.find('\n') + 1));
    expect_restart({"time.steps=60"}, {2, {name, "0 rows"}});
    write_file(table, before);
  }
  expect_restart({"time.steps=60"}, {0, {}});
  EXPECT_EQ(numbers(scratch_ / "results/probe_p.csv").size(), 60u);
}

// A probe that the run did not have: its table begins late, with a warning, and has no spectrum.
TEST_F(Restarted, ANewProbeHasNoSpectrum) {
  const std::string point = R"({"name": "q", "point": [0.5, 0.3, 0.2]})";
  const std::string with_q = replaced(k_saved, R"("probes": [ )", R"("probes": [ )" + point + ", ");
  write_file(scratch_ / "case.json",
             replaced(with_q, R"("spectra": [ )",
                      R"("spectra": [ { "probe": "q", "band": [0, "2 GHz"] }, )"));
  expect_restart({"time.steps=60"}, {2, {"probe_q.csv", "spectrum"}});
  EXPECT_FALSE(fs::exists(scratch_ / "results/probe_q.csv"));
  write_file(scratch_ / "case.json", with_q);
  expect_restart({"time.steps=60"}, {0, {"probe_q.csv begins at"}});
  EXPECT_EQ(numbers(scratch_ / "results/probe_q.csv").size(), 20u);
  EXPECT_EQ(numbers(scratch_ / "results/probe_p.csv").size(), 60u);
}

TEST_F(Restarted, WithAnotherWaveformIsRefused) {
  EXPECT_NE(summary().at("inputs").dump().find("pulse.csv"), std::string::npos);
  write_file(scratch_ / "pulse.csv", "0,0\n1e-9,1\n2e-9,-2\n3e-9,0\n");
  expect_restart({"time.steps=60"}, {2, {"waveform"}});
}

} // namespace

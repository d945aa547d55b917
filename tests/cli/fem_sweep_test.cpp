// Adaptive sweeps of method fem through the program: the choice of the model and its reason,
// outputs at requested frequencies, restarts.
#include "program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

// A lumped port and a load in a leaky box, near a resonance.
const Json k_case = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.03, 0.01, 0.04], "cells": [3, 1, 4] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pec" },
    "z-": { "type": "port", "kind": "lumped", "index": 1, "excited": true, "direction": [0, 1, 0] },
    "z+": { "type": "impedance", "sigma": 10 }
  },
  "frequency": { "start": 5e9, "stop": 9e9, "count": 81, "sweep": "adaptive", "outputs_at": [6.789e9] },
  "outputs": { "s_parameters": true,
               "probes": [ { "name": "p", "point": [0.015, 0.005, 0.03], "field": "E" } ] }
})");

Json run(const Scratch &scratch, const Json &content, bool goes_on = false) {
  write_file(scratch / "case.json", content.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew(
                         {"run", "case.json", "--quiet", goes_on ? "--restart" : "--overwrite"}),
                     {0, {}}),
            "");
  return Json::parse(read_file(scratch / "results/summary.json"));
}

std::vector<std::vector<double>> rows(const std::string &text) {
  std::vector<std::vector<double>> result;
  std::istringstream lines(text);
  std::string line, cell;
  for (std::getline(lines, line); std::getline(lines, line);) {
    result.emplace_back();
    for (std::istringstream cells(line); std::getline(cells, cell, ',');)
      result.back().push_back(std::strtod(cell.c_str(), nullptr));
  }
  return result;
}

// The largest difference of two tables over the largest value, of columns after the first ones.
double difference(const std::vector<std::vector<double>> &a,
                  const std::vector<std::vector<double>> &b) {
  double off = 0, size = 0;
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 2; k < a[i].size(); ++k) {
      off = std::max(off, std::abs(a[i][k] - b[i][k]));
      size = std::max(size, std::abs(b[i][k]));
    }
  return off / size;
}

TEST(FemSweep, FieldsThatAreAskedForAreSolvedFor) {
  const Scratch scratch;
  const Json summary = run(scratch, k_case), sweep = summary.at("sweep");
  EXPECT_EQ(sweep.at("model"), "reduced-order");
  EXPECT_EQ(sweep.at("frequencies"), 81);
  EXPECT_LE(sweep.at("solved").size(), 8u);
  EXPECT_TRUE(sweep.at("converged"));
  EXPECT_LT(sweep.at("error_estimate"), 1e-3);
  EXPECT_EQ(rows(read_file(scratch / "results/port-S.csv")).size(), 81u);
  const Json last = summary.at("solves").back();
  EXPECT_EQ(last.at("frequency"), 6.789e9);
  EXPECT_LT(last.at("true_residual"), 1e-9);
  const auto probe = rows(read_file(scratch / "results/probe_p.csv"));
  EXPECT_EQ(probe.size(), sweep.at("solved").size() + 1);

  Json one = k_case;
  one["frequency"] = 6.789e9;
  run(scratch, one);
  const auto solved = rows(read_file(scratch / "results/probe_p.csv"));
  EXPECT_LT(difference({probe.back()}, solved), 1e-9);
  EXPECT_GT(difference({probe[probe.size() - 2]}, solved), 1e-3); // another frequency
}

TEST(FemSweep, ARunThatGoesOnHasTheSameModel) {
  const Scratch scratch;
  run(scratch, k_case);
  const auto before = rows(read_file(scratch / "results/port-S.csv"));
  const std::string probe = read_file(scratch / "results/probe_p.csv");
  const Json summary = run(scratch, k_case, true);
  EXPECT_EQ(summary.at("sweep").at("model"), "reduced-order");
  EXPECT_LT(difference(rows(read_file(scratch / "results/port-S.csv")), before), 1e-6);
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe);
}

// A case that is no sum of constant matrices gets a rational fit, reports it, and solves for
// outputs.
TEST(FemSweep, OtherCasesHaveARationalFit) {
  Json content = k_case;
  content["boundaries"]["z+"] = {{"type", "pml"}, {"thickness", 0.02}, {"reflection", 1e-3}};
  const Scratch scratch;
  const Json summary = run(scratch, content), sweep = summary.at("sweep");
  EXPECT_EQ(sweep.at("model"), "rational");
  EXPECT_THAT(sweep.at("model_reason").get<std::string>(), testing::HasSubstr("reflection"));
  EXPECT_EQ(summary.at("solves").back().at("frequency"), 6.789e9);
  EXPECT_THAT(read_file(scratch / "results/run.log"), testing::HasSubstr("rational fit of S"));
  const Outcome checked = scratch.curlew({"check", "case.json"});
  EXPECT_THAT(checked.out, testing::HasSubstr("at most 50 (81 frequencies, adaptive: a rational"));
  // The twin: the same layer with a stretch that is the same at all frequencies.
  content["boundaries"]["z+"] = {{"type", "pml"}, {"thickness", 0.02}, {"sigma_max", 1.5}};
  EXPECT_EQ(run(scratch, content).at("sweep").at("model"), "reduced-order");
}

TEST(FemSweep, OutputsAreWithinTheSweep) {
  const Scratch scratch;
  const auto refused = [&](const Json &frequency, const std::string &why) {
    Json content = k_case;
    content["frequency"].update(frequency);
    write_file(scratch / "case.json", content.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {2, {"case.json:", why}}), "");
  };
  refused({{"outputs_at", {4.9e9}}}, "outside of the sweep");
  refused({{"outputs_at", {6e9, 6e9}}}, "in the list already");
  refused({{"sweep", "uniform"}}, "make the sweep adaptive");
}

// WR-90 from 5 to 10 GHz, whose cutoff is at 6.557 GHz: the rows below it are empty, and above it S
// is that of a line with beta = sqrt(k^2 - (pi / a)^2) [pozar2012, section 3.3].
TEST(FemSweep, FrequenciesBelowACutoffAreLeftEmpty) {
  Json guide = Json::parse(R"({
    "method": "fem",
    "mesh": { "box": { "size": [0.02286, 0.01016, 0.01], "cells": [6, 1, 3] } },
    "materials": { "air": {} }, "regions": { "volume": "air" },
    "boundaries": {
      "default": { "type": "pec" },
      "z-": { "type": "port", "index": 1, "excited": true },
      "z+": { "type": "port", "index": 2, "excited": true } },
    "frequency": { "start": 5e9, "stop": 10e9, "count": 6 },
    "discretization": { "order": 2 }, "outputs": { "s_parameters": true }
  })");
  for (const char *kind : {"rectangular", "modal"})
    for (const char *sweep : {"uniform", "adaptive"}) {
      for (const char *side : {"z-", "z+"})
        guide["boundaries"][side]["kind"] = kind;
      guide["frequency"]["sweep"] = sweep;
      const Scratch scratch;
      const Json summary = run(scratch, guide);
      EXPECT_THAT(summary["warnings"].dump(),
                  ::testing::HasSubstr("below its cutoff at 2 of 6 frequencies, up to 6e+09 Hz"));
      std::istringstream lines(read_file(scratch / "results/port-S.csv"));
      std::string line;
      std::getline(lines, line);
      for (int f = 0; f < 6; ++f) {
        ASSERT_TRUE(std::getline(lines, line)) << kind << sweep;
        if (f < 2) {
          EXPECT_THAT(line, ::testing::HasSubstr(",,,,")) << kind << sweep;
          continue;
        }
        const std::vector<double> row = rows("\n" + line).at(0);
        const double k = 2 * 3.14159265358979 * row[0] / 299792458,
                     beta = std::sqrt(k * k - std::pow(3.14159265358979 / 0.02286, 2));
        EXPECT_NEAR(row[0], (5 + f) * 1e9, 1);
        EXPECT_NEAR(row[3], 0, 0.01) << kind << sweep; // dB
        EXPECT_NEAR(row[4], -beta * 0.01 * 180 / 3.14159265358979, 0.3) << kind << sweep;
      }
      const std::string touchstone = read_file(scratch / "results/ports.ts");
      EXPECT_THAT(touchstone, ::testing::Not(::testing::HasSubstr("\n6000000000 ")));
    }
  guide["frequency"] = {5e9, 6e9}; // none above
  const Scratch scratch;
  write_file(scratch / "case.json", guide.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {2, {"below its cutoff"}}), "");
}

} // namespace

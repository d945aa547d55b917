// Adaptive refinement of method fem through the program: the table of passes, the summary, and
// results on the last mesh.
#include "program.hpp"

#include <curlew/tests/support/features.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

// A lumped port in a closed box: its edges are singular.
const Json k_case = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.03, 0.01, 0.04], "cells": [3, 1, 4] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "abc" },
    "z-": { "type": "port", "kind": "lumped", "index": 1, "excited": true, "direction": [1, 0, 0] }
  },
  "frequency": [2e9, 3e9],
  "outputs": { "s_parameters": { "touchstone": false } },
  "refinement": { "quantity": "s", "tolerance": 0.01 }
})");

Json run(const Scratch &scratch, const Json &content) {
  write_file(scratch / "case.json", content.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--overwrite"}), {0, {}}), "");
  return Json::parse(read_file(scratch / "results/summary.json"));
}

TEST(FemRefinement, RefinesUntilSSettles) {
  const Scratch scratch;
  const Json summary = run(scratch, k_case);
  std::istringstream table(read_file(scratch / "results/refinement.csv"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);)
    lines.push_back(line);
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[0], "pass,tets,unknowns,error_estimate,change,iterations");
  const Json &refinement = summary.at("refinement"), &passes = refinement.at("passes");
  EXPECT_TRUE(refinement.at("has_settled"));
  EXPECT_EQ(refinement.at("frequency"), 2e9); // where S changes most
  ASSERT_EQ(passes.size() + 1, lines.size());
  EXPECT_LT(passes.back().at("change"), 0.01);
  EXPECT_GE(passes[passes.size() - 2].value("change", 1.0), 0.01);
  // The case's frequencies are both solved on the last mesh.
  EXPECT_EQ(passes.back().at("unknowns"), summary.at("unknowns"));
  EXPECT_GT(summary.at("unknowns"), passes.front().at("unknowns"));
  EXPECT_EQ(summary.at("solves").size(), 2u);
  // The resolved case runs again, and gives the same.
  const std::string s = read_file(scratch / "results/port-S.csv");
  Json resolved = Json::parse(read_file(scratch / "results/case.resolved.json"));
  EXPECT_EQ(resolved.at("refinement").at("fraction"), 0.2);
  run(scratch, resolved);
  EXPECT_EQ(read_file(scratch / "results/port-S.csv"), s);
}

// The results are equal to the last bit: a library that orders unknowns with several threads must
// not choose a new order each time.
TEST(FemRefinement, GivesTheSameResultsAgain) {
  const Scratch scratch;
  std::string first;
  for (int i = 0; i < 20; ++i) {
    run(scratch, k_case);
    const std::string s = read_file(scratch / "results/port-S.csv");
    if (i == 0)
      first = s;
    ASSERT_EQ(s, first) << "run " << i;
  }
}

TEST(FemRefinement, WarnsOfWhatHasNotSettled) {
  const Scratch scratch;
  Json content = k_case;
  content["refinement"]["max_passes"] = 2;
  content["refinement"]["tolerance"] = 1e-9;
  const Json summary = run(scratch, content);
  EXPECT_FALSE(summary.at("refinement").at("has_settled"));
  EXPECT_THAT(summary.at("warnings").dump(), ::testing::HasSubstr("still moves by more than"));
}

// Iterating solvers and higher orders alike.
TEST(FemRefinement, RunsWithEverySolver) {
  const Scratch scratch;
  std::vector<std::string> patches = {
      R"({"solver": {"method": "cocg", "preconditioner": {"type": "gradient"}}})",
      R"({"discretization": {"order": 2}, "solver": {"method": "fgmres",
          "preconditioner": {"type": "multigrid"}}})"};
  if (curlew::testing::k_has_qhull) // each pass has coarse meshes of its own
    patches.emplace_back(R"({"solver": {"method": "fgmres", "preconditioner": "multigrid"}})");
  for (const std::string &patch : patches) {
    Json content = k_case;
    content.merge_patch(Json::parse(patch));
    content["refinement"]["tolerance"] = 0.02;
    const Json summary = run(scratch, content);
    EXPECT_TRUE(summary.at("refinement").at("has_settled")) << patch;
  }
}

} // namespace

// Large arrays of method dgtd on several ranks, each with a block of cells, through the program.
#include "dgtd_ranks.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

using DgtdArrayRanks = DgtdRanks;

std::string cell(int kind) {
  return curlew::test::source_path("examples/monopole-array/cell-" + std::to_string(kind) + ".msh");
}

// Some steps of 4 x 1 monopoles in 6 x 3 cells.
json array_case() {
  json input = json::parse(R"({
    "title": "array", "method": "dgtd",
    "mesh": { "array": { "cells": {}, "counts": [4, 1], "pitch": ["15 cm", "15 cm"] } },
    "materials": { "air": {} }, "regions": { "air": "air" },
    "boundaries": {
      "metal": { "type": "pec" }, "feed": { "type": "port", "kind": "coaxial", "index": 1 },
      "default": { "type": "abc" }
    },
    "excitations": [ { "name": "wave", "type": "port", "port": 1, "element": [2, 0] } ],
    "frequency": [6e8, 7e8],
    "discretization": { "space": "mixed" },
    "time": { "steps": 40 },
    "outputs": {
      "probes": [ { "name": "p", "point": [0.15, 0.03, 0.12] } ],
      "energy": { "every": "4 steps" },
      "far_field": { "theta": [0, 40, 80], "phi": [0, 90],
                     "images": [ { "axis": "z", "at": 0, "type": "pec" } ] },
      "checkpoint": { "every": "10 steps" }
    }
  })");
  input["mesh"]["array"]["cells"] = {{"centre", cell(4)},
                                     {"edges", {cell(3), cell(5), cell(1), cell(7)}},
                                     {"corners", {cell(0), cell(2), cell(6), cell(8)}}};
  return input;
}

TEST_F(DgtdArrayRanks, GiveWhatOneRankGives) {
  expect_on_ranks(array_case(), {},
                  {"port_1.csv", "port_3.csv", "probe_p.csv", "energy.csv", "far_field.csv"},
                  1e-12);
  EXPECT_EQ(summary("several").at("tets"), summary("one").at("tets"));
  // The twin: another antenna is driven.
  expect_run(3, "other", {"--set", "excitations.0.element=[1,0]"});
  EXPECT_GT(table_distance(scratch_ / "other/port_3.csv", scratch_ / "one/port_3.csv"), 0.1);
}

TEST_F(DgtdArrayRanks, TellHowTheyAreDivided) {
  write_file(scratch_ / "case.json", array_case().dump(2));
  const auto output = [&](const std::vector<std::string> &more) {
    std::vector<std::string> arguments{"run",      "case.json", "--threads",  "1",
                                       "--output", "told",      "--overwrite"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_in_time({arguments, scratch_.path(), {}, 0, launcher(2)});
    EXPECT_EQ(mismatch(outcome, {0, {}}), "");
    return outcome.all();
  };
  EXPECT_THAT(output({}), testing::HasSubstr("divided by cells of the array"));
  CURLEW_SKIP_WITHOUT(vtk);
  EXPECT_THAT(output({"--set", "outputs.fields={\"every\":\"40 steps\"}"}),
              testing::HasSubstr("joined into one mesh because of outputs.fields"));
}

TEST_F(DgtdArrayRanks, AreToldOfTheirOpenHull) {
  json input = array_case();
  input["outputs"]["far_field"].erase("images");
  write_file(scratch_ / "case.json", input.dump(2));
  expect_failure(2, {}, 2, {"do not enclose the rest"});
}

} // namespace
#endif

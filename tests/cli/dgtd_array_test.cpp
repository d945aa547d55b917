// Finite arrays of method dgtd through the program: the shipped monopoles, their tables, a restart,
// and refused cases.
#include "cases.hpp"
#include "hostile.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

TEST(DgtdArray, TellsItsCopiesAndRunsAgainAsResolved) {
  const Scratch scratch;
  write_file(scratch / "case.json", array_case());
  const Outcome check = scratch.curlew({"check", "case.json"});
  ASSERT_EQ(mismatch(check, {0, {}}), "");
  EXPECT_THAT(check.out, testing::HasSubstr("2 x 1 antennas in 4 x 3 cells"));
  EXPECT_THAT(check.out, testing::HasSubstr("port 2 \"feed[1,0]\", coaxial"));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--threads", "1"}), {0, {}}),
            "");
  EXPECT_EQ(numbers(scratch / "results/port_1.csv").size(), 40u);
  EXPECT_EQ(numbers(scratch / "results/port_2.csv").size(), 40u);
  fs::copy_file(scratch / "results/case.resolved.json", scratch / "again.json");
  ASSERT_EQ(mismatch(scratch.curlew(
                         {"run", "again.json", "--quiet", "--threads", "1", "--output", "again"}),
                     {0, {}}),
            "");
  for (const char *file : {"port_1.csv", "port_2.csv"})
    EXPECT_EQ(read_file(scratch / "again" / file), read_file(scratch / "results" / file)) << file;
}

TEST(DgtdArray, ContinuesWithTheSameBits) {
  Json json = Json::parse(array_case());
  json["outputs"]["checkpoint"] = {{"every", "15 steps"}};
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--threads", "1"}), {0, {}}),
            "");
  const std::string whole = read_file(scratch / "results/port_1.csv");
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--threads", "1", "--restart"}),
                     {0, {}}),
            "");
  EXPECT_EQ(read_file(scratch / "results/port_1.csv"), whole);
}

// A run for each antenna: S is reciprocal, and symmetric as the two antennas are.
TEST(DgtdArray, GivesScatteringOfAllAntennas) {
  Json json = Json::parse(array_case());
  json["boundaries"]["feed"]["excited"] = true;
  json["excitations"] = Json::parse(R"([ { "name": "wave", "type": "port", "port": 1,
    "waveform": { "type": "gaussian", "f_max": "1.5 GHz" } } ])"); // its peak is at 1.6 ns
  json["time"] = {{"duration", "4 ns"}};
  json["outputs"]["s_parameters"] = {{"touchstone", true}};
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--threads", "1"}), {0, {}}),
            "");
  EXPECT_TRUE(fs::exists(scratch / "results/array.s2p"));
  for (const auto &row : numbers(scratch / "results/port-S.csv")) {
    ASSERT_EQ(row.size(), 9u); // f, dB and degrees of S11, S12, S21, S22
    EXPECT_NEAR(row[3], row[5], 0.1);
    EXPECT_LT(row[3], row[1]);
  }
  EXPECT_TRUE(fs::exists(scratch / "results/port_1_from_2.csv"));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--threads", "1", "--output",
                                     "sums", "--set", "outputs.ports=false"}),
                     {0, {}}),
            "");
  // Without tables kernels sum up, in another order.
  EXPECT_LT(largest_difference(scratch / "sums/port-S.csv", scratch / "results/port-S.csv"), 1e-12);
  EXPECT_FALSE(fs::exists(scratch / "sums/port_1_from_2.csv"));
}

TEST(DgtdArray, IsRefused) {
  const Hostile hostile[] = {
      {R"({"mesh": {"array": {"counts": [0, 1]}}})", "counts"},
      {R"({"mesh": {"array": {"counts": [2]}}})", "counts"},
      {R"({"mesh": {"array": {"pitch": null}}})", "pitch"},
      {R"({"mesh": {"array": {"pitch": [0.15, 0.16]}}})", "the pitch is 0.16 m"},
      {R"({"mesh": {"length_unit": "mm"}})", "the pitch is 0.15 m"},
      {R"({"mesh": {"file": "a.msh"}})", "mesh"},
      {R"({"mesh": {"array": {"cells": {"centre": "none.msh"}}}})", "there is no mesh file"},
      {R"({"mesh": {"array": {"cells": {"corners": ["none.msh", "n", "n", "n"]}}}})",
       "there is no mesh file"},
      {R"({"mesh": {"array": {"cells": {"centre": "."}}}})", "is a folder"},
      {R"({"mesh": {"refine": 20}})", "refine"},
      {R"({"excitations": [{"name": "a", "type": "port", "port": 1, "element": [2, 0]}]})",
       "there is no antenna [2,0]"},
      {R"({"excitations": [{"name": "a", "type": "port", "port": 1, "element": [1]}]})", "element"},
      {R"({"excitations": [{"name": "a", "type": "port", "port": 2, "element": [1, 0]}]})",
       "has the index 2"},
      {R"({"excitations": [{"name": "a", "type": "port", "port": 1, "element": [1, 0]},
                           {"name": "b", "type": "port", "port": 1, "element": [1, 0]}]})",
       "has a wave already"},
      {R"({"boundaries": {"mouth": {"type": "port", "kind": "coaxial", "index": 2}}})",
       "in the cell of the antenna"},
      {R"({"boundaries": {"wall": {"type": "pec"}}})", "wall"},
      {R"({"boundaries": {"feed": {"excited": true}}, "excitations": [],
           "outputs": {"s_parameters": true, "energy": {"every": "5 steps"}}})",
       "of 2 excited ports"},
  };
  expect_refused(Json::parse(array_case()), hostile);
}

TEST(DgtdArray, NamesTheCellsWhoseFacetsDiffer) {
  Json json = Json::parse(array_case());
  std::swap(json["mesh"]["array"]["cells"]["edges"][0], json["mesh"]["array"]["cells"]["edges"][1]);
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  for (const char *command : {"check", "run"})
    EXPECT_EQ(
        mismatch(scratch.curlew({command, "case.json"}), {2, {"case.json:", "has no partner in"}}),
        "");
}

TEST(DgtdArray, BelongsToThisMethodAndToArrays) {
  Json json = Json::parse(array_case());
  json["mesh"] = Json::parse(R"({"box": {"size": [0.05, 0.02, 0.06], "cells": [2, 1, 2]}})");
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {2, {"and this mesh is none"}}), "");
  json = Json::parse(array_case());
  json["method"] = "dgatd";
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {2, {"belong to another method"}}),
            "");
}

} // namespace

// Runs of method fem in time through the program: tables, S-parameters, restart.
#include "program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <complex>
#include <cstdlib>
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

// Zeros, and a pulse after the end: S would be 0/0.
TEST(FemTime, SWithoutAWaveAtThePortsStaysEmpty) {
  const Scratch scratch;
  write_file(scratch / "zeros.csv", "0,0\n1e-9,0\n2e-9,0\n");
  for (const char *waveform : {R"({ "type": "file", "file": "zeros.csv" })",
                               R"({ "type": "gaussian", "f_max": "1 GHz", "delay": "1 us" })"}) {
    SCOPED_TRACE(waveform);
    Json json = k_case;
    json["excitations"] = Json::array(
        {{{"name", "w"}, {"type", "port"}, {"port", 1}, {"waveform", Json::parse(waveform)}}});
    for (const bool writes_file : {false, true}) {
      json["boundaries"]["z+"] = {{"type", "abc"}};
      json["outputs"]["s_parameters"]["touchstone"] = writes_file;
      write_file(scratch / "case.json", json.dump(1));
      const Outcome outcome = scratch.curlew({"run", "case.json", "--overwrite"});
      EXPECT_EQ(mismatch(outcome, {0, {"S has no value"}}), "");
      const std::string table = read_file(scratch / "results/port-S.csv");
      EXPECT_NE(table.find("500000000,,\n"), std::string::npos) << table;
      for (const auto &file : fs::directory_iterator(scratch / "results"))
        EXPECT_NE(file.path().extension(), ".s1p");
    }
  }
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

// The solver of the published method, against conjugate gradients.
TEST(FemTime, BicgstabWithIncompleteFactors) {
  const Scratch scratch;
  Json json = k_case;
  json["solver"] = {{"method", "cg"}, {"tolerance", 1e-10}};
  const auto run = [&] {
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}), "");
    return Json::parse(read_file(scratch / "results/summary.json")).at("step_solver");
  };
  const auto trace = [&] {
    std::vector<double> values;
    const auto lines = lines_of(scratch / "results/probe_e.csv");
    for (std::size_t i = 1; i < lines.size(); ++i)
      values.push_back(std::stod(lines[i].substr(lines[i].find(',') + 1)));
    return values;
  };
  const double by_jacobi = run().at("mean_iterations");
  const std::vector<double> expected = trace();
  const auto difference = [&] {
    const std::vector<double> found = trace();
    double largest = 0, off = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i]));
      off = std::max(off, std::abs(found.at(i) - expected[i]));
    }
    return off / largest;
  };
  json["solver"] = {{"method", "bicgstab"}, {"tolerance", 1e-10}, {"preconditioner", "ilut"}};
  const Json by_ilut = run();
  EXPECT_EQ(by_ilut.at("description"), "bicgstab + ilut");
  EXPECT_LE(by_ilut.at("largest_residual"), 1e-10);
  EXPECT_LT(by_ilut.at("mean_iterations"), 0.3 * by_jacobi);
  EXPECT_LT(difference(), 1e-7);
  // Without fill and with few kept entries it takes more iterations.
  json["solver"]["preconditioner"] = {{"type", "ilut"}, {"fill", 1}, {"drop_tolerance", 0.5}};
  EXPECT_GT(run().at("mean_iterations"), by_ilut.at("mean_iterations"));
  EXPECT_LT(difference(), 1e-7);
  json["solver"]["preconditioner"] = {{"type", "ssor-ai"}, {"omega", 0.9}};
  run();
  EXPECT_LT(difference(), 1e-7);
}

// Each excited port has one run, with tables named after it.
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

// Rows of S that the pulse does not have are empty.
TEST(FemTime, LeavesSWithoutAValueEmpty) {
  const Scratch scratch;
  Json json = k_case;
  json["outputs"] = {{"s_parameters", true}};
  json["excitations"] = Json::parse(R"([ { "name": "pulse", "type": "port", "port": 1,
    "waveform": { "type": "gaussian", "f_max": "2 GHz" } } ])");
  json["time"] = {{"dt", 5e-12}, {"steps", 400}};
  json["frequency"] = {1e9, 60e9};
  write_file(scratch / "case.json", json.dump(1));
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  ASSERT_EQ(mismatch(outcome, {0, {"S has no value there"}}), "");
  EXPECT_EQ(outcome.all().find("S is not accurate there"), std::string::npos);
  const auto rows = lines_of(scratch / "results/port-S.csv");
  EXPECT_EQ(rows.at(1).find(",,"), std::string::npos);
  EXPECT_EQ(rows.at(2), "60000000000,,");
  EXPECT_EQ(lines_of(scratch / "results/line.s1p").size(), 3u); // comment, format, one frequency
  json["frequency"] = {1e9, 100e9};
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--overwrite"}),
                     {2, {"S-parameters at 1e+11 Hz have no value: steps of 5e-12 s"}}),
            "");
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

// A dipole in open space.
const Json k_dipole = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.3, 0.3, 0.3], "cells": [4, 4, 4] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "abc" } },
  "excitations": [ { "name": "dipole", "type": "current", "point": [0.16, 0.14, 0.13],
    "direction": [0.3, 0.5, 0.8], "waveform": { "type": "gaussian-derivative", "f_max": "1.5 GHz" } } ],
  "frequency": [6e8, 1e9],
  "time": { "duration": "50 ns" },
  "solver": { "method": "direct" },
  "outputs": { "far_field": { "theta": [0, 45, 90, 150], "phi": [0, 60, 90] } }
})");

using Phasors = std::vector<std::complex<double>>;

// r E_theta and r E_phi of all directions and frequencies.
Phasors far_field(const fs::path &folder) {
  Phasors phasors;
  const auto lines = lines_of(folder / "far_field.csv");
  for (std::size_t row = 1; row < lines.size(); ++row) {
    std::vector<double> values;
    std::istringstream cells(lines[row]);
    for (std::string cell; std::getline(cells, cell, ',');)
      values.push_back(std::strtod(cell.c_str(), nullptr));
    phasors.emplace_back(values.at(3), values.at(4));
    phasors.emplace_back(values.at(5), values.at(6));
  }
  return phasors;
}

double difference(const Phasors &a, const Phasors &b) {
  double off = 0, size = 0;
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    off = std::max(off, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return off / size;
}

// Returns the far field of a run with these settings, which prints these warnings.
Phasors far_field_of(const Scratch &scratch, const Json &json, const std::string &setting = "",
                     const std::vector<std::string> &warnings = {}) {
  write_file(scratch / "case.json", json.dump(1));
  std::vector<std::string> arguments = {"run", "case.json", "--overwrite"};
  if (!setting.empty())
    arguments.insert(arguments.end(), {"--set", setting});
  EXPECT_EQ(mismatch(scratch.curlew(arguments), {0, warnings}), "");
  return far_field(scratch / "results");
}

Json at_frequencies(Json json) {
  json.erase("time");
  if (json.contains("excitations"))
    for (Json &excitation : json["excitations"])
      excitation.erase("waveform");
  return json;
}

TEST(FemTime, FarFieldsAreThoseOfTheFrequencies) {
  const Scratch scratch;
  const Phasors expected = far_field_of(scratch, at_frequencies(k_dipole));
  EXPECT_LT(difference(far_field_of(scratch, k_dipole), expected), 1e-5); // cut off after 50 ns
  // Few steps give the same far field, since transforms are taken at the frequency to which the
  // scheme maps that of the mesh.
  EXPECT_LT(difference(far_field_of(scratch, k_dipole, "time.dt=4e-11"), expected), 1e-5);
  // Twins: a scheme with an error of its step, and a run that ends too soon.
  EXPECT_GT(difference(far_field_of(scratch, k_dipole, "discretization.beta=0.35"), expected),
            1e-3);
  EXPECT_GT(difference(far_field_of(scratch, k_dipole, "time.duration=6e-9",
                                    {"the sums of the far field still changed"}),
                       expected),
            1e-3);
}

// A wall of symmetry has an image that radiates too, and a port's pulse is the one it refers to.
TEST(FemTime, FarFieldsHaveImagesAndPorts) {
  Json wall = k_dipole;
  wall["boundaries"]["z-"] = {{"type", "symmetry"}, {"wall", "pec"}};
  const Scratch scratch;
  const Phasors expected = far_field_of(scratch, at_frequencies(wall));
  EXPECT_LT(difference(far_field_of(scratch, wall), expected), 1e-5);

  Json port = k_dipole;
  port.erase("excitations");
  port["boundaries"]["z-"] = {{"type", "port"},  {"kind", "lumped"},       {"index", 1},
                              {"excited", true}, {"direction", {1, 0, 0}}, {"impedance", 300}};
  port["outputs"]["far_field"]["images"] =
      Json::parse(R"([{"axis": "z", "at": 0, "type": "pec"}])");
  const Phasors of_port = far_field_of(scratch, at_frequencies(port));
  EXPECT_LT(difference(far_field_of(scratch, port), of_port), 1e-5);
  // Far fields take one waveform, and one run.
  port["excitations"] = k_dipole["excitations"];
  write_file(scratch / "case.json", port.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {2, {"one waveform"}}), "");
}

TEST(FemTime, ARestartKeepsTheSumsOfTheFarField) {
  Json json = k_dipole;
  json["time"] = {{"steps", 700}};
  json["outputs"]["checkpoint"] = {{"every", "130 steps"}};
  const Scratch scratch;
  const Phasors whole = far_field_of(scratch, json);
  const std::string table = read_file(scratch / "results/far_field.csv");
  far_field_of(scratch, json, "time.steps=500");
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--restart", "--set", "time.steps=700"}),
                     {0, {}}),
            "");
  EXPECT_LT(difference(far_field(scratch / "results"), whole), 1e-12);
  // Sums that are not there cannot be gone on with.
  json["outputs"].erase("far_field");
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--overwrite"}), {0, {}}), "");
  json["outputs"]["far_field"] = k_dipole["outputs"]["far_field"];
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--restart"}),
                     {2, {"of a run without this far field"}}),
            "");
}

} // namespace

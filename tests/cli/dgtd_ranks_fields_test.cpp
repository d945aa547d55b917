// Method dgtd on several ranks: media, waves, layers and surfaces that the root finds on the whole
// mesh and that each rank has a part of.
#include "case_warnings.hpp"
#include "cases.hpp"
#include "dgtd_ranks.hpp"

#include <curlew/tests/support/features.hpp>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

using DgtdRanksFields = DgtdRanks;

const json k_strip = [] {
  json strip = json::parse(k_strip_case);
  strip["boundaries"]["z-"]["waveform"]["f0"] = "200 GHz";
  strip["discretization"]["nonlinear"]["tolerance"] = 1e-13;
  strip["outputs"]["probes"][0]["point"][2] = 0.001;
  for (const char *table : {"energy", "nonlinear"})
    strip["outputs"][table]["every"] = "5 steps";
  strip["outputs"]["checkpoint"]["every"] = "20 steps";
  return strip;
}();

TEST_F(DgtdRanksFields, ImposeTheSameFields) {
  for (const char *scheme : {"central", "upwind"}) {
    json strip = k_strip;
    strip["materials"]["glass"]["chi3"] = 0;
    strip["outputs"].erase("nonlinear");
    strip["discretization"] = {{"scheme", scheme}, {"space", "full"}};
    expect_on_ranks(strip, {"probe_p.csv"}, {"energy.csv"}, 1e-12);
  }
}

TEST_F(DgtdRanksFields, SolveNonlinearMediaAlike) {
  for (const char *scheme : {"central", "upwind"}) {
    SCOPED_TRACE(scheme);
    json strip = k_strip;
    strip["discretization"]["scheme"] = scheme;
    expect_on_ranks(strip, {}, {"probe_p.csv", "energy.csv"}, 1e-10);
    for (const char *key : {"tets", "largest_eps_r_at_m"})
      EXPECT_EQ(summary("several").at("nonlinear").at(key), summary("one").at("nonlinear").at(key));
    EXPECT_NEAR(summary("several").at("nonlinear").at("largest_eps_r").get<double>(),
                summary("one").at("nonlinear").at("largest_eps_r").get<double>(), 1e-10);
    EXPECT_GT(summary("one").at("nonlinear").at("largest_eps_r").get<double>(), 1.01);
  }
  // The twin: a part in 10^7 of the susceptibility.
  expect_run(3, "other", {"--set", "materials.glass.chi3=4.0000004e-8"});
  EXPECT_GT(table_distance(scratch_ / "other/probe_p.csv", scratch_ / "one/probe_p.csv"), 1e-10);
  expect_failure(3,
                 {"--set", "boundaries.z-.amplitude=\"1e9 V/m\"", "--set",
                  "discretization.nonlinear.max_iterations=2"},
                 4, {"tet around", "is not found from D"});
}

// Cubes of six tets, that in the middle of 3 x 3 x 3 a group of its own: "core", else "shell".
std::string core_mesh() {
  constexpr int n = 3, nodes = n + 1;
  const auto node = [&](int x, int y, int z) { return 1 + x + nodes * (y + nodes * z); };
  std::ostringstream text;
  text << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 1 \"shell\"\n3 2 "
          "\"core\"\n$EndPhysicalNames\n$Nodes\n"
       << nodes * nodes * nodes << "\n";
  for (int z = 0; z < nodes; ++z)
    for (int y = 0; y < nodes; ++y)
      for (int x = 0; x < nodes; ++x)
        text << node(x, y, z) << " " << 0.2 * x << " " << 0.2 * y << " " << 0.2 * z << "\n";
  text << "$EndNodes\n$Elements\n" << 6 * n * n * n << "\n";
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int cube = 0, number = 0; cube < n * n * n; ++cube)
    for (const auto &order : orders) {
      int at[3] = {cube % n, cube / n % n, cube / n / n};
      const bool is_core = at[0] == 1 && at[1] == 1 && at[2] == 1;
      text << ++number << " 4 2 " << (is_core ? "2 2 " : "1 1 ") << node(at[0], at[1], at[2]);
      for (const int axis : order) {
        ++at[axis];
        text << " " << node(at[0], at[1], at[2]);
      }
      text << "\n";
    }
  text << "$EndElements\n";
  return text.str();
}

// Some ranks have no nonlinear tet; they still take part in sums, snapshots and states.
TEST_F(DgtdRanksFields, NeedNoNonlinearTetEach) {
  write_file(scratch_ / "core.msh", core_mesh());
  json room = k_room;
  room["mesh"] = {{"file", "core.msh"}};
  room["materials"] = {{"air", json::object()}, {"glass", {{"eps_r", 2}, {"chi3", 1e-4}}}};
  room["regions"] = {{"shell", "air"}, {"core", "glass"}};
  room["boundaries"] = {{"default", {{"type", "pec"}}}};
  room["excitations"][1]["region"] = "shell";
  room["excitations"][1]["amplitude"] = 10;
  room["discretization"] = {{"nonlinear", {{"tolerance", 1e-13}}}};
  room["outputs"]["probes"] = {{{"name", "p"}, {"point", {0.31, 0.27, 0.32}}}};
  room["outputs"]["nonlinear"] = {{"every", "4 steps"}};
  if (curlew::testing::k_has_vtk)
    room["outputs"]["fields"] = {{"every", "20 steps"}};
  expect_on_ranks(room, {}, {"probe_p.csv", "energy.csv"}, 1e-10);
  EXPECT_EQ(summary("several").at("nonlinear").at("tets"), 6);
  EXPECT_GT(summary("one").at("nonlinear").at("largest_eps_r").get<double>(), 2.01);
}

// Cubes of 0.2 m, 5 x 5 x 5 of them: a plane wave in the middle one, layers outside.
const json k_scattering = json::parse(R"({
  "method": "dgtd",
  "mesh": { "box": { "size": [1, 1, 1], "cells": [5, 5, 5] } },
  "materials": { "air": { "eps_r": 1 } }, "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "pml", "thickness": 0.2 } },
  "frequency": ["150 MHz", "200 MHz"],
  "excitations": [
    { "name": "wave", "type": "plane-wave", "direction": [1, 2, 3], "polarization": [3, 0, -1],
      "box": { "min": [0.4, 0.4, 0.4], "max": [0.6, 0.6, 0.6] },
      "waveform": { "type": "gaussian-derivative", "f_max": "300 MHz" } }
  ],
  "time": { "steps": 60, "dt": 5e-11 },
  "discretization": {},
  "outputs": {
    "rcs": { "bistatic": { "theta": [0, 40, 90], "phi": [0, 70] } },
    "flux": [ { "name": "cut", "plane": { "axis": "x", "at": 0.5 } },
              { "name": "around", "box": { "min": [0.25, 0.25, 0.25], "max": [0.75, 0.75, 0.75] } } ],
    "probes": [ { "name": "p", "point": [0.51, 0.47, 0.52] }, { "name": "q", "point": [0.9, 0.3, 0.2] } ],
    "checkpoint": { "every": "20 steps" }
  }
})");

// Plane waves, layers, a cross section, and powers through surfaces.
TEST_F(DgtdRanksFields, ScatterAlike) {
  const std::vector<std::string> probes{"probe_p.csv", "probe_q.csv"},
      tables{"rcs.csv", "flux_cut.csv", "flux_cut_time.csv", "flux_around.csv",
             "flux_around_time.csv"};
  for (const char *choice : {R"({ "scheme": "central", "penalty": 0.3 })",
                             R"({ "scheme": "upwind", "space": "mixed" })"}) {
    SCOPED_TRACE(choice);
    json scattering = k_scattering;
    scattering["discretization"] = json::parse(choice);
    expect_on_ranks(scattering, probes, tables, 1e-12);
    EXPECT_EQ(warnings_of_the_case(summary("several")), warnings_of_the_case(summary("one")));
  }
  EXPECT_NE(summary("one").at("warnings").dump().find("flux \\\"cut\\\""), std::string::npos);
  // The twins: a part in 10^7 of the amplitude; a step less, because cross sections are relative.
  expect_run(3, "other", {"--set", "excitations.0.amplitude=1.0000001"});
  for (const std::string &table : {probes[1], tables[2], tables[4]})
    EXPECT_GT(table_distance(scratch_ / "other" / table, scratch_ / "one" / table), 1e-12) << table;
  expect_run(3, "other", {"--set", "time.steps=59"});
  for (const std::string &table : {tables[0], tables[1]})
    EXPECT_GT(table_distance(scratch_ / "other" / table, scratch_ / "one" / table), 1e-12) << table;
}

// Layers that go on with losses and a pole and have a stretch, beside conductors; and the far field
// of a current.
TEST_F(DgtdRanksFields, AbsorbAndRadiateAlike) {
  json room = k_scattering;
  room["excitations"] = {k_room["excitations"][0]};
  room["excitations"][0]["point"] = {0.51, 0.47, 0.52};
  room["outputs"].erase("rcs");
  room["outputs"].erase("flux");
  json radiator = room;
  radiator["outputs"]["far_field"] = {{"theta", {0, 40, 90}}, {"phi", {0, 70}}};
  radiator["discretization"] = {{"scheme", "upwind"}, {"space", "mixed"}};
  expect_on_ranks(radiator, {"probe_p.csv", "probe_q.csv"}, {"far_field.csv"}, 1e-12);
  room["materials"]["air"] = {{"eps_r", 2}, {"sigma", 1e-3}};
  room["boundaries"] =
      json::parse(R"({ "default": { "type": "pec" }, "x+": { "type": "pml", "thickness": 0.4 } })");
  room["materials"]["air"]["debye"] = json::parse(R"([ { "delta_eps": 0.5, "tau": 1e-9 } ])");
  room["boundaries"]["x+"].update({{"kappa", 2}, {"alpha", 1e-3}});
  for (const auto &[scheme, space] : {std::pair{"central", "full"}, std::pair{"upwind", "mixed"}}) {
    SCOPED_TRACE(scheme);
    room["discretization"] = {{"scheme", scheme}, {"space", space}};
    expect_on_ranks(room, {"probe_p.csv", "probe_q.csv"}, {}, 0);
  }
}

} // namespace
#endif

// Method dgtd on several ranks: unknowns advance with the same bits as on one, whatever the scheme
// reads of its neighbours, and a run goes on on any number of ranks.
#include "ranks.hpp"
#include "tables.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

// Every wall and losses: tets with matrices of their own lie at the absorbing one.
const json k_room = json::parse(R"({
  "method": "dgtd",
  "mesh": { "box": { "size": [1, 0.8, 0.6], "cells": [3, 3, 2], "jitter": 0.1 } },
  "materials": { "air": { "eps_r": 1, "sigma": 1e-4 } },
  "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "pec" }, "y-": { "type": "abc" }, "z+": { "type": "pmc" } },
  "excitations": [
    { "name": "dipole", "type": "current", "point": [0.31, 0.33, 0.22], "direction": [0.3, 0.5, 0.8],
      "waveform": { "type": "gaussian-derivative", "f_max": "300 MHz" } },
    { "name": "filled", "type": "current", "region": "volume", "direction": [0, 0, 1],
      "waveform": { "type": "gaussian-derivative", "f_max": "200 MHz" } }
  ],
  "time": { "steps": 40, "courant": 0.9 },
  "discretization": {},
  "outputs": {
    "probes": [
      { "name": "p", "point": [0.61, 0.33, 0.21] },
      { "name": "plane", "field": "H",
        "plane": { "corner": [0.1, 0.1, 0.1], "u": [0.8, 0, 0], "v": [0, 0.6, 0], "counts": [3, 3] } }
    ],
    "energy": { "every": "4 steps" },
    "checkpoint": { "every": "10 steps" }
  }
})");

const std::vector<std::string> k_choices = {
    R"({ "scheme": "central", "space": "full", "order": 1 })",
    R"({ "scheme": "central", "space": "mixed", "order": 1, "penalty": 0.3 })",
    R"({ "scheme": "dfdd", "space": "mixed", "order": 2 })",
    R"({ "scheme": "dfdd", "space": "full", "order": 1, "variant": "stored" })",
    R"({ "scheme": "upwind", "space": "mixed", "order": 1 })",
    R"({ "scheme": "upwind", "space": "full", "order": 2 })"};

// A pair of plates with all that lies on walls: a port of each kind that a box has, behind a
// network with memory one of them, an element of R, L and C, and a resistive wall.
const json k_line = json::parse(R"({
  "title": "line", "method": "dgtd",
  "mesh": { "box": { "size": [0.01, 0.02, 0.05], "cells": [2, 2, 5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "pec" },
    "z-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "y+": { "type": "port", "kind": "lumped", "index": 2, "direction": [1, 0, 0],
            "R": 40, "L": "5 nH", "excited": true },
    "y-": { "type": "impedance", "surface_impedance": 300 },
    "z+": { "type": "lumped", "R": 30, "L": "10 nH", "C": "3 pF", "direction": [1, 0, 0] }
  },
  "frequency": [5e8, 1e9],
  "time": { "steps": 60 },
  "outputs": {
    "energy": { "every": "7 steps" }, "checkpoint": { "every": "20 steps" },
    "probes": [ { "name": "e", "point": [0.003, 0.01, 0.02] } ]
  }
})");

// The largest difference of numbers in two tables of the same words, relative to the largest of
// their column; infinite where the tables have other rows.
double table_distance(const fs::path &one, const fs::path &other) {
  const auto cells_of = [](const fs::path &table) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(read_file(table));
    for (std::string line; std::getline(text, line);) {
      std::istringstream cells(line);
      rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');)
        rows.back().push_back(cell);
    }
    return rows;
  };
  const auto a = cells_of(one), b = cells_of(other);
  if (a.size() != b.size() || a.size() < 2 || a[0] != b[0])
    return INFINITY;
  double worst = 0;
  for (std::size_t column = 0; column < a[0].size(); ++column) {
    double apart = 0, largest = 0;
    for (std::size_t row = 1; row < a.size(); ++row) {
      const std::string &x = a[row].at(column), &y = b[row].at(column);
      if (x == y && x.find_first_not_of("+-.e0123456789") != std::string::npos)
        continue; // words, nan
      apart = std::max(apart, std::abs(std::stod(x) - std::stod(y)));
      largest = std::max(largest, std::abs(std::stod(y)));
    }
    worst = std::max(worst, apart > 0 ? apart / largest : 0);
  }
  return worst;
}

class DgtdRanks : public testing::Test {
protected:
  void choose(const std::string &discretization, const std::string &debye = "[]") {
    json room = k_room;
    room["discretization"] = json::parse(discretization);
    room["materials"]["air"]["debye"] = json::parse(debye);
    write_file(scratch_ / "case.json", room.dump(2));
  }

  // On 0 ranks: without a launcher.
  Outcome run_on(int ranks, const std::string &folder, const std::vector<std::string> &more) const {
    std::vector<std::string> arguments{"run", "case.json", "--quiet", "--threads",
                                       "1",   "--output",  folder};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_time({arguments,
                        scratch_.path(),
                        {},
                        0,
                        ranks == 0 ? std::vector<std::string>() : launcher(ranks)});
  }
  void expect_run(int ranks, const std::string &folder,
                  const std::vector<std::string> &more = {}) const {
    const std::string wrong = mismatch(run_on(ranks, folder, more), {0, {}});
    EXPECT_TRUE(wrong.empty()) << folder << ": " << wrong;
  }
  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }

  void expect_same(const std::string &folder, const std::string &reference) const {
    for (const char *table : {"probe_p.csv", "probe_plane.csv"})
      EXPECT_EQ(read_file(scratch_ / folder / table), read_file(scratch_ / reference / table))
          << folder << "/" << table;
    const auto energy = numbers(scratch_ / folder / "energy.csv"),
               expected = numbers(scratch_ / reference / "energy.csv");
    ASSERT_EQ(energy.size(), expected.size());
    double largest = 0;
    for (const auto &row : expected)
      largest = std::max(largest, row.back());
    EXPECT_GT(largest, 0);
    for (std::size_t i = 0; i < energy.size(); ++i) // sums in another order
      EXPECT_NEAR(energy[i].back(), expected[i].back(), 1e-12 * largest) << folder << " " << i;
    for (const char *key : {"tets", "unknowns", "steps", "dt_s", "time_s"})
      EXPECT_EQ(summary(folder).at(key), summary(reference).at(key)) << key;
  }

  // Numbers of a table agree to a part of the largest of their column.
  void expect_table(const std::string &table, const std::string &folder,
                    const std::string &reference, double tolerance) const {
    EXPECT_LE(table_distance(scratch_ / folder / table, scratch_ / reference / table), tolerance)
        << folder << "/" << table;
  }
  // On three ranks, and from there on two, what one rank gives: probes with the same bits, other
  // tables to a tolerance.
  void expect_on_ranks(const json &input, const std::vector<std::string> &probes,
                       const std::vector<std::string> &tables, double tolerance) const {
    write_file(scratch_ / "case.json", input.dump(2));
    expect_run(0, "one");
    expect_run(3, "several");
    expect_run(3, "broken", {"--set", "time.steps=20"});
    expect_run(2, "broken", {"--restart"});
    for (const std::string folder : {"several", "broken"}) {
      for (const std::string &table : probes)
        EXPECT_EQ(read_file(scratch_ / folder / table), read_file(scratch_ / "one" / table))
            << folder << "/" << table;
      for (const std::string &table : tables)
        expect_table(table, folder, "one", tolerance);
    }
    fs::remove_all(scratch_ / "broken");
  }

  void expect_failure(int ranks, const std::vector<std::string> &more, int exit_code,
                      const std::vector<std::string> &words) const {
    const Outcome outcome = run_on(ranks, "refused", more);
    const auto errors = error_lines(outcome);
    ASSERT_EQ(errors.size(), 1u) << outcome.all();
    for (const std::string &word : words)
      EXPECT_NE(errors[0].find(word), std::string::npos) << word << " is not in\n" << errors[0];
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.all();
    expect_nobody_in(scratch_.path());
  }

  Scratch scratch_;
};

TEST_F(DgtdRanks, GiveTheBitsOfOne) {
  for (const std::string &choice : k_choices) {
    SCOPED_TRACE(choice);
    choose(choice);
    expect_run(0, "one");
    for (const int ranks : {2, 3, 7}) {
      expect_run(ranks, "several");
      expect_same("several", "one");
      EXPECT_EQ(summary("several").at("ranks"), ranks);
    }
    // The twin: bits tell a change in the ninth digit.
    expect_run(0, "other", {"--set", "excitations.0.amplitude=1.00000001"});
    EXPECT_NE(read_file(scratch_ / "other/probe_p.csv"), read_file(scratch_ / "one/probe_p.csv"));
  }
}

// A medium with memory, on ranks and over restarts.
TEST_F(DgtdRanks, RememberAlike) {
  const char *poles = R"({ "sigma": 1e-4, "debye": [{ "delta_eps": 2, "tau": 5e-10 }],
                           "mu_lorentz": [{ "delta_mu": 0.5, "f0": 2e8, "gamma": 5e7 }] })";
  for (const std::string &choice : {k_choices[0], k_choices[2], k_choices[4]}) {
    SCOPED_TRACE(choice);
    json room = k_room;
    room["materials"]["air"] = json::parse(poles);
    room["discretization"] = json::parse(choice);
    write_file(scratch_ / "case.json", room.dump(2));
    expect_run(0, "one");
    expect_run(3, "several");
    expect_same("several", "one");
    expect_run(3, "broken", {"--set", "time.steps=20"});
    expect_run(2, "broken", {"--restart"});
    expect_same("broken", "one");
    fs::remove_all(scratch_ / "broken");
  }
}

TEST_F(DgtdRanks, AnyCutGivesTheSame) {
  choose(k_choices[2]);
  expect_run(0, "one");
  expect_run(4, "spatial", {"--set", "run.partition=spatial"});
  expect_same("spatial", "one");
}

TEST_F(DgtdRanks, ContinueOnOtherNumbersOfRanks) {
  for (const std::string &choice : {k_choices[0], k_choices[2], k_choices[4]}) {
    SCOPED_TRACE(choice);
    choose(choice);
    expect_run(0, "unbroken");
    const int numbers_of_ranks[][2] = {{4, 2}, {3, 0}, {0, 3}};
    for (const auto &[first, second] : numbers_of_ranks) {
      expect_run(first, "broken", {"--set", "time.steps=20"});
      expect_run(second, "broken", {"--restart"});
      expect_same("broken", "unbroken");
      fs::remove_all(scratch_ / "broken");
    }
  }
}

// Their states have rows for the tets of a medium.
TEST_F(DgtdRanks, MediaWithMemoryKeepIt) {
  for (const std::string &choice : {k_choices[2], k_choices[4]}) {
    SCOPED_TRACE(choice);
    choose(choice, R"([ { "delta_eps": 1.5, "tau": "0.4 ns" } ])");
    expect_run(0, "one");
    expect_run(3, "three");
    expect_same("three", "one");
    expect_run(3, "broken", {"--set", "time.steps=20"});
    expect_run(2, "broken", {"--restart"});
    expect_same("broken", "one");
    fs::remove_all(scratch_ / "broken");
  }
}

// Ports, elements and impedances. Fields do not read sums over ports.
TEST_F(DgtdRanks, HavePortsAndImpedancesTogether) {
  for (const char *scheme : {"central", "dfdd", "upwind"}) {
    SCOPED_TRACE(scheme);
    json line = k_line;
    line["discretization"]["scheme"] = scheme;
    expect_on_ranks(line, {"probe_e.csv"}, {"port_1.csv", "port_2.csv", "energy.csv"}, 1e-12);
  }
  // The twins: a ten-millionth more of an element, of a wall.
  for (const char *change :
       {"boundaries.z+.R=30.000003", "boundaries.y-.surface_impedance=300.00003"}) {
    expect_run(3, "other", {"--set", change});
    EXPECT_GT(table_distance(scratch_ / "other/port_1.csv", scratch_ / "one/port_1.csv"), 1e-12);
  }
}

TEST_F(DgtdRanks, FindTheSameScattering) {
  json line = k_line;
  line["outputs"] = {{"s_parameters", {{"reference", 50}}}};
  line["time"]["steps"] = 300;
  json guide = line;
  guide["mesh"]["box"] = {{"size", {0.02, 0.01, 0.04}}, {"cells", {2, 1, 4}}};
  guide["boundaries"] = json::parse(R"({
    "default": { "type": "pec" },
    "z-": { "type": "port", "kind": "rectangular", "index": 1, "excited": true },
    "z+": { "type": "port", "kind": "rectangular", "index": 2, "excited": true } })");
  guide["frequency"] = {9e9, 1e10};
  guide["outputs"] = {{"s_parameters", {{"touchstone", false}}}};
  for (const json &one : {line, guide}) {
    write_file(scratch_ / "case.json", one.dump(2));
    expect_run(0, "one");
    expect_run(3, "several");
    for (const char *table : {"port-S.csv", "port_1_from_2.csv", "port_2_from_2.csv"})
      expect_table(table, "several", "one", 1e-12);
  }
}

TEST_F(DgtdRanks, FailAsOne) {
  choose(k_choices[0]);
  expect_failure(10, {"--set", "mesh.box.cells=[1,1,1]"}, 2, {"of 10", "6 tets", "fewer ranks"});
  expect_failure(3, {"--set", "outputs.probes.0.point=[5,0.3,0.2]"}, 2, {"probe \"p\"", "outside"});
  expect_failure(3, {"--set", "regions.volume=water"}, 2, {"water"});
  expect_failure(2, {"--set", "discretization.local_time_stepping=true"}, 2,
                 {"local time steps", "without mpirun"});
  expect_failure(3,
                 {"--set", "time.courant=1.05", "--set", "time.allow_unstable=true", "--set",
                  "time.steps=20000", "--set", "materials.air.sigma=0"},
                 4, {"at step ", "courant"});
}

} // namespace
#endif

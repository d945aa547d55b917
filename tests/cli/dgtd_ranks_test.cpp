// Method dgtd on several ranks: unknowns advance with the same bits as on one, whatever the scheme
// reads of its neighbours, and a run goes on on any number of ranks.
#include "cases.hpp"
#include "dgtd_ranks.hpp"

#include <tuple>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

const std::vector<std::string> k_choices = {
    R"({ "scheme": "central", "space": "full", "order": 1 })",
    R"({ "scheme": "central", "space": "mixed", "order": 1, "penalty": 0.3 })",
    R"({ "scheme": "dfdd", "space": "mixed", "order": 2 })",
    R"({ "scheme": "dfdd", "space": "full", "order": 1, "variant": "stored" })",
    R"({ "scheme": "upwind", "space": "mixed", "order": 1 })",
    R"({ "scheme": "upwind", "space": "full", "order": 2 })"};
const char *const k_two_step =
    R"({ "scheme": "dfdd", "space": "mixed", "order": 1, "recursion": "two-step" })";

// A pair of plates with every kind of wall element: a port of each kind that a box has, one of them
// behind a network with memory, an element of R, L and C, and a resistive wall.
const json k_line = [] {
  json line = json::parse(k_line_case);
  line["mesh"]["box"]["cells"] = {2, 2, 5};
  line["boundaries"]["y-"] = {{"type", "impedance"}, {"surface_impedance", 300}};
  line["time"]["steps"] = 60;
  line["outputs"]["checkpoint"]["every"] = "20 steps";
  return line;
}();

TEST_F(DgtdRanks, GiveTheBitsOfOne) {
  for (const std::string &choice : k_choices) {
    SCOPED_TRACE(choice);
    choose(choice);
    expect_run(0, "one");
    for (const int ranks : {2, 4}) {
      expect_run(ranks, "several");
      expect_same("several", "one");
      EXPECT_EQ(summary("several").at("ranks"), ranks);
    }
  }
  // The twin: a change in the ninth digit changes the bits.
  expect_run(0, "other", {"--set", "excitations.0.amplitude=1.00000001"});
  EXPECT_NE(read_file(scratch_ / "other/probe_p.csv"), read_file(scratch_ / "one/probe_p.csv"));
}

// A medium with memory, on ranks and over restarts: states have rows for its tets.
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
  const std::tuple<std::string, int, int> breaks[] = {
      {k_choices[0], 4, 2}, {k_choices[2], 3, 0}, {k_choices[2], 0, 3}, {k_choices[4], 0, 3}};
  for (const auto &[choice, first, second] : breaks) {
    SCOPED_TRACE(choice);
    choose(choice);
    expect_run(0, "unbroken");
    expect_run(first, "broken", {"--set", "time.steps=20"});
    expect_run(second, "broken", {"--restart"});
    expect_same("broken", "unbroken");
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
  for (const int port : {1, 2}) // with a peak within the steps
    line["excitations"].push_back({{"name", std::to_string(port)},
                                   {"type", "port"},
                                   {"port", port},
                                   {"waveform", {{"type", "gaussian"}, {"f_max", 4e9}}}});
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

// Coaxial ports, of two antennas.
TEST_F(DgtdRanks, HaveArraysTogether) {
  write_file(scratch_ / "case.json", array_case());
  expect_run(0, "one");
  expect_run(3, "several");
  for (const char *table : {"port_1.csv", "port_2.csv"})
    expect_table(table, "several", "one", 1e-12);
  // The twin: the other antenna sees other waves.
  EXPECT_GT(table_distance(scratch_ / "one/port_2.csv", scratch_ / "one/port_1.csv"), 0.1);
}

// Each rank projects its own tets; a restart does not project again.
TEST_F(DgtdRanks, StartFromTheSameFields) {
  for (const std::string &choice : {k_choices[1], k_choices[2], k_choices[4]}) {
    SCOPED_TRACE(choice);
    json room = k_room;
    room["boundaries"] = json::parse(R"({ "default": { "type": "pec" } })");
    room["excitations"] =
        json::parse(R"([ { "name": "ring", "type": "initial-field", "mode": "TM111" } ])");
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
  // The twin.
  expect_run(3, "other", {"--set", "excitations.0.amplitude=1.00000001"});
  EXPECT_NE(read_file(scratch_ / "other/probe_p.csv"), read_file(scratch_ / "one/probe_p.csv"));
  expect_failure(3, {"--set", "boundaries.x-.type=pmc"}, 2, {"six walls"});
}

// Ranks exchange both levels of the neighbours' fields, also after a restart.
TEST_F(DgtdRanks, TakeTwoStepsAlike) {
  json room = k_room;
  room["materials"]["air"]["sigma"] = 0;
  room["discretization"] = json::parse(k_two_step);
  write_file(scratch_ / "case.json", room.dump(2));
  expect_run(0, "one");
  expect_run(3, "several");
  expect_same("several", "one");
  expect_run(3, "broken", {"--set", "time.steps=20"});
  expect_run(2, "broken", {"--restart"});
  expect_same("broken", "one");
  // The twin.
  expect_run(3, "other", {"--set", "excitations.0.amplitude=1.00000001"});
  EXPECT_NE(read_file(scratch_ / "other/probe_p.csv"), read_file(scratch_ / "one/probe_p.csv"));
}

TEST_F(DgtdRanks, FailAsOne) {
  choose(k_choices[0]);
  expect_failure(10, {"--set", "mesh.box.cells=[1,1,1]"}, 2, {"of 10", "6 tets", "fewer ranks"});
  expect_failure(3, {"--set", "outputs.probes.0.point=[5,0.3,0.2]"}, 2, {"probe \"p\"", "outside"});
  expect_failure(3, {"--set", "regions.volume=water"}, 2, {"water"});
  expect_failure(3,
                 {"--set", "time.courant=1.05", "--set", "time.allow_unstable=true", "--set",
                  "time.steps=20000", "--set", "materials.air.sigma=0"},
                 4, {"at step ", "courant"});
}

} // namespace
#endif

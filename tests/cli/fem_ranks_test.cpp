// Method fem on several ranks: the results of one rank, written by the root alone, and refused
// cases.
#include "rank_cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

// A waveguide whose end is half open, at two frequencies.
json half_open_guide() {
  json guide = guide_case(json::parse(R"({
    "mesh": { "box": { "cells": [9, 4, 2] } },
    "frequency": ["9 GHz", "10 GHz"],
    "solver": { "tolerance": 1e-12 },
    "discretization": {}
  })"));
  if (curlew::testing::k_has_vtk)
    guide["outputs"]["fields"] = {{"quantities", {"E"}}};
  return guide;
}
const json k_guide = half_open_guide();

const json k_current = json::parse(R"([ { "name": "d", "type": "current",
  "point": [0.031, 0.011, 0.005], "direction": [0, 0, 1] } ])");

// A line with a port and a lossy end of R, L and C.
const json k_line_in_time = json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.01, 0.02, 0.05], "cells": [2, 2, 5], "jitter": 0.1 } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "pec" },
    "z-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "z+": { "type": "lumped", "R": 30, "L": "10 nH", "C": "3 pF", "direction": [1, 0, 0] }
  },
  "frequency": [5e8, 1e9],
  "time": { "dt": "60 ps", "steps": 200 },
  "solver": { "method": "cg", "tolerance": 1e-12 },
  "outputs": {
    "s_parameters": { "touchstone": false }, "energy": { "every": "7 steps" },
    "checkpoint": { "every": "80 steps" },
    "probes": [ { "name": "e", "point": [0.003, 0.01, 0.02] },
                { "name": "h", "point": [0.003, 0.01, 0.02], "field": "H" } ]
  }
})");

class FemRanks : public testing::Test {
protected:
  void SetUp() override { write(k_guide); }
  void write(const json &input) const { write_file(scratch_ / "case.json", input.dump(2)); }

  // Runs on so many ranks; on 0 without a launcher.
  Outcome run_on(int ranks, const std::string &input, const std::string &folder,
                 const std::vector<std::string> &more) const {
    std::vector<std::string> options;
    for (const std::string &setting : more)
      options.insert(options.end(), {"--set", setting});
    return run_case_on(ranks, scratch_.path(), input, folder, options);
  }
  void expect_run(int ranks, const std::string &folder, const std::vector<std::string> &more = {},
                  const std::string &input = "case.json") const {
    const std::string wrong = mismatch(run_on(ranks, input, folder, more), {0, {}});
    EXPECT_TRUE(wrong.empty()) << folder << ": " << wrong;
  }
  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }
  std::set<std::string> files(const std::string &folder) const {
    std::set<std::string> names;
    for (const auto &file : fs::recursive_directory_iterator(scratch_ / folder))
      names.insert(fs::relative(file.path(), scratch_ / folder).string());
    return names;
  }

  double difference(const std::string &folder, const std::string &reference,
                    const std::string &table) const {
    return largest_difference(scratch_ / folder / table, scratch_ / reference / table);
  }

  std::vector<int> iterations(const std::string &folder) const {
    const json said = summary(folder);
    std::vector<int> counts;
    for (const json &solve : said.at("solves"))
      counts.push_back(solve.at("iterations"));
    EXPECT_FALSE(counts.empty());
    return counts;
  }
  void expect_as_many_iterations(const std::string &folder, const std::string &reference) const {
    const std::vector<int> found = iterations(folder), expected = iterations(reference);
    ASSERT_EQ(found.size(), expected.size());
    // The counts of cocg change with the rounding: 85 to 89 on one to three ranks.
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], expected[k], std::max(1.0, 0.05 * expected[k]));
  }

  void expect_failure(int ranks, const std::vector<std::string> &more, int exit_code,
                      const std::vector<std::string> &words,
                      const std::string &folder = "refused") const {
    expect_one_error(run_on(ranks, "case.json", folder, more), exit_code, words, scratch_.path());
  }

  Scratch scratch_;
};

TEST_F(FemRanks, PortsHaveTheScatteringOfOne) {
  expect_run(0, "one");
  EXPECT_EQ(summary("one").at("solver"), "direct");
  for (const int ranks : {1, 3}) {
    expect_run(ranks, "several");
    for (const char *table : {"port-S.csv", "powers.csv", "probe_p.csv"})
      EXPECT_LT(difference("several", "one", table), 1e-9) << table << " on " << ranks;
    if (ranks == 1)
      continue;
    const json said = summary("several");
    EXPECT_EQ(said.at("ranks"), ranks);
    EXPECT_EQ(said.at("solver"), "cocg");
    EXPECT_EQ(said.at("preconditioner"), "gradient");
    EXPECT_NE(said.at("solver_reason").get<std::string>().find("ranks"), std::string::npos);
    EXPECT_EQ(said.at("matrix_entries"), summary("one").at("matrix_entries"));
    std::int64_t entries = 0;
    for (const json &part : said.at("rank_entries")) {
      EXPECT_GT(part, 0);
      entries += part.get<std::int64_t>();
    }
    EXPECT_EQ(said.at("rank_entries").size(), static_cast<std::size_t>(ranks));
    EXPECT_EQ(said.at("matrix_entries"), entries);
    EXPECT_EQ(said.at("matrices").at(1).at("rank_assembly_s").size(),
              static_cast<std::size_t>(ranks));
    EXPECT_EQ(files("several").count("convergence_1.csv") +
                  files("several").count("convergence.csv"),
              1u);
  }
  // The twin: the effect of a change in the eighth digit.
  expect_run(2, "other", {"materials.air.eps_r=1.50000005"});
  EXPECT_GT(difference("other", "one", "port-S.csv"), 1e-9);
}

TEST_F(FemRanks, SolversAgree) {
  expect_run(0, "one");
  for (const char *solver :
       {R"({ "method": "cocg", "preconditioner": "jacobi", "tolerance": 1e-12 })",
        R"({ "method": "fgmres", "preconditioner": "gradient", "tolerance": 1e-12 })",
        R"({ "method": "bicgstab", "preconditioner": "ssor-ai", "tolerance": 1e-12 })"}) {
    expect_run(3, "several", {std::string("solver=") + solver, "discretization.assembly=atomic"});
    EXPECT_LT(difference("several", "one", "port-S.csv"), 1e-9) << solver;
  }
}

TEST_F(FemRanks, AnyCutGivesTheSame) {
  expect_run(0, "one");
  expect_run(4, "spatial", {"run.partition=spatial", "discretization.order=1"});
  EXPECT_LT(difference("spatial", "one", "port-S.csv"), 1e-9);
}

// Their columns are solves of their own.
TEST_F(FemRanks, PortsWithModesOfSectionsTheSame) {
  const std::vector<std::string> modal{"boundaries.x-.kind=modal", "boundaries.x+.kind=modal"};
  expect_run(0, "one", modal);
  expect_run(3, "several", modal);
  EXPECT_LT(difference("several", "one", "port-S.csv"), 1e-9);
}

// Curved tets of second order, a wave, a far field.
TEST_F(FemRanks, WavesScatterAsOnOne) {
  const std::string sphere = curlew::test::source_path("examples/sphere-quarter/case.json");
  const std::vector<std::string> tight{"solver.tolerance=1e-12"};
  expect_run(0, "one", tight, sphere);
  expect_run(0, "cycles", {R"(solver={"preconditioner":"multigrid","tolerance":1e-12})"}, sphere);
  expect_run(3, "several", tight, sphere);
  EXPECT_LT(difference("several", "one", "rcs.csv"), 1e-9);
  EXPECT_EQ(summary("several").at("preconditioner"), "multigrid");
  expect_as_many_iterations("several", "cycles");
}

// "auto" chooses multigrid where there are levels, and reports it.
TEST_F(FemRanks, MultigridTakesTheIterationsOfOne) {
  json guide = k_guide;
  guide["mesh"]["box"]["cells"] = {6, 3, 1};
  guide["mesh"]["refine"] = 1;
  write(guide);
  expect_run(0, "direct");
  expect_run(0, "one", {R"(solver={"preconditioner":"multigrid","tolerance":1e-12})"});
  for (const int ranks : {2, 4}) {
    SCOPED_TRACE(ranks);
    expect_run(ranks, "several");
    for (const char *table : {"port-S.csv", "powers.csv", "probe_p.csv"}) {
      EXPECT_LT(difference("several", "one", table), 1e-10) << table;
      EXPECT_LT(difference("several", "direct", table), 1e-9) << table;
    }
    const json said = summary("several");
    EXPECT_EQ(said.at("solver"), "fgmres");
    EXPECT_EQ(said.at("preconditioner"), "multigrid");
    for (const json &all : {said, summary("one")}) {
      EXPECT_EQ(all.at("solves").at(0).at("solver_used"), "fgmres + multigrid, csr");
      EXPECT_GT(all.at("solves").at(0).at("setup_s"), 0);
    }
    const std::string reason = said.at("solver_reason").get<std::string>();
    EXPECT_NE(reason.find("1 coarser meshes"), std::string::npos) << reason;
    EXPECT_NE(reason.find("ranks"), std::string::npos) << reason;
    const std::string solver = said.at("matrices").at(0).at("solver").get<std::string>();
    EXPECT_NE(solver.find("solved at the root"), std::string::npos) << solver;
    expect_as_many_iterations("several", "one");
  }
  const std::string chebyshev =
      R"(solver={"method":"cocg","preconditioner":{"type":"multigrid","smoother":"chebyshev"},)"
      R"("tolerance":1e-12})";
  const std::vector<std::string> second{chebyshev, "discretization.order=2"};
  expect_run(0, "one", second);
  expect_run(3, "several", second);
  EXPECT_LT(difference("several", "one", "port-S.csv"), 1e-9);
  expect_as_many_iterations("several", "one");
  // The twin: another cycle takes another count.
  expect_run(3, "several",
             {chebyshev, "discretization.order=2", R"(solver.preconditioner.degree=4)"});
  EXPECT_GT(iterations("one").at(0), iterations("several").at(0) + 1);
}

// 6 tets, refined once to 48.
TEST_F(FemRanks, MultigridOnMoreRanksThanCoarseTets) {
  json tiny = k_guide;
  tiny["mesh"]["box"]["cells"] = {1, 1, 1};
  tiny["mesh"]["refine"] = 1;
  tiny["boundaries"] = {{"default", {{"type", "abc"}}}};
  tiny["excitations"] = k_current;
  tiny["outputs"] = {{"probes", k_guide["outputs"]["probes"]}};
  write(tiny);
  const std::vector<std::string> cycles{
      R"(solver={"preconditioner":"multigrid","tolerance":1e-12})"};
  expect_run(0, "one", cycles);
  expect_run(7, "several", cycles);
  EXPECT_LT(difference("several", "one", "probe_p.csv"), 1e-10);
  expect_as_many_iterations("several", "one");
}

TEST_F(FemRanks, DirectIsDoneByTheRootAlone) {
  expect_run(0, "one");
  expect_run(3, "several", {"solver.method=direct"});
  EXPECT_LT(difference("several", "one", "port-S.csv"), 1e-10);
  const std::string solver =
      summary("several").at("matrices").at(0).at("solver").get<std::string>();
  EXPECT_NE(solver.find("the root alone gathers and factors the whole matrix"), std::string::npos)
      << solver;
}

// A cell of a structure with Bloch phases, with and without a static magnetic field.
TEST_F(FemRanks, PeriodicFacesAndGyrotropicMediaAreThoseOfOne) {
  json cell = k_guide;
  cell["mesh"]["box"] = {{"size", {0.02, 0.015, 0.03}}, {"cells", {3, 2, 4}}};
  cell["boundaries"] = json::parse(R"({
    "x-": { "type": "periodic", "with": "x+", "phase": 40 },
    "y-": { "type": "periodic", "with": "y+", "phase": -70 },
    "z-": { "type": "pec" }, "z+": { "type": "impedance", "surface_impedance": [300, 60] } })");
  cell["excitations"] = k_current;
  cell["excitations"][0]["point"] = {0.011, 0.007, 0.013};
  cell["outputs"] = {{"probes", {{{"name", "p"}, {"point", {0.004, 0.011, 0.021}}}}},
                     {"powers", true}};
  write(cell);
  const std::string field = R"(materials.air.gyration=[0.2,0.1,0.4])";
  const std::string krylov = R"(solver={"method":"fgmres","tolerance":1e-12})";
  expect_run(0, "one");
  expect_run(0, "biased", {field});
  expect_run(2, "several");
  EXPECT_LT(difference("several", "one", "probe_p.csv"), 1e-10);
  expect_run(3, "several", {krylov, field});
  for (const char *table : {"probe_p.csv", "powers.csv"})
    EXPECT_LT(difference("several", "biased", table), 1e-10) << table;
  EXPECT_GT(difference("several", "one", "probe_p.csv"), 1e-3); // the twin
}

// Each pass is solved on all ranks, and each rank refines its mesh by the root's errors.
TEST_F(FemRanks, RefinedMeshesAreThoseOfOne) {
  json port = json::parse(R"({
    "method": "fem",
    "mesh": { "box": { "size": [0.03, 0.01, 0.04], "cells": [3, 1, 4] } },
    "materials": { "air": {} }, "regions": { "volume": "air" },
    "boundaries": {
      "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "abc" },
      "z-": { "type": "port", "kind": "lumped", "index": 1, "excited": true,
              "direction": [1, 0, 0] } },
    "frequency": [2e9, 3e9], "solver": { "tolerance": 1e-12 },
    "outputs": { "s_parameters": { "touchstone": false } },
    "refinement": { "quantity": "s", "tolerance": 1e-4, "max_passes": 3 } })");
  write(port);
  expect_run(0, "one");
  for (const int ranks : {2, 3}) {
    expect_run(ranks, "several");
    EXPECT_LT(difference("several", "one", "port-S.csv"), 1e-9);
    const json passes = summary("several").at("refinement").at("passes"),
               expected = summary("one").at("refinement").at("passes");
    ASSERT_EQ(passes.size(), 3u);
    for (std::size_t pass = 0; pass < passes.size(); ++pass)
      for (const char *size : {"tets", "unknowns"})
        EXPECT_EQ(passes[pass].at(size), expected.at(pass).at(size)) << size << " " << pass;
    EXPECT_GT(passes[2].at("unknowns"), passes[0].at("unknowns"));
    EXPECT_EQ(summary("several").at("ranks"), ranks);
  }
  // The twin: other marks make another mesh.
  expect_run(2, "other", {"refinement.fraction=0.05"});
  EXPECT_NE(summary("other").at("unknowns"), summary("one").at("unknowns"));
  expect_failure(2, {"solver.max_iterations=3"}, 3, {"did not reach", "3 iterations"});
}

// The root steps, all ranks solve: elements with memory, S, probes, energies.
TEST_F(FemRanks, RunsInTimeAreThoseOfOne) {
  write(k_line_in_time);
  const std::vector<std::string> tables{"port_1.csv", "port-S.csv", "probe_e.csv", "probe_h.csv",
                                        "energy.csv"};
  expect_run(0, "one");
  for (const int ranks : {2, 3}) {
    expect_run(ranks, "several");
    for (const std::string &table : tables)
      EXPECT_LT(difference("several", "one", table), 1e-9) << table << " on " << ranks;
    EXPECT_EQ(summary("several").at("ranks"), ranks);
    const json said = summary("several").at("step_solver");
    EXPECT_EQ(said.at("ranks"), ranks);
    EXPECT_NEAR(said.at("mean_iterations"), summary("one").at("step_solver").at("mean_iterations"),
                0.1);
  }
  expect_run(2, "root", {"solver.method=direct"});
  EXPECT_EQ(summary("root").at("step_solver").at("ranks"), 1);
  EXPECT_LT(difference("root", "one", "probe_e.csv"), 1e-9);
  // The twin: a change in the eighth digit.
  expect_run(2, "other", {"boundaries.z+.R=30.000003"});
  EXPECT_GT(difference("other", "one", "port_1.csv"), 1e-9);
  expect_failure(2, {"solver.max_iterations=3"}, 3, {"did not reach", "3 iterations"});
}

TEST_F(FemRanks, ARunInTimeContinuesOnOtherRanks) {
  write(k_line_in_time);
  expect_run(2, "whole");
  expect_run(2, "parts", {"time.steps=130"}); // its checkpoint is of step 80
  const Outcome outcome = run_in_time(
      {{"run", "case.json", "--quiet", "--threads", "1", "--output", "parts", "--restart"},
       scratch_.path(),
       {},
       0,
       launcher(3)});
  EXPECT_EQ(mismatch(outcome, {0, {}}), "");
  for (const char *table : {"port_1.csv", "port-S.csv", "probe_e.csv"})
    EXPECT_LT(difference("parts", "whole", table), 1e-9) << table;
}

TEST_F(FemRanks, FailAsOne) {
  expect_failure(2, {"solver.max_iterations=3"}, 3, {"did not reach", "3 iterations"});
  expect_failure(2, {"solver.max_iterations=3", "solver.on_failure=continue"}, 3,
                 {"2 of 2 solves did not converge"});
  expect_failure(3, {"outputs.probes.0.point=[5,0.3,0.2]"}, 2,
                 {"case.json:", "outside of the mesh"});
  json tiny = k_guide; // 6 tets
  tiny["mesh"]["box"]["cells"] = {1, 1, 1};
  tiny["boundaries"] = {{"default", {{"type", "abc"}}}};
  tiny["excitations"] = k_current;
  tiny["outputs"] = json::object();
  write(tiny);
  expect_failure(7, {}, 2, {"of 7", "6 tets", "7 ranks", "fewer ranks"});
}

TEST_F(FemRanks, WhatIsForOneProcessIsRefusedByName) {
  const std::string without = "without mpirun";
  json modes = k_guide;
  modes.erase("frequency");
  modes["outputs"] = json::object();
  modes["boundaries"] = {{"default", {{"type", "pec"}}}};
  modes["materials"]["air"] = {{"eps_r", 1}};
  modes["eigenmodes"] = {{"count", 1}, {"near", "8 GHz"}};
  write(modes);
  expect_failure(2, {}, 2, {"eigenmodes", without});
  write(k_line_in_time);
  expect_failure(2, {"solver.method=bicgstab"}, 2, {"bicgstab", "in time", "cg", without});
}

} // namespace
#endif

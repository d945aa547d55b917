// Files of a run: names, columns, keys, and the options that change them.
#include "cases.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

using namespace curlew::cli_test;
using curlew::testing::k_has_vtk;
using nlohmann::json;

namespace {

// The tiny case with every kind of output that this build can write.
const std::string k_all_outputs = replaced(
    k_tiny_case, R"(    "probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ])",
    std::string(R"(    "probes": [
      { "name": "p", "point": [0.61, 0.33, 0.21] },
      { "name": "h", "point": [0.61, 0.33, 0.21], "field": "H" },
      { "name": "line", "line": { "start": [0.1, 0.1, 0.1], "stop": [0.9, 0.1, 0.1], "count": 3 } },
      { "name": "plane", "field": "H",
        "plane": { "corner": [0.1, 0.1, 0.1], "u": [0.5, 0, 0], "v": [0, 0.5, 0], "counts": [2, 4] } }
    ],
    "spectra": [ { "probe": "p", "band": [0, "2 GHz"], "expected": ["1 THz"] } ],
    "energy": { "every": "4 steps" },)") +
        (k_has_vtk ? R"("fields": { "every": "20 steps", "quantities": ["E", "H"] },)" : "") +
        R"("checkpoint": { "every": "10 steps", "keep": 2 })");

void expect_done(const Outcome &outcome) {
  const std::string wrong = mismatch(outcome, {0, {}});
  ASSERT_TRUE(wrong.empty()) << wrong;
}

TEST(Results, EveryFileWithItsColumns) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_all_outputs);
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  expect_done(outcome);
  EXPECT_NE(outcome.out.find("Resonances at probe \"p\""), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("Time per step (40 steps, 108 tets"), std::string::npos);
  EXPECT_NE(outcome.out.find("of copy"), std::string::npos);
  const fs::path results = scratch / "results";
  std::vector<std::string> expected{".curlew-manifest", "case.resolved.json", "checkpoint",
                                    "energy.csv",       "peaks_p.csv",        "probe_h.csv",
                                    "probe_line.csv",   "probe_p.csv",        "probe_plane.csv",
                                    "run.log",          "spectrum_p.csv",     "summary.json"};
  if (k_has_vtk)
    expected.insert(expected.begin() + 4, {"fields", "fields.pvd"});
  EXPECT_EQ(names_in(results), expected);
  EXPECT_EQ(names_in(results / "checkpoint"), (std::vector<std::string>{"slot-0", "slot-1"}));

  EXPECT_EQ(first_line(results / "probe_p.csv"), "t (s),E_x (V/m),E_y (V/m),E_z (V/m)");
  EXPECT_EQ(first_line(results / "probe_h.csv"), "t (s),H_x (A/m),H_y (A/m),H_z (A/m)");
  EXPECT_EQ(first_line(results / "probe_line.csv"),
            "t (s),x (m),y (m),z (m),E_x (V/m),E_y (V/m),E_z (V/m)");
  EXPECT_EQ(first_line(results / "probe_plane.csv"),
            "t (s),x (m),y (m),z (m),H_x (A/m),H_y (A/m),H_z (A/m)");
  EXPECT_EQ(first_line(results / "energy.csv"), "t (s),W_e (J),W_m (J),W (J)");
  EXPECT_EQ(first_line(results / "spectrum_p.csv"), "f (Hz),|E| (V s/m)");
  EXPECT_EQ(first_line(results / "peaks_p.csv").rfind("f (Hz),amplitude,width (Hz)", 0), 0u);

  const json summary = json::parse(read_file(results / "summary.json"));
  const double dt = summary.at("dt_s");
  const auto p = numbers(results / "probe_p.csv"), h = numbers(results / "probe_h.csv");
  ASSERT_EQ(p.size(), 40u);
  ASSERT_EQ(h.size(), 40u);
  EXPECT_NEAR(p[0][0], dt, 1e-9 * dt);
  EXPECT_NEAR(h[0][0], 0.5 * dt, 1e-9 * dt); // H half a step before
  EXPECT_NEAR(p[39][0], 40 * dt, 1e-9 * dt);
  EXPECT_GT(std::abs(p[39][1]), 0);
  EXPECT_EQ(numbers(results / "probe_line.csv").size(), 3 * 40u);
  EXPECT_EQ(numbers(results / "probe_plane.csv").size(), 8 * 40u);
  EXPECT_EQ(numbers(results / "probe_line.csv")[1][1], 0.5); // the middle of the line
  const auto energy = numbers(results / "energy.csv");
  ASSERT_EQ(energy.size(), 10u);
  for (const auto &row : energy)
    EXPECT_NEAR(row[3], row[1] + row[2], 1e-12 * row[3]);
}

TEST(Results, FieldFilesWithTheirArrays) {
  CURLEW_SKIP_WITHOUT(vtk);
  const Scratch scratch;
  write_file(scratch / "case.json", k_all_outputs);
  expect_done(scratch.curlew({"run", "case.json", "--quiet"}));
  const fs::path results = scratch / "results";
  EXPECT_EQ(names_in(results / "fields").size(), 2u);
  const std::string pvd = read_file(results / "fields.pvd");
  for (const std::string &name : names_in(results / "fields"))
    EXPECT_NE(pvd.find("file=\"fields/" + name + "\""), std::string::npos) << pvd;
  const std::string vtu = read_file(results / "fields" / names_in(results / "fields")[1]);
  for (const char *array : {"Name=\"E\"", "Name=\"H\"", "Name=\"material\"", "appended"})
    EXPECT_NE(vtu.find(array), std::string::npos) << array;
}

TEST(Results, SummaryHasItsKeys) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_all_outputs);
  expect_done(scratch.curlew({"run", "case.json", "--threads", "2", "--oversubscribe"}));
  const json summary = json::parse(read_file(scratch / "results/summary.json"));
  for (const char *key : {"version", "git_hash", "libraries", "device", "threads", "backend"})
    EXPECT_TRUE(summary.at("provenance").contains(key)) << key;
  EXPECT_EQ(summary.at("provenance").at("threads"), 2);
  EXPECT_EQ(summary.at("inputs").at(0).at("file").get<std::string>().find("case.json") ==
                std::string::npos,
            false);
  EXPECT_EQ(summary.at("method"), "dgatd");
  EXPECT_EQ(summary.at("steps"), 40);
  EXPECT_EQ(summary.at("tets"), 108);
  EXPECT_EQ(summary.at("unknowns").get<int>(),
            summary.at("edges").get<int>() + summary.at("faces").get<int>());
  EXPECT_GT(summary.at("stability").at("dt_limit_s").get<double>(),
            summary.at("dt_s").get<double>());
  EXPECT_FALSE(summary.at("wall_seconds").empty());
  EXPECT_GT(summary.at("peak_memory_bytes").get<double>(), 1e6);
  const json &performance = summary.at("performance");
  for (const char *key :
       {"minimum_bytes", "seconds", "gbytes_per_s", "copy_gbytes_per_s", "fraction_of_copy"}) {
    EXPECT_GT(performance.at(key).get<double>(), 0) << key;
    EXPECT_GT(performance.at("kernel").at("faraday").at(key).get<double>(), 0) << key;
  }
  // The miss of an expected frequency.
  EXPECT_NE(summary.at("warnings").dump().find("no resonance within"), std::string::npos);
  EXPECT_TRUE(summary.at("spectra").at("p").contains("expected"));
}

TEST(Results, ResolvedCaseRepeatsTheRun) {
  const Scratch scratch, elsewhere;
  write_file(scratch / "case.json", k_all_outputs);
  expect_done(scratch.curlew({"run", "case.json"}));
  const std::string resolved = (scratch / "results/case.resolved.json").string();
  expect_done(elsewhere.curlew({"run", resolved, "--output", "again"}));
  for (const char *name : {"probe_p.csv", "probe_plane.csv", "energy.csv", "spectrum_p.csv"})
    EXPECT_EQ(read_file(scratch.path() / "results" / name), read_file(elsewhere / "again" / name))
        << name;
  // Resolving a resolved case changes nothing but the folder.
  json first = json::parse(read_file(resolved));
  json second = json::parse(read_file(elsewhere / "again/case.resolved.json"));
  first["outputs"].erase("directory");
  second["outputs"].erase("directory");
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.at("discretization").at("variant"), "auto"); // defaults are in
}

TEST(Results, ThreadsAndVariants) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const auto probe = [&](std::vector<std::string> options, const std::string &folder) {
    std::vector<std::string> arguments{"run", "case.json", "--output", folder, "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = scratch.curlew(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(scratch / folder / "probe_p.csv");
  };
  const auto with_threads = [&](const std::string &count) {
    return probe({"--backend", "openmp", "--threads", count, "--oversubscribe"},
                 "threads-" + count);
  };
  const std::string one = with_threads("1");
  EXPECT_EQ(one, with_threads("2"));
  EXPECT_EQ(one, with_threads("4"));
  EXPECT_NE(one, probe({"--set", "time.courant=0.8"}, "slower")); // the comparison can fail
  // Another backend or variant gives equal tables to the rounding of 40 steps
  // (tests/unit/methods/dgatd).
  std::vector<std::string> others{"serial"};
  probe({"--backend", "serial"}, "serial");
  for (const std::string variant : {"spmv", "paper", "blocks", "fused"}) {
    probe({"--set", "discretization.variant=" + variant}, variant);
    others.push_back(variant);
  }
  const auto reference = numbers(scratch / "fused/probe_p.csv");
  double largest = 0;
  for (const auto &row : reference)
    for (int k = 1; k < 4; ++k)
      largest = std::max(largest, std::abs(row[k]));
  for (const std::string &other : others) {
    const auto rows = numbers(scratch / other / "probe_p.csv");
    ASSERT_EQ(rows.size(), reference.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (int k = 1; k < 4; ++k)
        ASSERT_NEAR(rows[i][k], reference[i][k], 1e-12 * largest) << other << ", row " << i;
  }
}

TEST(Results, QuietSaysNothing) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  // Up to 40 MHz the mesh is fine enough: no warning.
  const Outcome quiet = scratch.curlew(
      {"run", "case.json", "--quiet", "--set", "excitations.0.waveform.f_max=\"40 MHz\""});
  expect_done(quiet);
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(quiet.err, "");
  const Outcome loud = scratch.curlew({"run", "case.json"});
  expect_done(loud);
  EXPECT_NE(loud.out, "");
  EXPECT_NE(loud.err, "");
}

TEST(Results, OverridesReachTheRun) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  expect_done(scratch.curlew({"run", "case.json", "--quiet", "--set", "time.steps=7", "--set",
                              "outputs.probes.0.name=q", "--set", "title=\"other\""}));
  EXPECT_EQ(numbers(scratch / "results/probe_q.csv").size(), 7u);
  EXPECT_FALSE(fs::exists(scratch / "results/probe_p.csv"));
  const json resolved = json::parse(read_file(scratch / "results/case.resolved.json"));
  EXPECT_EQ(resolved.at("time").at("steps"), 7);
  EXPECT_EQ(resolved.at("title"), "other");
}

TEST(Results, OutputIsRelativeToTheWorkingDirectory) {
  const Scratch scratch;
  fs::create_directories(scratch / "cases");
  fs::create_directories(scratch / "work");
  write_file(scratch / "cases/case.json", k_tiny_case);
  const auto from_work = [&](std::vector<std::string> arguments) {
    expect_done(run({std::move(arguments), scratch / "work", {}, 0}));
  };
  from_work({"run", "../cases/case.json", "--quiet"});
  EXPECT_TRUE(fs::exists(scratch / "cases/results/summary.json")); // by the case file
  EXPECT_TRUE(names_in(scratch / "work").empty());
  from_work({"run", "../cases/case.json", "--quiet", "--output", "deep/out"});
  EXPECT_TRUE(fs::exists(scratch / "work/deep/out/summary.json"));
}

TEST(Results, FoldersOfOthersAreLeftAlone) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  fs::create_directories(scratch / "results");
  write_file(scratch / "results/thesis.txt", "three years of work");
  const std::string refused =
      mismatch(scratch.curlew({"run", "case.json"}), {5, {"results", "--overwrite"}});
  EXPECT_TRUE(refused.empty()) << refused;
  EXPECT_EQ(names_in(scratch / "results"), std::vector<std::string>{"thesis.txt"});
  expect_done(scratch.curlew({"run", "case.json", "--quiet", "--overwrite"}));
  EXPECT_EQ(read_file(scratch / "results/thesis.txt"), "three years of work");
  EXPECT_TRUE(fs::exists(scratch / "results/summary.json"));
}

TEST(Results, OwnFoldersAreReplaced) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_all_outputs);
  expect_done(scratch.curlew({"run", "case.json", "--quiet"}));
  write_file(scratch / "results/notes.txt", "mine");
  write_file(scratch / "case.json", k_tiny_case);
  expect_done(scratch.curlew({"run", "case.json", "--quiet"}));
  EXPECT_EQ(names_in(scratch / "results"),
            (std::vector<std::string>{".curlew-manifest", "case.resolved.json", "notes.txt",
                                      "probe_p.csv", "run.log", "summary.json"}))
      << "results of the first run are still there, or the notes are gone";
}

TEST(Results, StopAtEnergyEndsEarly) {
  const Scratch scratch;
  std::string text = replaced(k_tiny_case, R"("type": "pec")", R"("type": "abc")");
  text = replaced(text, R"("steps": 40)", R"("steps": 100000, "stop_at_energy": "30 dB")");
  write_file(scratch / "case.json", text);
  expect_done(scratch.curlew({"run", "case.json", "--quiet"}));
  const json summary = json::parse(read_file(scratch / "results/summary.json"));
  EXPECT_LT(summary.at("steps").get<int>(), 100000);
  EXPECT_GT(summary.at("steps").get<int>(), 10);
}

} // namespace

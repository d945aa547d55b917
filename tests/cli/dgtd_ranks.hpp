#pragma once

#include "ranks.hpp"
#include "tables.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

// Cases of method dgtd on several ranks against one.
#ifdef CURLEW_LAUNCH
namespace curlew::cli_test {

using nlohmann::json;

// A room with all kinds of walls and losses: tets with matrices of their own are at the absorbing
// wall.
inline const json k_room = json::parse(R"({
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
    "checkpoint": { "every": "20 steps" }
  }
})");

// The largest difference of numbers in two tables of the same words, relative to the largest of
// their column; infinite where the tables have other rows.
inline double table_distance(const fs::path &one, const fs::path &other) {
  const auto a = cells_of(one), b = cells_of(other);
  if (a.size() != b.size() || a.size() < 2 || a[0] != b[0])
    return INFINITY;
  double worst = 0;
  for (std::size_t column = 0; column < a[0].size(); ++column) {
    double apart = 0, largest = 0;
    for (std::size_t row = 1; row < a.size(); ++row) {
      const std::string &x = a[row].at(column), &y = b[row].at(column);
      if (x == y && (x.empty() || x.find_first_not_of("+-.e0123456789") != std::string::npos))
        continue; // equal words or unknown values
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

  // Runs on so many ranks; on 0 without a launcher.
  Outcome run_on(int ranks, const std::string &folder, const std::vector<std::string> &more) const {
    return run_case_on(ranks, scratch_.path(), "case.json", folder, more);
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
  // Expects the results of one rank on `ranks`, and on three and from there on two: probes with the
  // same bits, other tables to a tolerance.
  void expect_on_ranks(const json &input, const std::vector<std::string> &probes,
                       const std::vector<std::string> &tables, double tolerance,
                       int ranks = 3) const {
    write_file(scratch_ / "case.json", input.dump(2));
    expect_run(0, "one");
    expect_run(ranks, "several");
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
    expect_one_error(run_on(ranks, "refused", more), exit_code, words, scratch_.path());
  }

  Scratch scratch_;
};

} // namespace curlew::cli_test
#endif

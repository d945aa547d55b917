// Local time steps of method dgtd on several ranks: with ports, over restarts on other numbers of
// ranks, and refused cases.
#include "dgtd_ranks.hpp"

#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/tests/support/pinched_bar.hpp>

#include <complex>

using namespace curlew::cli_test;
using nlohmann::json;

#ifdef CURLEW_LAUNCH
namespace {

// A line between plates that is thinner by 3 and by 9 in the middle: a port at one end, R, L and C
// at the other.
const json k_line = json::parse(R"({
  "method": "dgtd",
  "mesh": { "file": "bar.msh" },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "z-": { "type": "pec" }, "z+": { "type": "pec" },
    "x-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "x+": { "type": "lumped", "R": 300, "L": "0.4 uH", "C": "0.2 nF", "direction": [0, 0, 1] }
  },
  "frequency": [1e7, 3e7],
  "time": { "steps": 240, "courant": 0.95 },
  "discretization": { "space": "full", "local_time_stepping": { "classes": 3 } },
  "outputs": {
    "energy": { "every": "50 steps" }, "checkpoint": { "every": "10 steps" },
    "probes": [ { "name": "large", "point": [2.2, 0.4, 0.3] },
                { "name": "small", "point": [8.9, 0.05, 0.04] } ]
  }
})");

// A current in the bar as a cavity.
const json k_cavity = json::parse(R"({
  "boundaries": { "default": { "type": "pec" } },
  "excitations": [
    { "name": "j", "type": "current", "point": [4.31, 0.43, 0.52], "direction": [0.3, 0.5, 0.8],
      "waveform": { "type": "gaussian-derivative", "f_max": "60 MHz" } } ]
})");

class DgtdLocalRanks : public DgtdRanks {
protected:
  void SetUp() override {
    curlew::write_gmsh(scratch_ / "bar.msh", curlew::test::pinched_bar({1.0 / 3, 1.0 / 3}, 1));
  }
  static json cavity(const json &local_steps, const std::string &scheme = "central") {
    json input = k_line;
    for (const auto &[key, value] : k_cavity.items())
      input[key] = value;
    input.erase("frequency");
    input["time"]["steps"] = 60;
    input["outputs"]["energy"]["every"] = "10 steps";
    input["discretization"] = {
        {"scheme", scheme}, {"space", "mixed"}, {"local_time_stepping", local_steps}};
    return input;
  }
  void expect_bits(const std::string &folder) const {
    for (const char *table : {"probe_large.csv", "probe_small.csv"})
      EXPECT_EQ(read_file(scratch_ / folder / table), read_file(scratch_ / "one" / table))
          << folder << "/" << table;
    for (const char *key : {"dt_s", "tets", "steps"})
      EXPECT_EQ(summary(folder).at(key), summary("one").at(key)) << key;
    for (const char *key : {"tets_of_classes", "ideal_gain"})
      EXPECT_EQ(summary(folder).at("local_time_stepping").at(key),
                summary("one").at("local_time_stepping").at(key))
          << key;
  }
};

TEST_F(DgtdLocalRanks, HavePortsAndElements) {
  expect_on_ranks(k_line, {"probe_large.csv", "probe_small.csv"}, {"port_1.csv", "energy.csv"},
                  1e-11, 7);
  EXPECT_EQ(summary("one").at("local_time_stepping").at("tets_of_classes").size(), 3u);
  expect_bits("several");
  // The twin: an element changed by a hundredth, whose reflection has returned by the end.
  expect_run(0, "other", {"--set", "boundaries.x+.R=303"});
  EXPECT_GT(table_distance(scratch_ / "other/port_1.csv", scratch_ / "one/port_1.csv"), 1e-9);
}

// S of the line with a port at each end, from steps 9 times as long: as without local steps.
TEST_F(DgtdLocalRanks, ScatterAsWithoutLocalSteps) {
  json line = k_line;
  line["boundaries"]["x+"] = {
      {"type", "port"}, {"kind", "parallel-plate"}, {"index", 2}, {"excited", true}};
  line["frequency"] = {5e6, 1e7, 2e7};
  line["time"] = {{"duration", 1.5e-6}};
  line["outputs"] = {{"s_parameters", {{"touchstone", false}}}};
  write_file(scratch_ / "case.json", line.dump(2));
  expect_run(2, "local");
  expect_run(0, "plain", {"--set", "discretization.local_time_stepping=false"});
  EXPECT_GT(summary("local").at("dt_s").get<double>(),
            3 * summary("plain").at("dt_s").get<double>());
  const auto local = numbers(scratch_ / "local/port-S.csv"),
             plain = numbers(scratch_ / "plain/port-S.csv");
  ASSERT_EQ(local.size(), 3u);
  const auto entry = [](const std::vector<double> &row, std::size_t k) { // dB, degrees
    return std::polar(std::pow(10, row.at(k) / 20), row.at(k + 1) * std::acos(-1.0) / 180);
  };
  double largest = 0;
  for (std::size_t row = 0; row < local.size(); ++row)
    for (std::size_t k = 1; k < local[row].size(); k += 2) {
      EXPECT_LT(std::abs(entry(local[row], k) - entry(plain[row], k)), 0.005) << row << " " << k;
      largest = std::max(largest, std::abs(entry(plain[row], k)));
    }
  EXPECT_GT(largest, 0.5);
}

TEST_F(DgtdLocalRanks, ContinueOnOtherNumbersOfRanks) {
  for (const json &input :
       {cavity(true), cavity({{"scheme", "published"}}), cavity(true, "dfdd")}) {
    SCOPED_TRACE(input.at("discretization").dump());
    write_file(scratch_ / "case.json", input.dump(2));
    expect_run(0, "one");
    std::vector<std::pair<int, int>> numbers_of_ranks{{3, 2}};
    if (input.at("discretization") == cavity(true).at("discretization"))
      numbers_of_ranks = {{7, 0}, {0, 3}};
    for (const auto &[first, second] : numbers_of_ranks) {
      expect_run(first, "broken", {"--set", "time.steps=20"});
      expect_run(second, "broken", {"--restart"});
      expect_bits("broken");
      expect_table("energy.csv", "broken", "one", 1e-11);
      fs::remove_all(scratch_ / "broken");
    }
  }
}

TEST_F(DgtdLocalRanks, FailAsOne) {
  write_file(scratch_ / "case.json", cavity(true).dump(2));
  for (const int ranks : {0, 3})
    expect_failure(ranks, {"--set", "boundaries.default.type=abc"}, 2,
                   {"case.json:", "planned for tets with small steps"});
  expect_failure(3, {"--set", "materials.air.sigma=0.01"}, 2,
                 {"case.json:", "planned for tets with small steps"});
  expect_failure(3, {"--set", R"(materials.air.debye=[{"delta_eps":1,"tau":1e-8}])"}, 2,
                 {"a dispersive medium with local time steps is planned"});
  expect_failure(3,
                 {"--set", R"(discretization.local_time_stepping={"scheme":"published"})", "--set",
                  "excitations.0.point=[8.9,0.05,0.04]"},
                 2, {"take currents in tets of the largest class"});
  json line = k_line;
  line["boundaries"]["default"] = {{"type", "impedance"}, {"surface_impedance", 300}};
  write_file(scratch_ / "case.json", line.dump(2));
  expect_failure(3, {}, 2, {"planned for tets with small steps"});
  line = k_line;
  line["discretization"]["local_time_stepping"] = {{"scheme", "published"}};
  write_file(scratch_ / "case.json", line.dump(2));
  expect_failure(3, {}, 2, {"with the published local time steps is planned"});
  write_file(scratch_ / "case.json", cavity(true).dump(2));
  expect_failure(3,
                 {"--set", "time.courant=1.1", "--set", "time.allow_unstable=true", "--set",
                  "time.steps=4000"},
                 4, {"at step ", "courant"});
}

} // namespace
#endif

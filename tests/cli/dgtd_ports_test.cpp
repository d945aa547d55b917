// Ports of method dgtd through the program: tables, S-parameters, restart, warnings.
#include "cases.hpp"
#include "hostile.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

Json line_case(const char *scheme) {
  Json json = Json::parse(k_line_case);
  json["discretization"]["scheme"] = scheme;
  return json;
}

TEST(DgtdPorts, WriteTheirTables) {
  const Scratch scratch;
  Json json = line_case("central");
  json["outputs"] = {{"s_parameters", {{"touchstone", true}, {"reference", 50}}}};
  json["time"]["steps"] = 1500;
  write_file(scratch / "case.json", json.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {}}), "");
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}), "");
  for (const char *file : {"port_1_from_1.csv", "port_2_from_1.csv", "port_1_from_2.csv",
                           "port_2_from_2.csv", "line.s2p", "port-S.csv", "port-Z.csv"})
    EXPECT_TRUE(fs::exists(scratch / "results" / file)) << file;
  const std::string table = read_file(scratch / "results/port_1_from_1.csv");
  EXPECT_EQ(table.substr(0, table.find('\n')), "t (s),V (V),I (A),a (W^0.5),b (W^0.5)");
  EXPECT_EQ(numbers(scratch / "results/port_1_from_1.csv").size(), 1500u);
  const auto s = numbers(scratch / "results/port-S.csv");
  ASSERT_EQ(s.size(), 2u);
  // The resolved case runs again.
  fs::copy_file(scratch / "results/case.resolved.json", scratch / "again.json");
  EXPECT_EQ(
      mismatch(scratch.curlew({"run", "again.json", "--quiet", "--output", "again"}), {0, {}}), "");
  EXPECT_EQ(read_file(scratch / "again/port-S.csv"), read_file(scratch / "results/port-S.csv"));
}

// Each excited port has a run of its own; an output of a single run would be that of the last one.
TEST(DgtdPorts, OutputsOfOneOfSeveralRunsAreRefused) {
  const Scratch scratch;
  Json json = line_case("central");
  for (const int port : {1, 2})
    json["excitations"].push_back({{"name", "wave " + std::to_string(port)},
                                   {"type", "port"},
                                   {"port", port},
                                   {"waveform", {{"type", "gaussian"}, {"f_max", 2e9}}}});
  json["outputs"] = {{"flux", {{{"name", "p"}, {"plane", {{"axis", "z"}, {"at", 0.025}}}}}}};
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {}}), ""); // one run
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}),
                     {2, {"\"flux\" is of one run, and S-parameters of 2 excited ports"}}),
            "");
  // One port is excited; the other one absorbs.
  json["boundaries"]["y+"] = {
      {"type", "port"}, {"kind", "lumped"}, {"index", 2}, {"direction", {1, 0, 0}}};
  json["excitations"].erase(1);
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {}}), "");
}

// 250 steps and a restart from step 180 against a run in one go, with memories of all kinds.
TEST(DgtdPorts, ARestartWritesTheSameTables) {
  for (const char *scheme : {"central", "dfdd", "upwind"}) {
    const Scratch scratch;
    write_file(scratch / "case.json", line_case(scheme).dump(1));
    ASSERT_EQ(
        mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "whole"}), {0, {}}),
        "");
    ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "parts", "--set",
                                       "time.steps=250"}),
                       {0, {}}),
              "");
    ASSERT_EQ(
        mismatch(scratch.curlew({"run", "case.json", "--quiet", "--output", "parts", "--restart"}),
                 {0, {}}),
        "");
    for (const char *table : {"port_1.csv", "port_2.csv", "probe_e.csv", "energy.csv"})
      EXPECT_EQ(read_file(scratch / "parts" / table), read_file(scratch / "whole" / table))
          << scheme << " " << table;
  }
}

// Entries of S at frequencies outside of the pulse are empty, and the Touchstone file leaves them
// out; the others equal those of a run without these frequencies.
TEST(DgtdPorts, LeaveSWithoutAValueEmpty) {
  const Scratch scratch;
  Json json = line_case("central");
  json["outputs"] = {{"s_parameters", {{"touchstone", true}, {"reference", 50}}}};
  json["time"]["steps"] = 600;
  for (const int port : {1, 2})
    json["excitations"].push_back({{"name", "wave " + std::to_string(port)},
                                   {"type", "port"},
                                   {"port", port},
                                   {"waveform", {{"type", "gaussian"}, {"f_max", 2e9}}}});
  const auto lines = [&](const char *name) {
    std::istringstream text(read_file(scratch / "results" / name));
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);)
      if (line[0] != '!' && line[0] != '#')
        all.push_back(line);
    return all;
  };
  const auto run = [&](const char *frequency, const char *steps) {
    json["frequency"] = Json::parse(frequency);
    write_file(scratch / "case.json", json.dump(1));
    return scratch.curlew({"run", "case.json", "--overwrite", "--set", steps});
  };
  ASSERT_EQ(mismatch(run("[1e9]", "time.steps=600"), {0, {}}), "");
  const std::string row = lines("port-S.csv").at(1), touchstone = lines("line.s2p").at(0);
  const Outcome outcome = run("[1e9, 60e9]", "time.steps=600");
  ASSERT_EQ(mismatch(outcome, {0, {"S has no value there"}}), "");
  EXPECT_EQ(outcome.all().find("S is not accurate there"), std::string::npos);
  EXPECT_EQ(lines("port-S.csv").at(1), row);
  EXPECT_EQ(lines("port-S.csv").at(2), "60000000000,,,,,,,,");
  EXPECT_EQ(lines("port-Z.csv").at(2), "60000000000,,,,");
  EXPECT_EQ(lines("line.s2p"), std::vector<std::string>{touchstone});
  // One step contains nothing of the pulse.
  ASSERT_EQ(mismatch(run("[1e9]", "time.steps=1"), {0, {"S has no value, and its fields"}}), "");
  EXPECT_EQ(lines("port-S.csv").at(1), "1000000000,,,,,,,,");
  EXPECT_FALSE(fs::exists(scratch / "results/line.s2p"));
}

// Frequencies that the steps do not have, of S and of a far field.
TEST(DgtdPorts, RefuseFrequenciesBeyondTheSteps) {
  Json json = line_case("central");
  json["outputs"] = {{"s_parameters", {{"touchstone", false}}}};
  const Hostile hostile[] = {
      {R"({"frequency": [1e9, 1e39]})", "S-parameters at 1e+39 Hz have no value: steps of"},
      {R"({"frequency": "300 GHz", "time": {"courant": 0.5}})", "know frequencies below 1."},
  };
  expect_refused(json, hostile);
  expect_taken(json, {R"({"frequency": [1e9, 2e9], "time": {"courant": 0.5, "steps": 400}})"});
}

TEST(DgtdPorts, WarnOfShortRunsAndSecondModes) {
  const Scratch scratch;
  Json json = line_case("central");
  json["outputs"] = {{"s_parameters", {{"touchstone", false}}}};
  json["boundaries"].erase("y+");
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {0, {"take a longer \"duration\""}}),
            "");
  // Half a wavelength across: 20 mm at 7.5 GHz.
  json["frequency"] = 8e9;
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {"can travel in the port"}}), "");
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "second"}),
                     {0, {"can travel in the port"}}),
            "");
  EXPECT_THAT(Json::parse(read_file(scratch / "second/summary.json")).at("warnings").dump(),
              testing::HasSubstr("can travel in the port"));
  json["frequency"] = 7e9;
  write_file(scratch / "case.json", json.dump(1));
  EXPECT_THAT(scratch.curlew({"check", "case.json"}).all(),
              testing::Not(testing::HasSubstr("can travel in the port")));
}

} // namespace

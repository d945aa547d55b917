// Warnings of `check` in cases that methods fem and dgtd compute, and their absence in twins.
#include "cases.hpp"

#include <curlew/tests/support/features.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

const Json k_line = Json::parse(k_plates_case);

// The same in time.
const Json k_pulse = [] {
  Json pulse = k_line;
  pulse["excitations"] = Json::parse(R"([
    { "name": "pulse", "type": "port", "port": 1,
      "waveform": { "type": "gaussian", "f_max": "3 GHz" } }
  ])");
  pulse["time"] = {{"duration", "5 ns"}};
  return pulse;
}();

// A current in open space.
const Json k_open = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [1, 1, 1], "cells": [5, 5, 5], "origin": [-0.5, -0.5, -0.5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "abc" } },
  "frequency": 3e8,
  "excitations": [
    { "name": "j", "type": "current", "point": [0.01, 0.02, 0.03], "direction": [0, 0, 1] }
  ],
  "outputs": { "probes": [ { "name": "p", "point": [0.01, 0.02, 0.2] } ] }
})");

// Returns the case for method dgtd.
Json in_dgtd(Json json) {
  json["method"] = "dgtd";
  if (json.contains("time"))
    return json;
  json.erase("frequency");
  json["time"] = {{"duration", "20 ns"}};
  json["excitations"][0]["waveform"] = {{"type", "gaussian"}, {"f_max", "0.3 GHz"}};
  return json;
}

// Returns what `check` says of a case; the twin of several warnings is checked once.
const std::string &said_of(const Json &json) {
  static std::map<std::string, std::string> said;
  const auto [found, is_new] = said.try_emplace(json.dump(1));
  if (is_new) {
    const Scratch scratch;
    write_file(scratch / "case.json", found->first);
    const Outcome outcome = scratch.curlew({"check", "case.json"});
    EXPECT_EQ(mismatch(outcome, {0, {}}), "");
    found->second = outcome.all();
  }
  return found->second;
}

std::string periodic(const std::string &phase) {
  return R"({"boundaries": {"x-": {"type": "periodic", "with": "x+", "phase": )" + phase + "}}}";
}

std::string far_field(const std::string &theta) {
  return R"({"frequency": 3e8, "outputs": {"far_field": {"phi": 0, "theta": )" + theta + "}}}";
}

// A layer of a wavelength, 2 tets deep.
std::string layer(int order) {
  return R"({"frequency": 6e8, "mesh": {"box": {"size": [2, 2, 2], "cells": [8, 8, 8],
             "origin": [-1, -1, -1]}}, "boundaries": {"default": {"type": "pml", "thickness": 0.5}},
             "outputs": {"far_field": {"phi": 0, "theta": 0}}, "discretization": {"order": )" +
         std::to_string(order) + "}}";
}

// Edges of 4 to a wavelength at 300 MHz.
std::string order_4_at(const std::string &frequency_hz) {
  return R"({"discretization": {"order": 4}, "frequency": )" + frequency_hz + "}";
}

std::string rough(const std::string &height) {
  return R"({"boundaries": {"x-": {"type": "impedance", "sigma": 5.8e7, "roughness": ")" + height +
         "\"}}}";
}

struct Warning {
  Json base;
  std::string twin, patch; // merged into the base: without and with the warning
  const char *message;
};

// A sweep has a line for its lowest and its highest frequency, and the verdict first and last.
TEST(SetupWarnings, CheckOfASweepIsShort) {
  Json sweep = k_open;
  sweep["frequency"] = {{"start", 1e8}, {"stop", 3e8}, {"count", 101}};
  const Scratch scratch;
  write_file(scratch / "case.json", sweep.dump(1));
  const std::string out = scratch.curlew({"check", "case.json"}).out;
  const std::string verdict = out.substr(0, out.find('\n') + 1);
  EXPECT_EQ(verdict.rfind("The case is good to run", 0), 0u) << out;
  EXPECT_EQ(out.substr(out.size() - verdict.size()), verdict) << out;
  EXPECT_THAT(out, ::testing::HasSubstr("  1e+08 Hz: "));
  EXPECT_THAT(out, ::testing::HasSubstr("  3e+08 Hz: "));
  EXPECT_LT(std::count(out.begin(), out.end(), '\n'), 12) << out;
}

// A box of 50 x 20 x 60 mm whose numbers are read as metres has no resonance at 4 GHz that its mesh
// could show: the first one of the box in mm is at 3.9 GHz, c / 2 sqrt(1 / 50^2 + 1 / 60^2) / mm.
TEST(SetupWarnings, EigenmodesOfAMeshInAnotherUnitAreRefused) {
  Json box = k_open;
  for (const char *key : {"frequency", "excitations", "outputs"})
    box.erase(key);
  box["boundaries"] = {{"default", {{"type", "pec"}}}};
  box["eigenmodes"] = {{"near", "4 GHz"}, {"count", 1}};
  box["mesh"] = {{"box", {{"size", {50, 20, 60}}, {"cells", {5, 2, 6}}}}};
  Json right = box;
  right["mesh"]["box"]["size"] = {"50 mm", "20 mm", "60 mm"};
  const Scratch scratch;
  write_file(scratch / "case.json", box.dump(1));
  write_file(scratch / "right.json", right.dump(1));
  for (const char *command : {"check", "run"})
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}),
                       {2, {"beyond all resonances that the mesh can have", "length_unit"}}),
              "");
  EXPECT_EQ(mismatch(scratch.curlew({"run", "right.json"}), {0, {}}), "");
  const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
  EXPECT_NEAR(summary.at("eigenmodes").at(0).at("frequency").get<double>(), 3.9024e9, 0.1e9);
  for (const char *phase : {"start of the program", "mesh and ports", "set-up", "search"})
    EXPECT_TRUE(summary.at("wall_seconds").contains(phase)) << phase;
}

// Edges of 1 cm are 3e-11 wavelengths long at 1 Hz.
TEST(SetupWarnings, ModesOfAPortAtLowFrequenciesNameTheCure) {
  Json low = k_line;
  for (const char *port : {"z-", "z+"})
    low["boundaries"][port]["kind"] = "modal";
  low["frequency"] = 1;
  Json right = low;
  right["frequency"] = 1e6;
  const Scratch scratch;
  write_file(scratch / "case.json", low.dump(1));
  write_file(scratch / "right.json", right.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}),
                     {3,
                      {"the modes of the port's face are not found", "wavelengths long",
                       "take a higher frequency", "\"kind\": \"tem\""}}),
            "");
  EXPECT_EQ(mismatch(scratch.curlew({"run", "right.json"}), {0, {}}), "");
}

// The phases of a run at frequencies are the whole run.
TEST(SetupWarnings, WallSecondsHoldTheWholeRun) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_open.dump(1));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {0, {}}), "");
  const Json phases = Json::parse(read_file(scratch / "results/summary.json")).at("wall_seconds");
  for (const char *phase : {"start of the program", "mesh and ports", "results directory", "set-up",
                            "grid and solver", "sources", "solves", "outputs"})
    EXPECT_TRUE(phases.contains(phase)) << phase;
}

// Nothing of a run is left out of its phases, or counted twice.
TEST(SetupWarnings, PhasesOfEachMethodAddUpToTheRun) {
  Json surface = Json::parse(read_file(curlew::test::source_path("examples/monopole/case.json")),
                             nullptr, true, true);
  surface["mesh"]["file"] = curlew::test::source_path("examples/monopole/monopole.msh");
  Json grid = Json::parse(R"({
    "method": "fdfd", "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
    "materials": { "air": {} }, "boundaries": { "default": { "type": "pml" } }, "frequency": "1 GHz",
    "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
    "outputs": { "fields": {} } })");
  if (!curlew::testing::k_has_vtk)
    grid.erase("outputs");
  Json sweep = k_line;
  sweep["frequency"] = {{"start", 1e9}, {"stop", 2e9}, {"count", 5}, {"sweep", "adaptive"}};
  Json box = k_line;
  for (const char *key : {"frequency", "outputs"})
    box.erase(key);
  box["boundaries"] = {{"default", {{"type", "pec"}}}};
  box["eigenmodes"] = {{"near", "8 GHz"}, {"count", 1}};
  const std::vector<std::pair<std::string, Json>> cases = {{"dgatd", Json::parse(k_tiny_case)},
                                                           {"dgtd", Json::parse(k_line_case)},
                                                           {"fem", k_open},
                                                           {"sweep", sweep},
                                                           {"pulse", k_pulse},
                                                           {"modes", box},
                                                           {"fdfd", grid},
                                                           {"mom", surface}};
  for (const auto &[name, input] : cases) {
    SCOPED_TRACE(name);
    const Scratch scratch;
    write_file(scratch / "case.json", input.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "results"}), {0, {}}), "");
    const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
    double sum = 0;
    for (const auto &[phase, seconds] : summary.at("wall_seconds").items()) {
      EXPECT_GE(seconds.get<double>(), 0) << phase;
      sum += seconds.get<double>();
    }
    const double all = summary.at("run_seconds").get<double>();
    EXPECT_NEAR(sum, all, 0.02 * all);
  }
}

TEST(SetupWarnings, AreOfWhatIsThere) {
  const char *part_across = R"({"boundaries": {"z+": {"type": "lumped", "R": 75, "kind": null,
                                 "index": null, "direction": [1, 0, 0]}}})",
             *part_along = R"({"boundaries": {"z+": {"type": "lumped", "R": 75, "kind": null,
                                "index": null, "direction": [0, 1, 0]}}})";
  const char *loose = "has no conductor at either of its ends";
  const char *in_air = R"({"boundaries": {"default": {"type": "pml", "thickness": 0.2}}})",
             *in_layer = R"({"boundaries": {"default": {"type": "pml", "thickness": 0.2}},
                             "outputs": {"probes": [{"name": "p", "point": [0.01, 0.02, 0.4]}]}})";
  const char *to_the_end = R"({"boundaries": {"z-": {"deembed": 0.05}}})",
             *beyond = R"({"boundaries": {"z-": {"deembed": 0.051}}})",
             *outwards = R"({"boundaries": {"z-": {"deembed": -0.051}}})";
  const std::string long_line =
      R"({"mesh": {"box": {"size": [0.01, 0.02, 1], "cells": [1, 2, 90]}}, "frequency": )";
  const char *at_most = R"({"frequency": "3 GHz"})", *above = R"({"frequency": "6 GHz"})",
             *in_band = R"({"frequency": "9 GHz"})", *far_above = R"({"frequency": "60 GHz"})";
  // Plates 2 cm apart; and a guide of 2 cm x 1 cm, whose TE10 travels from half the plates'
  // frequency on.
  const char *one_mode = R"({"frequency": 7.4e9})", *two_modes = R"({"frequency": 7.6e9})";
  const std::string guide = R"({"boundaries": {"default": {"type": "pec"}, "x-": null, "x+": null,
      "z-": {"kind": "rectangular"}, "z+": {"kind": "rectangular", "excited": true}},
      "frequency": )";
  const std::string te10_alone = guide + "14.9e9}", te20_too = guide + "15.1e9}";
  const char *second = "can travel in the port as well";
  Json wide_pulse = in_dgtd(k_pulse); // with the frequencies of the guide
  wide_pulse["excitations"][0]["waveform"]["f_max"] = "10 GHz";
  Json with_flux = in_dgtd(k_open);
  with_flux["frequency"] = 3e8;
  with_flux["outputs"]["flux"] =
      Json::parse(R"([{"name": "around", "box": {"min": [-0.3, -0.3, -0.3],
                                                 "max": [0.3, 0.3, 0.3]}}])");
  const Warning warnings[] = {
      {in_dgtd(k_pulse), one_mode, two_modes, "a mode with half a wave across can travel"},
      {k_line, te10_alone.c_str(), te20_too.c_str(), second},
      {wide_pulse, te10_alone.c_str(), te20_too.c_str(), second},
      {k_line, part_across, part_along, loose},
      {in_dgtd(k_pulse), part_across, part_along, loose},
      {k_open, in_air, in_layer, "(0.01, 0.02, 0.4) m lies in an absorbing layer"},
      {in_dgtd(k_open), in_air, in_layer, "(0.01, 0.02, 0.4) m lies in an absorbing layer"},
      {k_line, to_the_end, beyond, "the mesh ends 0.05 m behind the port"},
      {in_dgtd(k_pulse), to_the_end, beyond, "the mesh ends 0.05 m behind the port"},
      {k_line, outwards, beyond, "the mesh ends 0.05 m behind the port"},
      {k_line, outwards, R"({"boundaries": {"z-": {"deembed": -3}}})",
       "moves the reference plane outwards by 3 m"},
      {k_open, "{}",
       R"({"excitations": [{"name": "j", "type": "current", "point": [0.01, 0.02, 0.41],
                           "direction": [0, 0, 1]}]})",
       "stands 0.1"},
      {k_open, R"({"boundaries": {"z-": {"type": "pec"}},
                   "excitations": [{"name": "j", "type": "current", "point": [0, 0, -0.5],
                                    "direction": [0, 0, 1]}]})",
       R"({"boundaries": {"z-": {"type": "pec"}},
           "excitations": [{"name": "j", "type": "current", "point": [0, 0, -0.5],
                            "direction": [1, 0, 0]}]})",
       "lies along a perfect conductor"},
      // Half a wavelength and two from a current.
      {k_open, R"({"mesh": {"box": {"size": [4, 4, 4], "cells": [10, 10, 10],
                                    "origin": [-2, -2, -2]}}})",
       "{}", "the absorbing faces stand 0.6 wavelengths"},
      // The same current between walls that repeat it without end, where no distance helps.
      {k_open, R"({"boundaries": {"x-": {"type": "pmc"}, "x+": {"type": "pmc"}}})", "{}",
       "of its waves back"},
      {k_open, layer(4).c_str(), layer(2).c_str(), "dB in the mean"},
      // A wavelength and ten of the line, with 60 and 6 edges to each.
      {k_line, (long_line + "3e8}").c_str(), (long_line + "3e9}").c_str(), "phases are off by"},
      {k_open, order_4_at("3e8").c_str(), order_4_at("6e8").c_str(), "below 3 with order 4"},
      {k_open, R"({"materials": {"air": {"eps_r": 2}}})",
       R"({"materials": {"air": {"eps_r": 2, "sigma": 0.01}}})",
       "the power that it delivers has no limit"},
      // A flux of -404,810 W around a current that delivers 889 W (first order, box of 0.3 m).
      {with_flux, R"({"discretization": {"penalty": 0.3}})", "{}", "fluxes near the point by"},
      {with_flux, R"({"discretization": {"scheme": "upwind"}})",
       R"({"discretization": {"scheme": "dfdd"}})", "fluxes near the point by"},
      {k_pulse, at_most, above, "20 dB down at 3e+09 Hz"},
      {in_dgtd(k_pulse), at_most, above, "20 dB down at 3e+09 Hz"},
      {k_pulse, in_band, far_above, "S has no value there"}, // 10^-9 of the strength at 9 GHz
      {in_dgtd(k_pulse), in_band, far_above, "S has no value there"},
      {k_pulse, "{}", R"({"time": {"duration": "0.7 ns"}})", "S has no value, and its fields"},
      {in_dgtd(k_pulse), "{}", R"({"time": {"duration": "0.7 ns"}})",
       "S has no value, and its fie"},
      // The band of a port's own pulse is that of "frequency".
      {in_dgtd(k_pulse),
       R"({"frequency": 1e9, "outputs": null, "boundaries": {"z-": {"excited": null}},
           "excitations": [{"name": "pulse", "type": "port", "port": 1}]})",
       R"({"frequency": 1e9, "outputs": null, "boundaries": {"z-": {"excited": null}}})",
       "it changes nothing"},
      {in_dgtd(k_pulse), "{}", R"({"time": {"duration": "5 s"}})",
       "are its duration and the mesh's unit"},
      // A phase of 45 rad, and bare angles and a polarization in radians.
      {k_open, periodic("\"45 deg\"").c_str(), periodic("\"45 rad\"").c_str(), "meant in deg?"},
      {k_open, periodic("45").c_str(), periodic("0.785").c_str(), "write \"0.785 rad\""},
      {k_open, far_field("[0, 90]").c_str(), far_field("[0, 1.5708]").c_str(),
       "\"outputs.far_field.theta\" is at most 1.5708 deg"},
      {k_open, far_field("{\"start\": 0, \"stop\": 90, \"step\": 0.5}").c_str(),
       far_field("{\"start\": 0, \"stop\": 3.14159, \"step\": 0.1}").c_str(),
       "write \"3.14159 rad\""},
      {in_dgtd(k_open), far_field("\"0.5 deg\"").c_str(), far_field("0.5").c_str(),
       "write \"0.5 rad\" if radians are meant"},
      {k_open, far_field("[0, 180]").c_str(), far_field("[0, 181]").c_str(),
       "beyond 180 deg, theta names"},
      // The skin of copper is 3.8 um deep at 300 MHz.
      {k_open, rough("18 um").c_str(), rough("20 um").c_str(), "times the skin depth of 3.8"},
      {k_open, R"({"frequency": {"start": 2e8, "stop": 3e8, "count": 3}})",
       R"({"frequency": {"start": 3e8, "stop": 2e8, "count": 3}})", "do not ascend"},
      {k_open, R"({"frequency": [2e8, 3e8]})", R"({"frequency": [3e8, 2e8]})", "do not ascend"},
  };
  for (const Warning &one : warnings) {
    Json twin = one.base, json = one.base;
    twin.merge_patch(Json::parse(one.twin));
    json.merge_patch(Json::parse(one.patch));
    EXPECT_EQ(said_of(twin).find(one.message), std::string::npos) << one.twin;
    EXPECT_THAT(said_of(json), ::testing::HasSubstr(one.message)) << one.patch;
  }
}

} // namespace

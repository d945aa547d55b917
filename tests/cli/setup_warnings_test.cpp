// Warnings of `check` in cases that methods fem and dgtd compute, and their absence in twins.
#include "cases.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

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

std::string said_of(const Json &json) {
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  const Outcome outcome = scratch.curlew({"check", "case.json"});
  EXPECT_EQ(mismatch(outcome, {0, {}}), "");
  return outcome.all();
}

struct Warning {
  Json base;
  const char *twin, *patch; // merged into the base: without and with the warning
  const char *message;
};

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

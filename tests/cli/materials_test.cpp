// Materials as users have them: tables, the library, fits.
#include "cases.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;

namespace {

Json sphere_of(const Json &material, double frequency_hz) {
  Json json = Json::parse(R"({ "method": "fdfd",
    "grid": { "cell": 1, "size": [30, 30, 30], "pml": { "cells": 6 } },
    "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": 3, "material": "m" } ],
    "excitations": [ { "name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ] })");
  json["frequency"] = frequency_hz;
  const double cell = 3e8 / frequency_hz / 100;
  json["grid"]["cell"] = cell;
  json["grid"]["size"] = {30 * cell, 30 * cell, 30 * cell};
  json["objects"][0]["radius"] = 3 * cell;
  json["materials"]["m"] = material;
  return json;
}

Outcome check(const Json &json, const Scratch &scratch = {}) {
  write_file(scratch / "case.json", json.dump(1));
  return scratch.curlew({"check", "case.json"});
}

Json library() {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"materials", "--json"});
  EXPECT_EQ(mismatch(outcome, {0, {}}), "");
  return Json::parse(outcome.out);
}

// Each entry is a material that the program takes, passive in its band, with a source.
TEST(Materials, EveryEntryOfTheLibraryIsTakenInItsBand) {
  const Json entries = library();
  EXPECT_GE(entries.size(), 19u);
  for (const auto &[name, entry] : entries.items()) {
    EXPECT_GT(entry["source"].get<std::string>().size(), 20u) << name;
    const double low = entry["band"][0], high = entry["band"][1];
    EXPECT_LT(low, high) << name;
    const double middle = std::sqrt(low * high);
    EXPECT_EQ(mismatch(check(sphere_of({{"library", name}}, middle)), {0, {}}), "") << name;
  }
}

TEST(Materials, TheLibraryIsUsedByName) {
  const Outcome outside = check(sphere_of({{"library", "gold (Rakic 1998)"}}, 2e15));
  EXPECT_EQ(mismatch(outside, {0, {"of the library holds from 4.836e+13 to 1.209e+15 Hz"}}), "");
  EXPECT_EQ(mismatch(check(sphere_of({{"library", "gold (Rakic 1999)"}}, 5e14)),
                     {2, {"did you mean \"gold (Rakic 1998)\"?"}}),
            "");
  EXPECT_EQ(mismatch(check(sphere_of({{"library", "gold (Rakic 1998)"}, {"eps_inf", 2}}, 5e14)),
                     {2, {"\"eps_inf\" is one of the constants of"}}),
            "");
  const Scratch scratch;
  const Outcome list = scratch.curlew({"materials"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.out,
              testing::AllOf(HasSubstr("BK7 (Schott)"), HasSubstr("Appl. Opt. 37 (1998)")));
  EXPECT_THAT(scratch.curlew({"materials", "muscle (Gabriel 1996)"}).out, HasSubstr("cole_cole"));
  EXPECT_EQ(mismatch(scratch.curlew({"materials", "unobtainium"}), {2, {"no material"}}), "");
}

// Permittivities at frequencies where books have them.
TEST(Materials, TheLibraryHasTheValuesOfTheLiterature) {
  const Json entries = library();
  const auto index_squared = [&](const char *name, double wavelength_m) {
    const double f = 299792458 / wavelength_m;
    double sum = 1;
    for (const Json &pole : entries[name]["material"]["lorentz"]) {
      const double f0 = pole["f0"];
      sum += pole["delta_eps"].get<double>() * f0 * f0 / (f0 * f0 - f * f);
    }
    return sum;
  };
  EXPECT_NEAR(std::sqrt(index_squared("BK7 (Schott)", 587.6e-9)), 1.5168, 1e-4); // n_d
  EXPECT_NEAR(std::sqrt(index_squared("fused silica (Malitson 1965)", 587.6e-9)), 1.45846, 1e-5);
  EXPECT_NEAR(std::sqrt(index_squared("silicon (Salzberg 1957)", 1.55e-6)), 3.4777, 2e-4);
  const Json &water = entries["water (Klein 1977)"]["material"];
  EXPECT_NEAR(water["eps_inf"].get<double>() + water["debye"][0]["delta_eps"].get<double>(), 80.1,
              0.1);
}

TEST(Materials, ATableIsFittedToPoles) {
  const Scratch scratch;
  std::ostringstream table;
  table << "frequency (GHz),eps',eps''\n";
  for (double f = 1; f <= 20; f += 0.5) { // Debye: 5 + 73 / (1 + j f / 19 GHz)
    const double x = f / 19;
    table << f << "," << 5 + 73 / (1 + x * x) << "," << 73 * x / (1 + x * x) << "\n";
  }
  write_file(scratch / "water.csv", table.str());
  const Outcome fit = scratch.curlew({"fit", "water.csv", "--output", "water.json"});
  EXPECT_EQ(mismatch(fit, {0, {"passive at all frequencies", "largest error of eps"}}), "");
  const Json material = Json::parse(read_file(scratch / "water.json"));
  EXPECT_GE(material["eps_inf"].get<double>(), 1);
  double at_0_hz = material["eps_inf"];
  for (const char *kind : {"debye", "lorentz"})
    for (const Json &pole : material.value(kind, Json::array()))
      at_0_hz += pole["delta_eps"].get<double>();
  EXPECT_NEAR(at_0_hz, 78, 0.5);
  // As printed it is the value of a material.
  EXPECT_EQ(mismatch(check(sphere_of(material, 5e9)), {0, {}}), "");
  EXPECT_EQ(mismatch(scratch.curlew({"fit", "water.csv", "--band", "1 GHz", "30 GHz"}),
                     {2, {"nothing is extrapolated"}}),
            "");
  EXPECT_EQ(mismatch(scratch.curlew({"fit", "water.csv", "--band", "1 kg", "3 GHz"}), {2, {"kg"}}),
            "");
  EXPECT_EQ(mismatch(scratch.curlew({"fit", "none.csv"}), {2, {"none.csv"}}), "");
}

TEST(Materials, ATableIsRefusedBeyondItsRows) {
  const Scratch scratch;
  write_file(scratch / "m.csv", "wavelength (nm),n,k\n400,1.5,2\n800,0.2,5\n");
  EXPECT_EQ(mismatch(check(sphere_of({{"table", "m.csv"}}, 5e14), scratch), {0, {}}), "");
  EXPECT_EQ(mismatch(check(sphere_of({{"table", "m.csv"}}, 3e14), scratch),
                     {2, {"m.csv goes from 3.74741e+14", "nothing is extrapolated"}}),
            "");
  write_file(scratch / "m.csv", "wavelength (nm),n,k\n400,1.5,2\n800,0.2,-5\n");
  EXPECT_EQ(
      mismatch(check(sphere_of({{"table", "m.csv"}}, 5e14), scratch), {2, {"m.csv:3:9: k is -5"}}),
      "");
}

} // namespace

#include "broken_cases.hpp"
#include "case_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace curlew::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(BrokenCase, TheLinesTheyReplaceAreValid) {
  EXPECT_EQ(message_of(join_lines(k_valid_lines)), "");
  EXPECT_EQ(message_of(join_lines(k_valid_grid_lines)), "");
}

void expect_one_error_each(const std::vector<BrokenCase> &cases,
                           const std::vector<std::string> &valid_lines) {
  EXPECT_GE(cases.size(), 40u);
  for (const BrokenCase &broken : cases) {
    const std::string message = message_of(broken.case_text(valid_lines));
    EXPECT_THAT(message, StartsWith(broken.place())) << broken.text;
    EXPECT_THAT(message, HasSubstr(broken.fragment)) << broken.text;
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << message;
  }
}

// One mistake gives one line, at its exact place, without consequential errors.
TEST(BrokenCase, EachIsOneErrorAtItsExactPlace) {
  expect_one_error_each(k_broken_cases, k_valid_lines);
  expect_one_error_each(k_broken_grid_cases, k_valid_grid_lines);
}

TEST(BrokenCase, AllErrorsOfAFileComeTogetherInItsOrder) {
  // A case with every second kind of line broken at once.
  const std::string message = message_of(R"({ "method": "dgatd", "toleranse": 1,
    "mesh": { "box": { "size": [1, 1, -1], "cells": [1, 1, 1] } },
    "regions": { "v": "airr" }, "materials": { "air": { "eps_r": 0 } },
    "time": { "courant": 2, "duration": "1 m" } })",
                                         {"outputs.probes=3", "run.threads=x", "nonsense"});
  std::vector<std::string> places;
  for (std::size_t begin = 0; begin < message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    places.push_back(message.substr(begin, message.find(": ", begin) - begin));
    begin = end + 1;
  }
  EXPECT_EQ(places, (std::vector<std::string>{"case.json:1:22", "case.json:2:39", "case.json:3:23",
                                              "case.json:3:66", "case.json:4:26", "case.json:4:41",
                                              "--set outputs.probes=3", "--set run.threads=x",
                                              "--set nonsense"}))
      << message;
}

TEST(BrokenCase, AFileOfNoMethodGetsOneError) {
  const std::string message = message_of(R"({ "method": "fvtd", "grid": { "cell": "5 mm" },
    "objects": [ { "shape": "sphere" } ], "frequency": "1 GHz", "solver": { "method": "cocg" } })");
  EXPECT_THAT(message, StartsWith("case.json:1:13: \"method\" is \"fvtd\"; did you mean"));
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 0) << message;
}

TEST(BrokenCase, MissingSectionsAreNamedWithTheirMeaning) {
  const std::string message = message_of(R"({ "method": "dgatd" })");
  for (const char *key : {"mesh", "materials", "regions", "time"})
    EXPECT_THAT(message, HasSubstr("\"" + std::string(key) + "\" is missing in the case: ")) << key;
}

TEST(BrokenCase, WithoutExcitationsASpectrumNeedsItsBand) {
  std::vector<std::string> lines = k_valid_lines;
  lines[5] = "";
  lines[7] =
      R"("outputs": { "probes": [ { "name": "p", "point": [0, 0, 0] } ], "spectra": [ { "probe": "p" } ] })";
  EXPECT_THAT(message_of(join_lines(lines)), HasSubstr("\"band\" is missing"));
}

TEST(BrokenCase, AGridNeedsItsSections) {
  const std::string message = message_of(R"({ "method": "fdfd" })");
  for (const char *key : {"grid", "frequency"})
    EXPECT_THAT(message, HasSubstr("\"" + std::string(key) + "\" is missing in the case: ")) << key;
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << message;
}

TEST(BrokenCase, RcsNeedsOpenSpaceAndAWave) {
  const std::string good = join_lines(k_valid_grid_lines);
  const std::string rcs = "outputs.rcs.monostatic=true";
  EXPECT_EQ(message_of(good, {rcs}), "");
  EXPECT_THAT(message_of(good, {rcs, "boundaries.y+.type=pec"}),
              HasSubstr("needs open space, type \"pml\" on all six faces, and \"y+\" has another"));
  EXPECT_THAT(message_of(good, {rcs, "excitations=[]"}), HasSubstr("the case has none"));
}

TEST(BrokenCase, SpectraAreOfPoints) {
  std::vector<std::string> lines = k_valid_lines;
  lines[7] =
      R"("outputs": { "probes": [ { "name": "p", "line": { "start": [0, 0, 0], "stop": [1, 0, 0], "count": 2 } } ], "spectra": [ { "probe": "p" } ] })";
  EXPECT_THAT(message_of(join_lines(lines)), HasSubstr("probe \"p\" is no point"));
}

TEST(BrokenCase, EndlessErrorsAreCut) {
  std::string regions;
  for (int i = 0; i < 1000; ++i)
    regions += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": \"x\"";
  std::vector<std::string> lines = k_valid_lines;
  lines[3] = "\"regions\": { " + regions + " },";
  EXPECT_THAT(message_of(join_lines(lines)), testing::EndsWith("\nand 900 more errors"));
}

TEST(BrokenCase, FilesThatCannotBeRead) {
  EXPECT_THROW(load_case(case_folder() / "absent.json", format()), InputError);
  EXPECT_THROW(load_case(case_folder(), format()), InputError);
  EXPECT_THROW(load_case("/dev/null", format()), InputError);
  EXPECT_THROW(load_case("/dev/zero", format()), InputError);
}

} // namespace
} // namespace curlew::test

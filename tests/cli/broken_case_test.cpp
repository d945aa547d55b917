// Case files with one thing wrong: exit code, place and message, and nothing written.
#include "cases.hpp"

#include <gtest/gtest.h>

using namespace curlew::cli_test;

namespace {

// One change of k_tiny_case. The mark @ in `to` is the place that the message must name; it is
// removed.
struct Broken {
  const char *name;
  const char *from, *to;
  std::vector<std::string> messages;
  int exit_code = 2;
};

void PrintTo(const Broken &broken, std::ostream *stream) {
  *stream << broken.name;
}

// Takes the mark out and returns "case.json:line:column: " of it; empty without a mark.
std::string take_mark(std::string &text) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos)
    return "";
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::size_t line_start = text.rfind('\n', at) + 1; // npos + 1 is 0
  text.erase(at, 1);
  return "case.json:" + std::to_string(line + 1) + ":" + std::to_string(at - line_start + 1) + ": ";
}

class BrokenCase : public testing::TestWithParam<Broken> {};

TEST_P(BrokenCase, IsRefusedWithItsPlace) {
  const Broken &broken = GetParam();
  std::string text = replaced(k_tiny_case, broken.from, broken.to);
  Expectation expected{broken.exit_code, broken.messages};
  const std::string place = take_mark(text);
  if (!place.empty())
    expected.messages.push_back(place);
  const Scratch scratch;
  write_file(scratch / "case.json", text);
  const std::string wrong = mismatch(scratch.curlew({"run", "case.json"}), expected);
  EXPECT_TRUE(wrong.empty()) << wrong << "--- case\n" << text;
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"}) << "something written";
  // `check` prints the same.
  const std::string check = mismatch(scratch.curlew({"check", "case.json"}), expected);
  EXPECT_TRUE(check.empty()) << check;
}

const Broken k_syntax[] = {
    {"MissingComma", R"("method": "dgatd",)", R"("method": "dgatd")", {"case.json:4:3: "}},
    {"Unclosed",
     R"("outputs": {
    "directory": "results",)",
     R"("outputs": [)",
     {"case.json:"}},
    {"Duplicate",
     R"("time": {)",
     R"("title": "again", "time": {)",
     {"case.json:12:3: ", "\"title\"", "2:3"}},
    {"HugeNumber", R"("courant": 0.9)", R"("courant": @1e999)", {"1e999"}},
    {"NotANumber", R"("courant": 0.9)", R"("courant": @NaN)", {}},
};

const Broken k_keys[] = {
    {"UnknownKey",
     R"("courant": 0.9)",
     R"(@"courrant": 0.9)",
     {"unknown key \"courrant\"", "did you mean \"courant\""}},
    {"UnknownTopKey",
     R"("regions": {)",
     R"(@"region": {)",
     {"unknown key \"region\"", "did you mean \"regions\""}},
    {"MissingMethod", R"("method": "dgatd",)", "", {"case.json:1:1: ", "\"method\""}},
    {"UnknownMethod", R"("method": "dgatd")", R"("method": @"dgtad")", {"dgatd"}},
    {"KeyOfAnotherMethod", R"("time": {)", R"(@"solver": {}, "time": {)", {"solver", "fdfd"}},
    {"MissingMaterials",
     R"("materials": { "air": { "eps_r": 1 } },)",
     "",
     {"case.json:1:1: ", "materials"}},
    {"FileAndBox", R"("mesh": { )", R"("mesh": { "file": "a.msh", @)", {"file", "box"}},
    {"WrongType", R"("steps": 40)", R"("steps": @"many")", {"steps"}},
    {"FractionalSteps", R"("steps": 40)", R"("steps": @40.5)", {"steps"}},
    {"StringForObject", R"({ "eps_r": 1 })", R"(@"vacuum")", {}},
};

const Broken k_values[] = {
    {"WrongDimension", R"("f_max": "300 MHz")", R"("f_max": @"300 mm")", {"frequency"}},
    {"UnknownUnit", R"("f_max": "300 MHz")", R"("f_max": @"300 MHy")", {"MHy"}},
    {"NegativeFrequency", R"("f_max": "300 MHz")", R"("f_max": @"-300 MHz")", {}},
    {"CourantTooLarge", R"("courant": 0.9)", R"("courant": @1.5)", {"1.5"}},
    {"CourantAboveOne", R"("courant": 0.9)", R"("courant": @1.05)", {"allow_unstable"}},
    {"CourantZero", R"("courant": 0.9)", R"("courant": @0)", {}},
    {"ZeroSteps", R"("steps": 40)", R"("steps": @0)", {}},
    {"ZeroDuration", R"("steps": 40)", R"("duration": @"0 ns")", {}},
    {"StepsAndDuration",
     R"("steps": 40)",
     R"("steps": 40, "duration": "1 ns")",
     {"duration", "steps"}},
    {"CourantAndDt", R"("courant": 0.9)", R"("courant": 0.9, "dt": "1 ps")", {"dt", "courant"}},
    {"DtAboveLimit", R"("courant": 0.9)", R"("dt": @"10 ns")", {"above the stability limit"}},
    {"NegativeEps", R"("eps_r": 1)", R"("eps_r": @-2)", {"eps_r"}},
    {"ZeroEps", R"("eps_r": 1)", R"("eps_r": @0)", {"eps_r"}},
    {"IndefiniteTensor",
     R"("eps_r": 1)",
     R"("eps_r": @[[1, 2, 0], [2, 1, 0], [0, 0, 1]])",
     {"eps_r"}},
    {"SkewTensor",
     R"("eps_r": 1)",
     R"("eps_r": @[[1, 0.5, 0], [-0.5, 1, 0], [0, 0, 1]])",
     {"symmetric"}},
    {"NegativeSigma", R"("eps_r": 1)", R"("sigma": @-1)", {"sigma"}},
    {"ZeroDirection",
     R"("direction": [0.3, 0.5, 0.8])",
     R"("direction": @[0, 0, 0])",
     {"direction"}},
    {"TwoComponents", R"("point": [0.61, 0.33, 0.21])", R"("point": @[0.61, 0.33])", {}},
    {"BoxWithoutCells", R"("cells": [3, 3, 2])", R"("cells": [3, @0, 2])", {}},
    {"TooMuchJitter", R"("jitter": 0.1)", R"("jitter": @0.5)", {"0.5"}},
    {"Dispersion", R"("eps_r": 1)", R"("eps_r": 1, @"debye": [])", {"debye"}},
    {"SlashInProbeName", R"("name": "p")", R"("name": @"../p")", {"../p"}},
    {"DuplicateProbe",
     R"("probes": [ )",
     R"("probes": [ { "name": "p", "point": [0.1, 0.1, 0.1] }, )",
     {"\"p\""}},
    {"SpectrumOfNothing",
     R"("probes": [)",
     R"("spectra": [ { "probe": @"q" } ], "probes": [)",
     {"\"q\"", "\"p\""}},
    {"RecordTooShortForItsSpectrum",
     R"("probes": [)",
     R"("spectra": [ @{ "probe": "p", "band": [0, "1 MHz"] } ], "probes": [)",
     {"longer \"duration\""}},
};

const Broken k_meaning[] = {
    {"UnknownMaterial", R"("volume": "air")", R"("volume": @"vacuum")", {"\"vacuum\"", "\"air\""}},
    {"UnknownVolume",
     R"("regions": { "volume")",
     R"("regions": { "body")",
     {"\"body\"", "\"volume\"", "case.json:6:"}},
    {"UnknownFieldRegion",
     R"("probes": [)",
     R"("fields": { "every": "10 steps", "region": @"body" }, "probes": [)",
     {"\"body\"", "\"volume\""}},
    {"UnknownSurface",
     R"("boundaries": { "default")",
     R"("boundaries": { "x+": { "type": "pec" }, "x++")",
     {"\"x++\"", "\"x+\"", "case.json:7:"}},
    {"VolumeAsSurface",
     R"("boundaries": { "default")",
     R"("boundaries": { "volume")",
     {"\"volume\"", "case.json:7:"}},
    {"FaceWithoutCondition",
     R"("boundaries": { "default")",
     R"("boundaries": @{ "x-")",
     {"has no condition", "default"}},
    {"UnknownBoundaryType", R"("type": "pec")", R"("type": @"pex")", {"pec", "pmc", "abc"}},
    {"NothingToSolve",
     R"("air": { "eps_r": 1 })",
     R"("air": { "pec": true })",
     {"case.json:6:", "perfect conductor"}},
    {"ProbeOutside",
     R"("point": [0.61, 0.33, 0.21])",
     R"("point": [1.61, 0.33, 0.21])",
     {"case.json:15:", "probe \"p\""}},
    {"SourceOutside", R"("point": [0.31, 0.33, 0.22])", R"("point": @[0.31, 0.33, -0.22])", {}},
    {"LossesInSpmv",
     R"("eps_r": 1 } },)",
     R"("sigma": 0.1 } }, "discretization": { "variant": @"spmv" },)",
     {"spmv", "fused"}},
    {"AbsorberInPaper",
     R"("type": "pec" } },)",
     R"("type": "abc" } }, "discretization": { "variant": @"paper" },)",
     {"paper", "fused"}},
    {"EnergyInSpmv",
     R"("outputs": {)",
     R"("discretization": { "variant": @"spmv" }, "outputs": { "energy": { "every": "1 steps" },)",
     {"energy"}},
    {"UnknownVariant",
     R"("outputs": {)",
     R"("discretization": { "variant": @"fussed" }, "outputs": {)",
     {"fused"}},
    {"UnknownBackend",
     R"("outputs": {)",
     R"("run": { "backend": @"gpu" }, "outputs": {)",
     {"serial", "openmp"}},
    {"AbsentWaveform",
     R"("type": "gaussian-derivative", "f_max": "300 MHz")",
     R"("type": "file", "file": @"none.csv")",
     {"none.csv"}},
    {"AbsentMesh",
     R"("box": { "size": [1, 0.8, 0.6], "cells": [3, 3, 2], "jitter": 0.1 })",
     R"("file": "none.msh")",
     {"none.msh"}},
    {"MeshIsAFolder",
     R"("box": { "size": [1, 0.8, 0.6], "cells": [3, 3, 2], "jitter": 0.1 })",
     R"("file": ".")",
     {"folder"}},
    {"MoreCellsThanMemory",
     R"("cells": [3, 3, 2])",
     R"("cells": [20000, 20000, 20000])",
     {"case.json:4:", "memory on the host", "bytes) are free"},
     6},
    {"CellsBeyondAllIndices",
     R"("cells": [3, 3, 2])",
     R"("cells": [2147483647, 2147483647, 2147483647])",
     {"case.json:4:"},
     6},
    {"RefinedBeyondMemory",
     R"("jitter": 0.1 } })",
     R"("jitter": 0.1 }, "refine": 10 })",
     {"case.json:4:", "memory on the host", "bytes) are free"},
     6},
};

const auto k_name = [](const auto &info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Syntax, BrokenCase, testing::ValuesIn(k_syntax), k_name);
INSTANTIATE_TEST_SUITE_P(Keys, BrokenCase, testing::ValuesIn(k_keys), k_name);
INSTANTIATE_TEST_SUITE_P(Values, BrokenCase, testing::ValuesIn(k_values), k_name);
INSTANTIATE_TEST_SUITE_P(Meaning, BrokenCase, testing::ValuesIn(k_meaning), k_name);

// The whole file.
TEST(BrokenFile, IsRefusedWithItsPlace) {
  struct {
    std::string content;
    std::string message;
  } const files[] = {
      {"", "case.json:1:1: "},
      {"   \n\n", "case.json:3:1: "},
      {std::string("\x7f"
                   "ELF\x02\x01\0\0\xff\xfe",
                   10),
       "case.json:1:"},
      {"[]", "case.json:1:1: "},
      {std::string(100000, '['), "case.json:1:65: "},
      {k_tiny_case.substr(0, k_tiny_case.size() / 2), "case.json:"},
      {k_tiny_case + "}", "case.json:18:1: "},
  };
  for (const auto &file : files) {
    const Scratch scratch;
    write_file(scratch / "case.json", file.content);
    const std::string wrong =
        mismatch(scratch.curlew({"run", "case.json"}), {2, {"error: ", file.message}});
    EXPECT_TRUE(wrong.empty()) << wrong << "--- case\n" << file.content.substr(0, 200);
    EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
  }
}

TEST(BrokenFile, AllErrorsAtOnce) {
  const Scratch scratch;
  std::string text = replaced(k_tiny_case, R"("courant")", R"("courrant")");
  text = replaced(text, R"("eps_r": 1)", R"("eps_r": -1)");
  text = replaced(text, R"("300 MHz")", R"("300 s")");
  write_file(scratch / "case.json", text);
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  const std::string wrong =
      mismatch(outcome, {2, {"case.json:5:36: ", "case.json:10:61: ", "case.json:12:26: "}});
  EXPECT_TRUE(wrong.empty()) << wrong;
  // The messages follow the order of the file.
  EXPECT_LT(outcome.err.find("case.json:5:"), outcome.err.find("case.json:10:"));
  EXPECT_LT(outcome.err.find("case.json:10:"), outcome.err.find("case.json:12:"));
}

} // namespace

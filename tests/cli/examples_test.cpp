// The shipped examples as the README tells to run them.
#include "program.hpp"

#include <curlew/tests/support/features.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using curlew::testing::k_has_vtk;
using curlew::testing::k_no_vtk;

namespace {

const fs::path k_examples = fs::path(CURLEW_SOURCE_DIR) / "examples";

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const std::string &name : names_in(k_examples))
    if (fs::exists(k_examples / name / "case.json"))
      names.push_back(name);
  return names;
}

// How to end a run early, and how many files of fields are then there.
struct Brief {
  std::vector<std::string> options;
  std::size_t field_files;
};

// A few steps, the outputs at every other one; or a residual that the first iterations reach.
Brief brief(const fs::path &file) {
  const auto content = nlohmann::json::parse(read_file(file), nullptr, true, true);
  if (content.at("method") == "fdfd")
    return {{"--set", "solver.tolerance=0.9"}, 1};
  if (content.at("method") == "mom") // whole: a second
    return {{}, 0};
  return {{"--set", "time={\"steps\": 8}", "--set", "outputs.spectra=[]", "--set",
           "outputs.fields.every=\"4 steps\""},
          2};
}

TEST(Examples, AreGoodToRunAndBeginTo) {
  if (!k_has_vtk)
    GTEST_SKIP() << k_no_vtk;
  EXPECT_GE(cases().size(), 6u);
  for (const std::string &name : cases()) {
    const Scratch scratch;
    const std::string file = (k_examples / name / "case.json").string();
    std::string wrong = mismatch(scratch.curlew({"check", file}), {0, {}});
    EXPECT_TRUE(wrong.empty()) << name << ": " << wrong;
    std::vector<std::string> arguments = {"run", file, "--output", "results", "--quiet"};
    const auto [options, field_files] = brief(file);
    arguments.insert(arguments.end(), options.begin(), options.end());
    wrong = mismatch(scratch.curlew(arguments), {0, {}});
    EXPECT_TRUE(wrong.empty()) << name << ": " << wrong;
    if (field_files > 0) {
      EXPECT_EQ(names_in(scratch / "results/fields").size(), field_files) << name;
    }
    EXPECT_TRUE(fs::exists(k_examples / name / "README.md")) << name;
  }
}

// The whole run takes seconds; its resonances are what the README shows. A line that is not there,
// at 150 MHz, is missed.
TEST(Examples, ResonatorFindsItsFourLines) {
  if (!k_has_vtk)
    GTEST_SKIP() << k_no_vtk;
  const Scratch scratch;
  const std::string file = (k_examples / "cylinder-resonator/case.json").string();
  const Outcome outcome = scratch.curlew(
      {"run", file, "--output", "results", "--set", "outputs.fields.every=\"1 ms\"", "--set",
       "outputs.spectra.0.expected=[\"114.7425 MHz\", \"182.8239 MHz\", \"245.0383 MHz\", "
       "\"263.3820 MHz\", \"150 MHz\"]"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto summary = nlohmann::json::parse(read_file(scratch / "results/summary.json"));
  // Of the mesh at the highest frequency of the pulse, and of the fields that are not wanted here.
  ASSERT_EQ(summary.at("warnings").size(), 3u) << summary.at("warnings");
  EXPECT_THAT(summary.at("warnings")[0].get<std::string>(),
              testing::HasSubstr("edges per wavelength"));
  EXPECT_THAT(summary.at("warnings")[1].get<std::string>(), testing::HasSubstr("never happens"));
  EXPECT_THAT(summary.at("warnings")[2].get<std::string>(),
              testing::HasSubstr("no resonance within"));
  const auto &expected = summary.at("spectra").at("p1").at("expected");
  ASSERT_EQ(expected.size(), 5u);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(std::abs(expected[i].at("relative_error").get<double>()), 0.006) << expected[i];
  EXPECT_NE(outcome.err.find("no resonance within"), std::string::npos) << outcome.err;
}

} // namespace

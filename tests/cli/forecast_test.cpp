// `curlew check` against `curlew run`: what a run does is forecast within a factor of 2. Counts are
// compared, which are the same on every machine; seconds are recorded in perf/results.
#include "program.hpp"

#include <curlew/tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <string>
#include <vector>

using namespace curlew::cli_test;
using Json = nlohmann::json;

namespace {

struct Forecast {
  const char *example;
  const char *work; // the counted work of the line "time"
  std::vector<std::string> settings = {};
};

std::ostream &operator<<(std::ostream &stream, const Forecast &forecast) {
  return stream << forecast.example;
}

// Returns the count of some work in the line "time" of `check`.
std::optional<double> count_of(const std::string &text, const std::string &work) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex("\ntime       about .*[ ,]([0-9]+) " + work)))
    return std::nullopt;
  return std::stod(match[1]);
}

// Returns what the run did of this work.
double done(const Json &summary, const std::string &work) {
  if (work == "step")
    return summary.at("steps").get<double>();
  if (work == "fill" || work == "frequency set-up")
    return static_cast<double>(summary.at("matrices").size());
  double iterations = 0;
  for (const Json &solve : summary.at("solves"))
    iterations += solve.at("iterations").get<double>();
  return iterations;
}

class CheckForecasts : public testing::TestWithParam<Forecast> {};

TEST_P(CheckForecasts, TheWorkOfTheRunWithinAFactorOfTwo) {
  const Forecast &forecast = GetParam();
  const Scratch scratch;
  const std::string file =
      curlew::test::source_path("examples/" + std::string(forecast.example) + "/case.json");
  std::vector<std::string> options{file, "--backend", "serial"};
  for (const std::string &setting : forecast.settings)
    options.insert(options.end(), {"--set", setting});
  const auto with = [&](std::vector<std::string> first) {
    first.insert(first.end(), options.begin(), options.end());
    return first;
  };
  const Outcome checked = scratch.curlew(with({"check"}));
  ASSERT_EQ(checked.exit_code, 0) << checked.all();
  const auto count = count_of(checked.out, forecast.work);
  ASSERT_TRUE(count) << checked.out;
  const Outcome ran =
      scratch.curlew(with({"run", "--quiet", "--output", (scratch / "results").string()}));
  ASSERT_EQ(ran.exit_code, 0) << ran.all();
  const Json summary = Json::parse(read_file(scratch / "results" / "summary.json"));
  const double real = done(summary, forecast.work);
  EXPECT_LE(*count, 2 * real);
  EXPECT_GE(2 * *count, real);
  if (forecast.work == std::string("step")) { // a schedule is known exactly
    EXPECT_EQ(*count, real);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Examples, CheckForecasts,
    testing::Values(
        Forecast{"box-cavity", "step", {"time={\"steps\":300}", "outputs.spectra=[]"}},
        Forecast{"debye-slab", "step"},
        Forecast{"cylinder-resonator", "step", {"time={\"steps\":200}", "outputs.spectra=[]"}},
        Forecast{"dielectric-body", "fill"}, Forecast{"grating", "iteration"},
        Forecast{"circulator", "frequency set-up"}, Forecast{"coax-line", "frequency set-up"},
        Forecast{"iris-filter", "frequency set-up"}, Forecast{"dipole-array", "fill"},
        Forecast{"monopole", "fill"}));

} // namespace

// Whole runs of the program: the paper's resonator against its analytic modes, and what must be the
// same to the last bit (number of threads, restart).
#include <curlew/core/signal/peaks.hpp>
#include <curlew/io/tables/csv_table.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace curlew {
namespace {

namespace fs = std::filesystem;

fs::path scratch(const std::string &name) {
  const fs::path folder = fs::path(curlew::test::output_path()) / name;
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

// Runs curlew and expects success.
void curlew_run(const std::string &arguments) {
  const std::string command = "\"" + curlew::test::program_path() + "\" run " + arguments;
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

std::string bytes_of(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  std::ostringstream text;
  text << stream.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

// --- The cylinder of the paper -------------------------------------------------------------------

// TM010, TM110, TM210, TM020: f = c chi / (2 pi r) with the zeros chi of J_0, J_1, J_2, J_0.
const std::vector<double> k_cylinder_hz = {114.74252784e6, 182.82391733e6, 245.03826610e6,
                                           263.38197970e6};

TEST(Resonator, HasTheAnalyticResonances) {
  CURLEW_SKIP_WITHOUT(vtk);
  const fs::path results = scratch("resonator");
  curlew_run("\"" + curlew::test::source_path("examples/cylinder-resonator/case.json") +
             "\" --output \"" + results.string() + "\" --quiet");
  std::vector<Peak> peaks;
  const CsvData table = read_csv(results / "peaks_p1.csv");
  for (const double frequency_hz : table.column("f (Hz)")) {
    peaks.emplace_back();
    peaks.back().frequency_hz = frequency_hz;
  }
  for (const PeakComparison &one : compare_peaks(peaks, k_cylinder_hz, 0.006)) {
    ASSERT_TRUE(one.found) << one.expected_hz;
    std::printf("  %.4f MHz: %+.3f %%\n", one.expected_hz / 1e6, 100 * one.relative_error);
    EXPECT_TRUE(one.within_tolerance) << one.expected_hz << " " << one.found->frequency_hz;
  }
  // The nearest peaks of two modes are not one and the same.
  const auto comparison = compare_peaks(peaks, k_cylinder_hz, 0.006);
  for (std::size_t i = 1; i < comparison.size(); ++i)
    EXPECT_GT(comparison[i].found->frequency_hz, 1.02 * comparison[i - 1].found->frequency_hz);
  // No peaks are found where no mode is, and none of a cavity 2 % larger.
  const auto absent = compare_peaks(peaks, {90e6, 150e6, 215e6, 254e6}, 0.006);
  for (const PeakComparison &one : absent)
    EXPECT_FALSE(one.within_tolerance) << one.expected_hz;
  for (const double frequency_hz : k_cylinder_hz)
    EXPECT_FALSE(compare_peaks(peaks, {frequency_hz / 1.02}, 0.006)[0].within_tolerance);
  const auto summary = nlohmann::json::parse(bytes_of(results / "summary.json"));
  EXPECT_NEAR(summary.at("tets").get<double>(), 20000, 1000);
}

// --- The same bits -------------------------------------------------------------------------------

// A box of several clusters of tets with everything that a variant may have.
fs::path bits_case(const fs::path &folder, bool lossless) {
  nlohmann::json input = {
      {"method", "dgatd"},
      {"mesh",
       {{"box", {{"size", {1.2, 0.8, 0.6}}, {"cells", {12, 8, 6}}, {"jitter", 0.2}, {"seed", 1}}}}},
      {"materials", {{"glass", {{"eps_r", {2.0, 3.0, 4.0}}, {"mu_r", 1.5}}}}},
      {"regions", {{"volume", "glass"}}},
      {"boundaries", {{"default", {{"type", "pec"}}}, {"z+", {{"type", "pmc"}}}}},
      {"excitations",
       {{{"name", "s"},
         {"type", "current"},
         {"point", {0.21, 0.33, 0.28}},
         {"direction", {0.3, 0.5, 0.8}},
         {"waveform", {{"type", "sine"}, {"f0", "250 MHz"}, {"ramp", 1}}}}}},
      {"time", {{"steps", 200}}},
      {"outputs",
       {{"directory", "results"},
        {"probes",
         {{{"name", "e"}, {"point", {0.82, 0.52, 0.33}}, {"field", "E"}},
          {{"name", "h"}, {"point", {0.82, 0.52, 0.33}}, {"field", "H"}}}},
        {"flux",
         {{{"name", "box"}, {"box", {{"min", {0.1, 0.1, 0.1}}, {"max", {0.7, 0.6, 0.5}}}}},
          {{"name", "across"}, {"plane", {{"axis", "x"}, {"at", 0.9}}}}}},
        {"checkpoint", {{"every", "100 steps"}, {"keep", 2}}}}}};
  if (!lossless) {
    input["materials"]["glass"]["eps_r"] = 2.0;
    input["materials"]["glass"]["sigma"] = {1e-3, 2e-3, 3e-3};
    input["boundaries"]["x+"] = {{"type", "abc"}};
    input["outputs"]["energy"] = {{"every", "7 steps"}};
  }
  const fs::path path = folder / "case.json";
  std::ofstream(path) << input.dump(2);
  return path;
}

// Returns every file of a run that contains field values.
std::vector<std::string> compared_files(bool lossless) {
  std::vector<std::string> files{"probe_e.csv",          "probe_h.csv",       "flux_box_time.csv",
                                 "flux_across_time.csv", "checkpoint/slot-0", "checkpoint/slot-1"};
  if (!lossless)
    files.push_back("energy.csv");
  return files;
}

class Bits : public ::testing::TestWithParam<std::string> {
protected:
  bool lossless() const { return GetParam() == "spmv" || GetParam() == "paper"; }
  std::string run_in(const std::string &name, const std::string &options) {
    const fs::path folder = folder_ / name;
    curlew_run("\"" + (folder_ / "case.json").string() + "\" --quiet --output \"" +
               folder.string() + "\" --set discretization.variant=" + GetParam() + " " + options);
    return folder.string();
  }
  void expect_same(const fs::path &a, const fs::path &b) {
    for (const std::string &file : compared_files(lossless()))
      EXPECT_TRUE(bytes_of(a / file) == bytes_of(b / file)) << file << " of " << a << " and " << b;
  }
  void SetUp() override {
    folder_ = scratch("bits_" + GetParam() + "_" +
                      ::testing::UnitTest::GetInstance()->current_test_info()->name()[0]);
    bits_case(folder_, lossless());
  }
  fs::path folder_;
};

TEST_P(Bits, DoNotDependOnTheThreads) {
  const fs::path one = run_in("1", "--backend openmp --threads 1");
  expect_same(run_in("2", "--backend openmp --oversubscribe --threads 2"), one);
  expect_same(run_in("4", "--backend openmp --oversubscribe --threads 4"), one);
  // The comparison bites.
  const fs::path other = run_in("other", "--backend openmp --threads 1 "
                                         "--set excitations.0.amplitude=1.00000000000001");
  EXPECT_NE(bytes_of(other / "probe_e.csv"), bytes_of(one / "probe_e.csv"));
}

TEST_P(Bits, SurviveARestart) {
  const fs::path whole = run_in("whole", "");
  const fs::path parts = run_in("parts", "--set time.steps=130");
  EXPECT_NE(bytes_of(parts / "probe_e.csv"), bytes_of(whole / "probe_e.csv"));
  run_in("parts", "--restart"); // from step 100: 30 rows are cut and written anew
  expect_same(parts, whole);
}

INSTANTIATE_TEST_SUITE_P(, Bits, ::testing::Values("spmv", "paper", "blocks", "fused"),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace curlew

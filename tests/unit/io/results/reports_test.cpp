#include "scratch.hpp"

#include <curlew/io/results/progress.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/spectrum_files.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <memory>
#include <thread>

namespace curlew {
namespace {

using test::get;
using test::message_of;
using test::put;
using test::scratch;
using testing::HasSubstr;

TEST(ProgressLine, SaysRateAndRemainingTime) {
  EXPECT_EQ(progress_line("steps", 2500, 10000, 2), "steps  25 %  2500/10000  1.25k/s  0:06 left");
  EXPECT_EQ(progress_line("steps", 9999, 10000, 2000), "steps  99 %  9999/10000  5/s  0:00 left");
  EXPECT_EQ(progress_line("steps", 10000, 10000, 75),
            "steps  100 %  10000/10000  133/s  1:15 in all");
  EXPECT_EQ(progress_line("steps", 10, 1000000, 36),
            "steps  0 %  10/1000000  0.278/s  999:59:24 left");
  EXPECT_EQ(progress_line("steps", 0, 10, 0), "steps  0 %  0/10");
  EXPECT_EQ(progress_line("steps", 0, 0, 1), "steps  100 %  0/0");
}

TEST(ProgressLine, ARestartCountsOnlyItsOwnSteps) {
  EXPECT_EQ(progress_line("steps", 6000, 10000, 10, 5000),
            "steps  60 %  6000/10000  100/s  0:40 left");
}

class ProgressShown : public testing::Test {
protected:
  std::string run(bool quiet, bool terminal, double interval_s) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::tmpfile(), std::fclose);
    Console console(stream.get(), terminal);
    Progress progress("steps", 20000, quiet, console, {interval_s, interval_s});
    for (int i = 1; i <= 20000; ++i) {
      progress.update(i);
    }
    progress.finish();
    std::rewind(stream.get());
    std::string text(1 << 22, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream.get()));
    return text;
  }
};

TEST_F(ProgressShown, EndsWithOnePlainLineThatStays) {
  const std::string text = run(false, false, 1000);
  EXPECT_THAT(text, testing::StartsWith("steps  100 %  20000/20000"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST_F(ProgressShown, RewritesOneLineOnATerminal) {
  const std::string text = run(false, true, 0);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_GT(std::count(text.begin(), text.end(), '\r'), 2);
}

TEST_F(ProgressShown, QuietIsQuiet) {
  EXPECT_EQ(run(true, true, 0), "");
  EXPECT_EQ(run(true, false, 0), "");
}

TEST_F(ProgressShown, ASlowSequelOfAFastStartIsShown) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::tmpfile(), std::fclose);
  Console console(stream.get(), false);
  Progress progress("steps", 1000000, false, console, {0.01, 0.01});
  for (int i = 1; i <= 100; ++i) {
    progress.update(i);
  }
  // If only the first rate read the clock, hundreds of these updates would print nothing.
  for (int i = 101; i <= 300; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    progress.update(i);
  }
  EXPECT_GT(std::ftell(stream.get()), 0);
  progress.finish();
}

Peak peak_at(double frequency_hz) {
  Peak peak;
  peak.frequency_hz = frequency_hz;
  peak.amplitude = 0.25;
  peak.width_hz = 0.5;
  peak.q = 40;
  peak.q_is_bound = true;
  return peak;
}

TEST(SpectrumFiles, ColumnsAndValues) {
  const auto folder = scratch();
  Spectrum spectrum;
  spectrum.frequency_hz = {1e6, 2e6};
  spectrum.amplitude = {0.1, 1.0 / 3};
  write_spectrum(folder / "spectrum_p.csv", spectrum, 'E');
  EXPECT_EQ(get(folder / "spectrum_p.csv"),
            "f (Hz),|E| (V s/m)\n1000000,0.1\n2000000,0.3333333333333333\n");
  write_spectrum(folder / "spectrum_p.csv", spectrum, 'H');
  EXPECT_THAT(read_csv(folder / "spectrum_p.csv").columns,
              testing::ElementsAre("f (Hz)", "|H| (A s/m)"));
}

TEST(SpectrumFiles, PeaksWithAndWithoutExpectations) {
  const auto path = scratch() / "peaks_p.csv";
  const std::vector<Peak> peaks{peak_at(100), peak_at(200)};
  write_peaks(path, peaks, {});
  EXPECT_EQ(get(path), "f (Hz),amplitude,width (Hz),Q,Q is bound,Q is reliable\n"
                       "100,0.25,0.5,40,1,0\n200,0.25,0.5,40,1,0\n");
  const auto comparison = compare_peaks(peaks, {160, 199, 201.5}, 0.01);
  write_peaks(path, peaks, comparison);
  const CsvData table = read_csv(path);
  EXPECT_EQ(table.columns[6], "expected (Hz)");
  EXPECT_TRUE(std::isnan(table.column("expected (Hz)")[0])) << "160 is missed, not answered";
  EXPECT_EQ(table.column("expected (Hz)")[1], 199);
  EXPECT_EQ(table.column("relative error")[1], 1.0 / 199);
}

TEST(SpectrumFiles, JsonOfTheSummary) {
  const auto json = peaks_to_json({peak_at(100)}, compare_peaks({peak_at(100)}, {101, 50}, 0.02));
  EXPECT_EQ(json["peaks"][0]["frequency_hz"], 100);
  EXPECT_EQ(json["expected"][0]["within_tolerance"], true);
  EXPECT_EQ(json["expected"][1]["within_tolerance"], false);
  EXPECT_EQ(json["expected"][1]["found_hz"], 100);
  const auto none = peaks_to_json({}, compare_peaks({}, {50}, 0.02));
  EXPECT_TRUE(none["expected"][0]["found_hz"].is_null());
  EXPECT_THAT(none.dump(), HasSubstr("\"relative_error\":null"));
}

TEST(ProbeTrace, ReadsAPointProbeAndNothingElse) {
  const auto path = scratch() / "probe_p.csv";
  CsvTable table(path, probe_columns('E', false));
  table.row({0, 1, 2, 3});
  table.row({0.5, 4, 5, 6});
  table.close();
  EXPECT_THAT(read_probe_trace(path, 1).times_s, testing::ElementsAre(0));
  EXPECT_THAT(message_of<InputError>([&] { read_probe_trace(path, 3); }), HasSubstr("2 rows"));
  const ProbeTrace trace = read_probe_trace(path, 2);
  EXPECT_THAT(trace.times_s, testing::ElementsAre(0, 0.5));
  EXPECT_EQ(trace.samples[1], (std::array<double, 3>{4, 5, 6}));
  CsvTable(path, probe_columns('E', true)).close();
  EXPECT_THAT(message_of<InputError>([&] { read_probe_trace(path, 0); }), HasSubstr("7 columns"));
}

TEST(Fingerprint, TellsFilesApart) {
  // The published test vectors of FNV-1a.
  EXPECT_EQ(text_fingerprint(""), "fnv1a64:cbf29ce484222325");
  EXPECT_EQ(text_fingerprint("a"), "fnv1a64:af63dc4c8601ec8c");
  EXPECT_EQ(text_fingerprint("foobar"), "fnv1a64:85944171f73967e8");
  const auto path = scratch() / "mesh.msh";
  const std::string large(200001, 'q');
  put(path, large);
  EXPECT_EQ(file_fingerprint(path), text_fingerprint(large));
  EXPECT_NE(file_fingerprint(path), text_fingerprint(large + "q"));
  EXPECT_THROW(file_fingerprint(path / "x"), InputError);
  EXPECT_THROW(file_fingerprint(path.parent_path()), InputError);
}

TEST(Summary, HoldsWhatTheContractNames) {
  const auto folder = scratch();
  put(folder / "mesh.msh", "abc");
  Provenance provenance;
  provenance.version = "0.1.0";
  provenance.git_hash = "0123abc";
  provenance.libraries = {{"Kokkos", "4.7.4"}};
  provenance.command_line = {"curlew", "run", "bad\xff.json"};
  Summary summary(provenance);
  summary.add_input(folder / "mesh.msh");
  summary.add_phase("mesh", 1.5);
  summary.add_phase("mesh", 0.5);
  summary.add_warning("careful");
  summary["steps"] = 12;
  summary["residual"] = std::numeric_limits<double>::quiet_NaN();
  summary.set_performance({{"faraday", 10, 4e9, 1}, {"ampere", 10, 2e9, 2}}, 8);
  summary.write(folder / "summary.json");

  const auto json = nlohmann::json::parse(get(folder / "summary.json"));
  EXPECT_EQ(json["program"], "curlew");
  EXPECT_EQ(json["provenance"]["git_hash"], "0123abc");
  EXPECT_EQ(json["provenance"]["libraries"]["Kokkos"], "4.7.4");
  EXPECT_EQ(json["inputs"][0]["bytes"], 3);
  EXPECT_EQ(json["inputs"][0]["fingerprint"], text_fingerprint("abc"));
  EXPECT_EQ(json["wall_seconds"]["mesh"], 2);
  EXPECT_EQ(json["warnings"][0], "careful");
  EXPECT_TRUE(json["residual"].is_null());
  EXPECT_GT(json["peak_memory_bytes"], 1 << 20);
  const auto &performance = json["performance"];
  EXPECT_EQ(performance["minimum_bytes"], 6e9);
  EXPECT_EQ(performance["seconds"], 3);
  EXPECT_EQ(performance["gbytes_per_s"], 2);
  EXPECT_EQ(performance["copy_gbytes_per_s"], 8);
  EXPECT_EQ(performance["fraction_of_copy"], 0.25);
  EXPECT_EQ(performance["kernel"]["ampere"]["fraction_of_copy"], 0.125);
  EXPECT_EQ(performance["kernel"]["faraday"]["calls"], 10);
}

TEST(Summary, AFullDiskIsAnOutputError) {
  const auto folder = scratch();
  Summary summary(Provenance{});
  const test::FileSizeLimit limit(10);
  EXPECT_THROW(summary.write(folder / "summary.json"), OutputError);
}

} // namespace
} // namespace curlew

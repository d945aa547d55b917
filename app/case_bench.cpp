#include "case_bench.hpp"
#include "bench_files.hpp"
#include "methods.hpp"
#include "program_path.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/perf/bench/case/bar_chart.hpp>
#include <curlew/perf/bench/case/case_runs.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <sstream>

namespace curlew::app {
namespace {

namespace fs = std::filesystem;

std::string this_program() {
  const fs::path path = program_path();
  return path.empty() ? "curlew" : path.string();
}

std::vector<std::string> words_of(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

} // namespace

void run_case_bench(const CaseBenchArguments &arguments, const std::vector<Backend> &backends) {
  const Case input =
      load_case(arguments.case_file, program_format(), Overrides(arguments.settings));
  const Method &method = find_method(input.method);
  const fs::path folder = arguments.folder.empty()
                              ? fs::path(fs::path(arguments.case_file).stem().string() + "-bench")
                              : fs::path(arguments.folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw OutputError("cannot make the folder " + folder.string() + ": " + error.message());
  const std::vector<bench::CaseRun> runs = bench::case_runs(
      backends, arguments.threads.empty() ? std::vector<int>{default_threads()} : arguments.threads,
      arguments.ranks.empty() ? std::vector<int>{1} : arguments.ranks,
      arguments.baseline ? baseline_settings(method) : std::vector<std::string>());
  const nlohmann::ordered_json rows =
      bench::run_case({this_program(), arguments.case_file, folder, words_of(arguments.launcher),
                       arguments.settings},
                      runs, [](const std::string &line) { spdlog::info(line); });
  const std::string table = bench::case_table(rows);
  fmt::print("{}", table);
  write_bench(folder.string(), "bench", nullptr, rows, table);
  write_file_atomically(folder / "bench.svg",
                        bench::bar_chart(input.title.empty() ? input.method : input.title, rows));
}

} // namespace curlew::app

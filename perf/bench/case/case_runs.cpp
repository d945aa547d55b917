#include <curlew/perf/bench/case/case_runs.hpp>

#include <curlew/core/child_process.hpp>
#include <curlew/core/error.hpp>
#include <curlew/perf/bench/case/compare_results.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

namespace curlew::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// Phases in which the backend computes. All others are those of host threads.
const std::set<std::string> &phases_of_backend() {
  static const std::set<std::string> names = {
      "scheme set-up", "time-step limit", "grid and solver", "copy bandwidth",
      "solves",        "search",          "refinement",      "steps and their outputs"};
  return names;
}

// Phases of the solution itself.
bool is_solution(const std::string &phase) {
  return phase == "solves" || phase == "steps and their outputs" || phase == "search";
}

std::string folder_name(const std::string &run) {
  std::string name;
  for (const char c : run)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  return name;
}

std::vector<std::string> command_of(const CaseBench &bench, const CaseRun &run,
                                    const fs::path &results) {
  std::vector<std::string> words;
  if (run.ranks > 1) {
    words = bench.launcher;
    words.push_back(std::to_string(run.ranks));
  }
  words.insert(words.end(), {bench.program, "run", bench.case_file.string(), "--quiet", "--backend",
                             to_string(run.backend), "--threads", std::to_string(run.threads),
                             "--output", results.string()});
  for (const auto &settings : {bench.settings, run.settings})
    for (const std::string &setting : settings)
      words.insert(words.end(), {"--set", setting});
  return words;
}

// Returns the last error that a run printed, or its last lines.
std::string reason_of(const fs::path &printed) {
  std::ifstream file(printed);
  std::string reason, last;
  for (std::string line; std::getline(file, line);) {
    last = line.empty() ? last : line;
    if (line.rfind("error", 0) == 0)
      reason = line;
  }
  return reason.empty() ? last : reason;
}

[[noreturn]] void fail(const CaseRun &run, int code, const fs::path &printed) {
  const bool is_ours = (code > 0 && code <= static_cast<int>(ExitCode::resource)) ||
                       code == static_cast<int>(ExitCode::interrupted);
  throw Error(
      is_ours ? static_cast<ExitCode>(code) : ExitCode::internal,
      fmt::format("the run \"{}\" ended with exit code {}: {} (all that it printed is in {})",
                  run.name, code, reason_of(printed), printed.string()));
}

ordered_json read_summary(const fs::path &results) {
  std::ifstream file(results / "summary.json");
  ordered_json summary = ordered_json::parse(file, nullptr, false);
  if (!summary.is_object())
    throw OutputError(
        fmt::format("{} is not what a run writes", (results / "summary.json").string()));
  return summary;
}

ordered_json row_of(const CaseRun &run, const ordered_json &summary) {
  const ordered_json &provenance = summary.at("provenance");
  ordered_json row = {{"run", run.name},
                      {"method", summary.value("method", "")},
                      {"backend", to_string(run.backend)},
                      {"device", provenance.at("device")},
                      {"threads", run.threads},
                      {"ranks", run.ranks},
                      {"settings", run.settings}};
  for (const char *key : {"unknowns", "steps", "solver", "variant", "peak_memory_bytes"})
    if (summary.contains(key))
      row[key] = summary[key];
  std::int64_t iterations = 0;
  for (const ordered_json &solve : summary.value("solves", ordered_json::array()))
    iterations += solve.value("iterations", std::int64_t(0));
  if (iterations > 0)
    row["iterations"] = iterations;
  row["run_seconds"] = summary.at("run_seconds");
  row["phase_seconds"] = summary.at("wall_seconds");
  row["host_phases"] = ordered_json::array();
  double solution_s = 0;
  for (const auto &[phase, seconds] : row["phase_seconds"].items()) {
    if (phases_of_backend().count(phase) == 0)
      row["host_phases"].push_back(phase);
    if (is_solution(phase))
      solution_s += seconds.get<double>();
  }
  row["solution_seconds"] = solution_s;
  if (summary.contains("performance"))
    row["fraction_of_copy"] = summary["performance"].value("fraction_of_copy", 0.0);
  return row;
}

std::string cell(const ordered_json &row, const char *key, double scale = 1) {
  if (!row.contains(key))
    return "";
  if (row[key].is_string())
    return row[key].get<std::string>();
  if (row[key].is_number_integer() && scale == 1)
    return row[key].dump();
  return fmt::format("{:.3g}", row[key].get<double>() * scale);
}

// A row of the table: its title and the cells by run.
template <class Cell>
std::string line(const std::string &title, const ordered_json &rows, const Cell &cell_of) {
  std::string text = "| " + title + " |", all;
  for (const ordered_json &row : rows) {
    const std::string one = cell_of(row);
    all += one;
    text += " " + one + " |";
  }
  return all.empty() ? "" : text + "\n";
}

// Phases in the order of the first run, then further ones of the others.
std::vector<std::string> phases_of(const ordered_json &rows) {
  std::vector<std::string> phases;
  for (const ordered_json &row : rows)
    for (const auto &[phase, seconds] : row["phase_seconds"].items())
      if (std::find(phases.begin(), phases.end(), phase) == phases.end())
        phases.push_back(phase);
  return phases;
}

} // namespace

std::vector<CaseRun> case_runs(const std::vector<Backend> &backends,
                               const std::vector<int> &threads, const std::vector<int> &ranks,
                               const std::vector<std::string> &baseline) {
  std::vector<CaseRun> runs;
  if (!baseline.empty())
    runs.push_back({"published form, serial", Backend::serial, 1, 1, baseline});
  for (const Backend backend : backends)
    for (const int count : backend == Backend::openmp ? threads : std::vector<int>{1})
      for (const int processes : ranks) {
        // Host threads of a device's run are those of its set-up.
        const bool on_device = is_device_backend(backend);
        CaseRun run{to_string(backend),
                    backend,
                    on_device ? *std::max_element(threads.begin(), threads.end()) : count,
                    processes,
                    {}};
        if (backend == Backend::openmp)
          run.name += fmt::format(", {} thread{}", count, count == 1 ? "" : "s");
        if (processes > 1)
          run.name += fmt::format(", {} ranks", processes);
        runs.push_back(std::move(run));
      }
  return runs;
}

ordered_json run_case(const CaseBench &bench, const std::vector<CaseRun> &runs,
                      const LogFunction &say) {
  ordered_json rows = ordered_json::array();
  fs::path first;
  for (const CaseRun &run : runs) {
    const fs::path results = bench.folder / folder_name(run.name),
                   printed = bench.folder / (folder_name(run.name) + ".log");
    if (const int code = run_child(command_of(bench, run, results), printed); code != 0)
      fail(run, code, printed);
    ordered_json row = row_of(run, read_summary(results));
    if (rows.empty())
      first = results;
    const ordered_json &reference = rows.empty() ? row : rows[0];
    row["speedup"] = reference["run_seconds"].get<double>() / row["run_seconds"].get<double>();
    if (row["solution_seconds"] > 0)
      row["solution_speedup"] =
          reference["solution_seconds"].get<double>() / row["solution_seconds"].get<double>();
    if (!rows.empty())
      if (const auto difference = largest_difference(results, first))
        row["largest_difference"] = *difference;
    say(fmt::format("{}: {:.3g} s, {:.3g} of them the solution", run.name,
                    row["run_seconds"].get<double>(), row["solution_seconds"].get<double>()));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string case_table(const ordered_json &rows) {
  std::string text = "| seconds |", rule = "|---|";
  for (const ordered_json &row : rows) {
    text += " " + row["run"].get<std::string>() + " |";
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  for (const std::string &phase : phases_of(rows)) {
    const bool of_host = phases_of_backend().count(phase) == 0;
    text += line(phase + (of_host ? " (host)" : ""), rows, [&](const ordered_json &row) {
      return cell(row["phase_seconds"], phase.c_str());
    });
  }
  const std::string first = rows[0]["run"];
  const auto of = [&](const char *key, double scale = 1) {
    return [=](const ordered_json &row) { return cell(row, key, scale); };
  };
  text += line("**the whole run**", rows, of("run_seconds"));
  text += line("times as fast as " + first, rows, of("speedup"));
  text += line("the solution alone: times as fast", rows, of("solution_speedup"));
  text += line("iterations", rows, of("iterations"));
  text += line("steps", rows, of("steps"));
  text += line("solver", rows, of("solver"));
  text += line("share of the copy bandwidth", rows, of("fraction_of_copy"));
  text += line("peak memory of the host, MB", rows, of("peak_memory_bytes", 1e-6));
  text += line("largest difference of results", rows, of("largest_difference"));
  text += line("device", rows, of("device"));
  return text;
}

} // namespace curlew::bench

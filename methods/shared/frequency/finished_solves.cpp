#include <curlew/methods/shared/frequency/finished_solves.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <fstream>
#include <set>

namespace curlew {
namespace {

using nlohmann::ordered_json;

ordered_json read_json(const std::filesystem::path &path) {
  std::ifstream file(path);
  const ordered_json json = ordered_json::parse(file, nullptr, false);
  if (!json.is_object())
    throw InputError(fmt::format("there is nothing to restart from: {} is absent or no longer what "
                                 "a run wrote. Run without --restart",
                                 path.string()));
  return json;
}

// Erases the keys that may differ between a run and the one that continues it.
void erase_free_choices(ordered_json &resolved) {
  resolved.erase("solver");
  resolved.erase("run");
  resolved.erase("version");
  if (resolved.contains("outputs"))
    resolved["outputs"].erase("directory");
}

// Returns the sections that differ: "grid", "frequency".
std::string differences(ordered_json before, ordered_json now) {
  erase_free_choices(before);
  erase_free_choices(now);
  std::set<std::string> names;
  for (const auto &[a, b] : {std::pair{&before, &now}, std::pair{&now, &before}})
    for (const auto &[key, value] : a->items())
      if (!b->contains(key) || (*b)[key] != value)
        names.insert('"' + key + '"');
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Checks the contents of the input files: a mesh may have changed under its name.
void require_same_inputs(const Case &input, const std::filesystem::path &results,
                         const ordered_json &summary) {
  for (const std::filesystem::path &file : input_files(input))
    for (const ordered_json &before : summary.value("inputs", ordered_json::array()))
      if (before.value("file", "") == file.string() &&
          before.value("fingerprint", "") != file_fingerprint(file))
        throw InputError(fmt::format("{}: {} has changed since the sweep in {} began. Run without "
                                     "--restart, or into another folder",
                                     input.path.string(), file.string(), results.string()));
}

} // namespace

std::vector<ordered_json> finished_solves(const Case &input, const std::filesystem::path &results) {
  const ordered_json summary = read_json(results / "summary.json");
  const ordered_json resolved = read_json(results / "case.resolved.json");
  // The case is converted to text and back like the written one, so that numbers compare as they
  // read.
  if (const std::string text = differences(resolved, ordered_json::parse(input.resolved.dump()));
      !text.empty())
    throw InputError(fmt::format("{}: --restart continues the same sweep, but the one in {} has "
                                 "another {}. Run without --restart, or into another folder",
                                 input.path.string(), results.string(), text));
  require_same_inputs(input, results, summary);
  std::vector<ordered_json> finished;
  for (const ordered_json &solve : summary.value("solves", ordered_json::array()))
    if (solve.value("status", "") == "converged")
      finished.push_back(solve);
  return finished;
}

} // namespace curlew

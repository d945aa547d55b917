#include <curlew/methods/shared/frequency/solve_groups.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

ResultsDirectory make_own_folder(const Communicator &groups, const ResultsDirectory &results) {
  if (groups.is_root())
    remove_group_folders(results.path());
  groups.barrier();
  if (groups.is_root())
    return results;
  const std::filesystem::path folder = group_folder(results.path(), groups.rank());
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw OutputError(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  return ResultsDirectory::ready(folder);
}

bool is_open(const SolveRecord &record) {
  return record.status == SolveStatus::not_started;
}

ordered_json to_json(const std::vector<AddedFile> &files) {
  ordered_json list = ordered_json::array();
  for (const AddedFile &file : files)
    list.push_back({file.name, file.begin, file.end});
  return list;
}

std::vector<AddedFile> files_from(const ordered_json &list) {
  std::vector<AddedFile> files;
  for (const ordered_json &file : list)
    files.push_back(
        {file[0].get<std::string>(), file[1].get<std::int64_t>(), file[2].get<std::int64_t>()});
  return files;
}

// True for a list in summary.json with an entry for each frequency.
bool is_by_frequency(const ordered_json &list) {
  return list.is_array() && !list.empty() && list[0].is_object() && list[0].contains("frequency");
}

// Returns the lists by frequency and the warnings of a summary.
ordered_json shared_part(const Summary &summary) {
  ordered_json part = ordered_json::object();
  for (const auto &[key, value] : summary.json().items())
    if (key == "warnings" || is_by_frequency(value))
      part[key] = value;
  return part;
}

} // namespace

SolveGroups::SolveGroups(const Communicator &groups, const ResultsDirectory &results)
    : groups_(groups), results_(results), own_results_(make_own_folder(groups, results)) {}

void SolveGroups::assign(std::vector<SolveRecord> &records, std::size_t first, bool apart) const {
  std::vector<double> frequencies_hz;
  for (std::size_t i = first; i < records.size(); ++i)
    if (const double frequency_hz = records[i].planned.frequency_hz;
        is_open(records[i]) && std::find(frequencies_hz.begin(), frequencies_hz.end(),
                                         frequency_hz) == frequencies_hz.end())
      frequencies_hz.push_back(frequency_hz);
  const auto groups = static_cast<std::size_t>(groups_.size());
  const bool one_by_one = apart && frequencies_hz.size() < groups;
  std::size_t open = 0;
  for (std::size_t i = first; i < records.size(); ++i) {
    if (!is_open(records[i]))
      continue;
    const auto place =
        std::find(frequencies_hz.begin(), frequencies_hz.end(), records[i].planned.frequency_hz);
    const std::size_t share = one_by_one ? open++ : place - frequencies_hz.begin();
    records[i].group = static_cast<int>(share % groups);
  }
}

void SolveGroups::watch_files() {
  if (!is_alone())
    watch_.emplace(own_results_.path());
}

void SolveGroups::note_files(std::size_t solve) {
  if (!watch_)
    return;
  files_.resize(std::max(files_.size(), solve + 1));
  files_[solve] = {groups_.rank(), watch_->added()};
}

std::vector<ordered_json> SolveGroups::gather(const ordered_json &mine) const {
  const std::string text = mine.dump();
  ordered_json all = ordered_json::array();
  for (const std::vector<char> &one : groups_.gather(std::vector<char>(text.begin(), text.end())))
    all.push_back(ordered_json::parse(one.begin(), one.end()));
  return ordered_json::parse(groups_.broadcast(all.dump()));
}

std::vector<std::size_t> SolveGroups::exchange(std::vector<SolveRecord> &records, std::size_t first,
                                               std::size_t end, const std::optional<Error> &failure,
                                               const Summary &summary, const std::string &solver) {
  ordered_json mine = {{"solves", ordered_json::array()}, {"summary", shared_part(summary)}};
  if (failure)
    mine["failure"] = {static_cast<int>(failure->exit_code()), failure->what()};
  files_.resize(std::max(files_.size(), end));
  for (std::size_t i = first; i < end; ++i)
    if (is_own(records[i]) && !is_open(records[i]) && !records[i].elsewhere.is_object())
      mine["solves"].push_back({{"number", i},
                                {"status", static_cast<int>(records[i].status)},
                                {"entry", to_json(records[i], solver)},
                                {"files", to_json(files_[i].files)}});
  std::vector<std::size_t> finished;
  std::optional<Error> first_failure;
  summaries_.clear();
  const std::vector<ordered_json> all = gather(mine);
  for (std::size_t group = 0; group < all.size(); ++group) {
    if (all[group].contains("failure") && !first_failure)
      first_failure.emplace(static_cast<ExitCode>(all[group]["failure"][0].get<int>()),
                            all[group]["failure"][1].get<std::string>());
    if (static_cast<int>(group) == groups_.rank())
      continue;
    summaries_.push_back(all[group]["summary"]);
    for (const ordered_json &solve : all[group]["solves"]) {
      const auto number = solve["number"].get<std::size_t>();
      records[number].status = static_cast<SolveStatus>(solve["status"].get<int>());
      records[number].elsewhere = solve["entry"];
      files_[number] = {static_cast<int>(group), files_from(solve["files"])};
      if (records[number].status == SolveStatus::converged)
        finished.push_back(number);
    }
  }
  if (first_failure)
    throw Error(*first_failure);
  return finished;
}

void SolveGroups::join_files() {
  if (!is_alone())
    join_groups(results_, files_);
}

void SolveGroups::join_summaries(Summary &summary) const {
  for (const ordered_json &other : summaries_)
    for (const auto &[key, list] : other.items()) {
      ordered_json &own = summary[key];
      for (const ordered_json &entry : list)
        if (std::find(own.begin(), own.end(), entry) == own.end())
          own.push_back(entry);
    }
  if (summaries_.empty())
    return;
  for (const auto &[key, list] : summary.json().items())
    if (is_by_frequency(list))
      std::stable_sort(summary[key].begin(), summary[key].end(),
                       [](const ordered_json &a, const ordered_json &b) {
                         return a["frequency"] < b["frequency"];
                       });
}

RankGroups make_rank_groups(const Case &input, DividesProblem divides) {
  const Communicator world = Communicator::world();
  const int ranks = world.size();
  const int groups = input.run.groups > 0                    ? input.run.groups
                     : divides == DividesProblem::by_default ? 1
                                                             : ranks;
  const std::string where = input.where("/run/groups");
  if (ranks % groups != 0)
    throw InputError(
        fmt::format("{}: {} ranks cannot be divided into {} groups of one size (method "
                    "{}): start a multiple of {} ranks, or leave \"run.groups\" out",
                    where, ranks, groups, input.method, groups));
  const int size = ranks / groups;
  return {world.split(world.rank() / size), world.split(world.rank() % size)};
}

} // namespace curlew

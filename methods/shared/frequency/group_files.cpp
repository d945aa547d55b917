#include <curlew/methods/shared/frequency/group_files.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace curlew {
namespace {

namespace fs = std::filesystem;

constexpr const char *k_folder_prefix = ".curlew-group-";

bool begins_with(const std::string &text, const std::string &start) {
  return text.compare(0, start.size(), start) == 0;
}

bool is_table(const std::string &name) {
  return fs::path(name).extension() == ".csv";
}

bool is_field(const std::string &name) {
  return begins_with(name, std::string(k_fields_folder) + '/');
}

std::string contents(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("cannot read {}, which a group of ranks wrote", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

void move_file(const fs::path &from, const fs::path &to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::rename(from, to, error);
  if (error)
    throw OutputError(
        fmt::format("cannot move {} to {}: {}", from.string(), to.string(), error.message()));
}

// Rows of one table that a solve added.
struct Rows {
  int group;
  std::int64_t begin, end;
};

using Tables = std::map<std::string, std::vector<Rows>>;

Tables tables_of(const std::vector<SolveFiles> &solves) {
  Tables tables;
  for (const SolveFiles &solve : solves)
    for (const AddedFile &file : solve.files)
      if (is_table(file.name))
        tables[file.name].push_back({solve.group, file.begin, file.end});
  return tables;
}

// Returns the table with the rows of all groups.
std::string joined(const fs::path &results, const std::string &name, const std::vector<Rows> &all) {
  std::map<int, std::string> texts; // by group
  for (const Rows &rows : all)
    if (texts.count(rows.group) == 0)
      texts[rows.group] = contents(group_folder(results, rows.group) / name);
  // The header, and rows of the run that this one continues.
  std::string text;
  const auto own =
      std::find_if(all.begin(), all.end(), [](const Rows &rows) { return rows.group == 0; });
  if (own != all.end())
    text = texts[0].substr(0, own->begin);
  else if (fs::exists(results / name))
    text = contents(results / name);
  for (const Rows &rows : all) {
    std::string added = texts[rows.group].substr(rows.begin, rows.end - rows.begin);
    const std::size_t header = rows.begin == 0 ? added.find('\n') + 1 : 0;
    text += text.empty() ? added : added.substr(header);
  }
  return text;
}

void join_tables(const ResultsDirectory &results, const std::vector<SolveFiles> &solves) {
  for (const auto &[name, all] : tables_of(solves)) {
    const bool is_joint =
        std::any_of(all.begin(), all.end(), [](const Rows &rows) { return rows.group != 0; });
    if (is_joint)
      write_file_atomically(results.file(name), joined(results.path(), name, all));
  }
}

// Returns the entries of a group's list of fields by the names of their files.
std::map<std::string, PvdEntry> listed_fields(const fs::path &folder) {
  std::map<std::string, PvdEntry> listed;
  if (fs::exists(folder / k_pvd_name))
    for (PvdEntry &entry : read_pvd(folder / k_pvd_name))
      listed[entry.file] = entry;
  return listed;
}

// A file of fields and its name among those of all groups.
struct Move {
  int group;
  std::string from, to;
};

// Moves the files of fields, numbered by the order of the solves, and lists all.
void join_fields(const ResultsDirectory &results, const std::vector<SolveFiles> &solves) {
  std::map<int, std::map<std::string, PvdEntry>> lists; // by group
  std::vector<Move> moves;
  std::vector<PvdEntry> entries;
  std::int64_t fields = 0; // solves with fields
  lists[0] = listed_fields(results.path());
  std::map<std::string, PvdEntry> kept = lists[0];
  for (const SolveFiles &solve : solves)
    for (const AddedFile &file : solve.files)
      if (solve.group == 0)
        kept.erase(file.name);
  for (const auto &[name, entry] : kept) {
    entries.push_back(entry);
    fields += entry.part == 0;
  }
  for (const SolveFiles &solve : solves) {
    if (lists.count(solve.group) == 0)
      lists[solve.group] = listed_fields(group_folder(results.path(), solve.group));
    bool has_fields = false;
    for (const AddedFile &file : solve.files) {
      if (!is_field(file.name))
        continue;
      has_fields = true;
      const std::string name = renumbered_solve_file(file.name, fields);
      moves.push_back({solve.group, file.name, name});
      PvdEntry entry = lists[solve.group].at(file.name);
      entry.file = name;
      entries.push_back(entry);
    }
    fields += has_fields;
  }
  if (moves.empty())
    return;
  // Numbers of group 0 grow: the last file is moved first, before others take its place.
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Move &a, const Move &b) { return a.group == 0 && b.group != 0; });
  const auto others =
      std::find_if(moves.begin(), moves.end(), [](const Move &move) { return move.group != 0; });
  std::reverse(moves.begin(), others);
  for (const Move &move : moves) {
    const fs::path from = group_folder(results.path(), move.group) / move.from;
    if (from != results.path() / move.to)
      move_file(from, results.file(move.to));
  }
  std::stable_sort(entries.begin(), entries.end(), [](const PvdEntry &a, const PvdEntry &b) {
    return a.time_s < b.time_s || (a.time_s == b.time_s && a.part < b.part);
  });
  write_pvd(results.file(k_pvd_name), entries);
}

} // namespace

fs::path group_folder(const fs::path &results, int group) {
  return group == 0 ? results : results / (k_folder_prefix + std::to_string(group));
}

void remove_group_folders(const fs::path &results) {
  std::vector<fs::path> found;
  for (const fs::directory_entry &entry : fs::directory_iterator(results))
    if (begins_with(entry.path().filename().string(), k_folder_prefix))
      found.push_back(entry.path());
  for (const fs::path &folder : found) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (error)
      throw OutputError(fmt::format("cannot remove {}: {}", folder.string(), error.message()));
  }
}

FolderWatch::FolderWatch(fs::path folder) : folder_(std::move(folder)), before_(sizes()) {}

std::map<std::string, std::int64_t> FolderWatch::sizes() const {
  std::map<std::string, std::int64_t> found;
  for (auto entry = fs::recursive_directory_iterator(folder_);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string file_name = entry->path().filename().string();
    if (begins_with(file_name, ".")) { // folders of groups, files that are not complete
      entry.disable_recursion_pending();
      continue;
    }
    const std::string name = fs::relative(entry->path(), folder_).generic_string();
    if (entry->is_regular_file() && (is_table(name) || is_field(name)))
      found[name] = static_cast<std::int64_t>(entry->file_size());
  }
  return found;
}

std::vector<AddedFile> FolderWatch::added() {
  std::map<std::string, std::int64_t> now = sizes();
  std::vector<AddedFile> files;
  for (const auto &[name, size] : now) {
    const auto before = before_.find(name);
    const std::int64_t begin = before == before_.end() ? 0 : before->second;
    if (size < begin)
      throw std::logic_error("a table of a sweep became shorter: " + name);
    if (size > begin || before == before_.end())
      files.push_back({name, begin, size});
  }
  before_ = std::move(now);
  return files;
}

void join_groups(const ResultsDirectory &results, const std::vector<SolveFiles> &solves) {
  join_tables(results, solves);
  join_fields(results, solves);
  remove_group_folders(results.path());
}

} // namespace curlew

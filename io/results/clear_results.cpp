#include <curlew/io/results/clear_results.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/results/manifest.hpp>
#include <curlew/io/results/results_lock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

namespace curlew {
namespace {

namespace fs = std::filesystem;

// File names written by versions before there were manifests; only Curlew writes these names.
const std::vector<std::string> k_certain_names = {"case.resolved.json", "summary.json", "run.log"};

[[noreturn]] void fail_to_clear(const fs::path &directory, const std::string &reason) {
  throw OutputError(
      fmt::format("cannot use the results directory {}: {}", directory.string(), reason));
}

// The name case.resolved.json is sufficient; a summary.json may come from another program.
bool holds_our_results(const fs::path &directory) {
  if (fs::is_regular_file(directory / "case.resolved.json"))
    return true;
  std::ifstream summary(directory / "summary.json", std::ios::binary);
  std::string head(256, '\0');
  summary.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(summary.gcount()));
  return head.find("\"curlew\"") != std::string::npos;
}

// Returns an entry that is neither in `names` nor the lock; empty: there is none.
std::string another_entry(const fs::path &directory, const std::vector<std::string> &names) {
  for (const fs::directory_entry &entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name != ResultsLock::k_name && std::find(names.begin(), names.end(), name) == names.end())
      return name;
  }
  return "";
}

// True where no folder between `directory` and the file is a link; links are not followed.
bool lies_inside(const fs::path &directory, const std::string &name) {
  fs::path folder = directory;
  for (const fs::path &part : fs::path(name).parent_path()) {
    folder /= part;
    if (!fs::is_directory(fs::symlink_status(folder)))
      return false;
  }
  return true;
}

// Returns the existing files of these names, complete or not; folders are not files.
std::vector<fs::path> find_files(const fs::path &directory, const std::vector<std::string> &names) {
  std::vector<fs::path> found;
  for (const std::string &name : names) {
    if (!lies_inside(directory, name))
      continue;
    for (const fs::path &path : {directory / name, partial_name(directory / name)}) {
      const auto status = fs::symlink_status(path);
      if (fs::is_regular_file(status) || fs::is_symlink(status))
        found.push_back(path);
    }
  }
  return found;
}

void remove_files(const fs::path &directory, const std::vector<std::string> &names,
                  const ClearPolicy &policy) {
  std::vector<fs::path> files = find_files(directory, names);
  for (const fs::path &file : files)
    for (const fs::path &input : policy.inputs)
      if (same_file(file, input))
        fail_to_clear(directory,
                      fmt::format("clearing it would remove {}, which this run reads; give "
                                  "another directory, or move that file",
                                  file.lexically_relative(directory).string()));
  for (const fs::path &file : files)
    if (!same_file(file, policy.case_file))
      fs::remove(file);
}

// Removes the empty ones of the folders that held files of these names, inner ones first.
void remove_empty_folders(const fs::path &directory, const std::vector<std::string> &names) {
  std::set<fs::path, std::greater<>> folders; // "a/b" before "a"
  for (const std::string &name : names)
    for (fs::path folder = fs::path(name).parent_path(); !folder.empty();
         folder = folder.parent_path())
      folders.insert(folder);
  for (const fs::path &folder : folders) {
    const fs::path path = directory / folder;
    if (fs::is_directory(fs::symlink_status(path)) && lies_inside(directory, folder.string()) &&
        fs::is_empty(path))
      fs::remove(path);
  }
}

} // namespace

bool same_file(const fs::path &a, const fs::path &b) {
  std::error_code error; // equivalent() of files that do not exist is an error
  return !b.empty() && fs::equivalent(a, b, error) && !error;
}

void clear_results(const fs::path &directory, const std::optional<std::vector<std::string>> &listed,
                   const ClearPolicy &policy) {
  if (listed) {
    remove_files(directory, *listed, policy);
    remove_empty_folders(directory, *listed);
    return;
  }
  const bool is_ours = holds_our_results(directory);
  const std::string other =
      another_entry(directory, is_ours ? k_certain_names : std::vector<std::string>());
  if (!other.empty() && !policy.overwrite)
    fail_to_clear(
        directory,
        is_ours ? fmt::format("it holds results of Curlew without a list of the files that the run "
                              "has written ({}), as older versions left them, so that it cannot "
                              "be told whose {} is; give another directory, empty this one, or "
                              "take --overwrite to replace files of the same names and keep others",
                              Manifest::k_name, other)
                : "it is not empty and holds no results of Curlew; give another directory, or "
                  "--overwrite to write among what is there");
  if (is_ours)
    remove_files(directory, k_certain_names, policy);
}

} // namespace curlew

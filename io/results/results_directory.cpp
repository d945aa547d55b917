#include <curlew/io/results/results_directory.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/results/clear_results.hpp>
#include <curlew/io/results/manifest.hpp>
#include <curlew/io/results/output_file.hpp>
#include <curlew/io/results/results_lock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>
#include <set>

#include <unistd.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path &directory, const std::string &reason) {
  throw OutputError(
      fmt::format("cannot use the results directory {}: {}", directory.string(), reason));
}

constexpr const char *k_probe_file = ".curlew-write-test";
constexpr const char *k_resolved_case = "case.resolved.json";

void make_directory(const fs::path &directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    fail(directory, error.message());
}

void probe(const fs::path &directory) {
  OutputFile file(directory / k_probe_file, OutputFile::Mode::create);
  try {
    file.write("Curlew tests whether it can write into this folder.\n");
    file.sync();
    file.close();
  } catch (...) {
    ::unlink(file.path().c_str());
    throw;
  }
  if (::unlink(file.path().c_str()) != 0)
    throw_output_error("remove", file.path(), errno);
}

// Makes the folder if allowed; afterwards it exists.
void find_or_make(const fs::path &directory, bool restart) {
  const auto status = fs::status(directory);
  if (fs::is_directory(status))
    return;
  if (fs::exists(status))
    fail(directory, "it is not a folder");
  if (fs::is_symlink(fs::symlink_status(directory)))
    fail(directory, "it is a symbolic link to something that does not exist");
  if (restart)
    throw InputError(
        fmt::format("there is nothing to restart from: the results directory {} does not exist",
                    directory.string()));
  make_directory(directory);
}

} // namespace

struct ResultsDirectory::State {
  State(const fs::path &directory, const Policy &policy)
      : lock(directory), policy(policy), earlier(Manifest::read(directory)) {
    check_outputs(directory);
    if (!policy.restart)
      clear_results(directory, earlier, {policy.overwrite, policy.inputs, policy.case_file});
    probe(directory);
    if (policy.restart && earlier)
      listed.insert(earlier->begin(), earlier->end());
    else if (same_file(directory / k_resolved_case, policy.case_file))
      add(directory, {k_resolved_case}); // it was not cleared, but is a result too
  }

  // A restart that is refused before its first file leaves the folder as it was.
  void add(const fs::path &directory, const std::vector<std::string> &names) {
    if (!manifest)
      manifest.emplace(directory, policy.restart);
    manifest->add(names);
    listed.insert(names.begin(), names.end());
  }

  bool is_input(const fs::path &file) const {
    return same_file(file, policy.case_file) ||
           std::any_of(policy.inputs.begin(), policy.inputs.end(),
                       [&](const fs::path &input) { return same_file(file, input); });
  }

  void check_outputs(const fs::path &directory) const {
    const std::vector<std::string> removed = earlier.value_or(std::vector<std::string>());
    for (const std::string &name : policy.outputs)
      if (std::find(removed.begin(), removed.end(), name) == removed.end())
        check_overwriting(directory, name);
  }

  void check_overwriting(const fs::path &directory, const std::string &name) const {
    const fs::path path = directory / name;
    const auto status = fs::symlink_status(path);
    if (!fs::exists(status))
      return;
    if (is_input(path))
      fail(directory, fmt::format("this run would overwrite {}, which it reads; give another "
                                  "directory, or move that file",
                                  name));
    if (policy.restart && !earlier)
      return; // the files of the continued run are unknown
    if (!policy.overwrite)
      fail(directory, fmt::format("this run would overwrite {}, which no earlier run is known to "
                                  "have written; give another directory, move that file, or take "
                                  "--overwrite",
                                  name));
    if (fs::is_symlink(status))
      fs::remove(path); // otherwise its target would be overwritten
  }

  ResultsLock lock;
  Policy policy;
  // Names that the manifest listed at the start; none: there was no manifest.
  std::optional<std::vector<std::string>> earlier;
  std::optional<Manifest> manifest;
  std::set<std::string> listed;
};

// The lock as seen by a rank that does not hold it.
struct ResultsDirectory::LockOfAnother {
  LockOfAnother(fs::path directory, std::string text)
      : directory(std::move(directory)), text(std::move(text)) {}
  ~LockOfAnother() {
    if (std::uncaught_exceptions() > exceptions)
      ResultsLock::remove(directory, text);
  }
  LockOfAnother(const LockOfAnother &) = delete;
  LockOfAnother &operator=(const LockOfAnother &) = delete;

  fs::path directory;
  std::string text;
  int exceptions = std::uncaught_exceptions();
};

ResultsDirectory::ResultsDirectory(fs::path directory, const Policy &policy)
    : path_(std::move(directory)) {
  try {
    find_or_make(path_, policy.restart);
    state_ = std::make_shared<State>(path_, policy);
  } catch (const fs::filesystem_error &error) {
    fail(path_, error.code().message() + (error.path1().empty() || error.path1() == path_
                                              ? std::string()
                                              : " (" + error.path1().string() + ")"));
  }
}

ResultsDirectory ResultsDirectory::ready(fs::path directory, const std::string &lock_text) {
  ResultsDirectory results;
  results.path_ = std::move(directory);
  if (!lock_text.empty())
    results.lock_of_another_ = std::make_shared<LockOfAnother>(results.path_, lock_text);
  return results;
}

void ResultsDirectory::list(const std::vector<std::string> &names) const {
  if (!state_)
    return;
  std::vector<std::string> fresh;
  for (const std::string &name : names)
    if (state_->listed.count(name) == 0 || is_input(name)) {
      state_->check_overwriting(path_, name);
      fresh.push_back(name);
    }
  if (fresh.empty())
    return;
  state_->add(path_, fresh);
}

fs::path ResultsDirectory::file(std::string_view name) const {
  list({std::string(name)});
  return path_ / name;
}

bool ResultsDirectory::is_listed(const std::string &name) const {
  // A restart in a folder without a manifest continues what lies there.
  return !state_ || state_->listed.count(name) > 0 || (state_->policy.restart && !state_->earlier);
}

bool ResultsDirectory::is_input(std::string_view name) const {
  return state_ && state_->is_input(path_ / name);
}

fs::path ResultsDirectory::subfolder(std::string_view name) const {
  const fs::path folder = path_ / name;
  make_directory(folder);
  return folder;
}

std::string ResultsDirectory::lock_text() const {
  return state_ ? state_->lock.text() : "";
}

} // namespace curlew

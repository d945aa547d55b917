#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// The folder for all files of a run, prepared before anything expensive starts:
//
// - absent: made, with its parents;
// - empty, or with the manifest of an earlier run: the files that the manifest lists are removed;
//   any other file stays;
// - with Curlew's case.resolved.json or summary.json, but without a manifest (written by a version
//   before there were manifests): these two and run.log are removed. If there are more files,
//   OutputError without `overwrite`, since it is unknown which of them a run has written;
// - any other folder: OutputError unless `overwrite`;
// - `restart`: kept as it is; InputError if it does not exist.
//
// No other run may use the folder until the last copy of this object ends: OutputError names the
// run that does (ResultsLock). Every file is listed in the manifest before it is made, and no file
// is overwritten that an earlier run has not written, without `overwrite`. An input of the run is
// never removed and never overwritten: OutputError.
//
// Symbolic links inside are removed if they are listed, never followed. A temporary file is
// written, synced and removed as a probe. Throws OutputError with the system's reason for any
// failure.
class ResultsDirectory {
public:
  struct Policy {
    bool overwrite = false;
    bool restart = false;
    // Files that this run reads (mesh, waveforms): OutputError if clearing would remove one.
    std::vector<std::filesystem::path> inputs;
    // Another input, which may be the case.resolved.json of the earlier run: it then stays.
    std::filesystem::path case_file = {};
    // Names of files that the run will write: a refusal of one is thrown before anything is
    // removed.
    std::vector<std::string> outputs = {};
  };

  explicit ResultsDirectory(std::filesystem::path directory) : ResultsDirectory(directory, {}) {}
  ResultsDirectory(std::filesystem::path directory, const Policy &policy);

  // A folder that another process has prepared, or a plain folder: nothing is listed or refused.
  // With the text of the lock, an exception that ends the life of this object removes the lock,
  // because the process that holds it is about to be ended.
  static ResultsDirectory ready(std::filesystem::path directory, const std::string &lock_text = "");

  const std::filesystem::path &path() const { return path_; }
  // Returns the path of a file that this run writes, and lists it in the manifest. `name` may have
  // folders: "fields/fields_000050.vtu". Throws OutputError if the file is not to be overwritten.
  std::filesystem::path file(std::string_view name) const;
  // The same for many at once.
  void list(const std::vector<std::string> &names) const;
  // True where this run, or an earlier one that it continues, has written the file of this name.
  bool is_listed(const std::string &name) const;
  // True where the file of this name is an input of the run.
  bool is_input(std::string_view name) const;
  // Returns the subfolder of this name, made if absent.
  std::filesystem::path subfolder(std::string_view name) const;

  std::string lock_text() const;

private:
  struct State;
  struct LockOfAnother;

  ResultsDirectory() = default;
  std::filesystem::path path_;
  std::shared_ptr<State> state_; // null: made ready elsewhere
  std::shared_ptr<LockOfAnother> lock_of_another_;
};

} // namespace curlew

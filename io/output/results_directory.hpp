#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// The folder that takes everything a run writes, made ready before anything expensive starts:
//
// - absent: made, with its parents;
// - empty, or a folder with Curlew's case.resolved.json or summary.json: the files that Curlew
//   writes are removed, by name; any other file stays;
// - any other folder: OutputError unless `overwrite`, which then does the same;
// - `restart`: kept as it is; InputError if it does not exist.
//
// Symbolic links inside are removed, never followed. A temporary file is written, synced and
// removed as a probe. Throws OutputError with the system's reason for whatever fails.
class ResultsDirectory {
public:
  struct Policy {
    bool overwrite = false;
    bool restart = false;
    // Files that this run reads (mesh, waveforms): OutputError if clearing would remove one.
    std::vector<std::filesystem::path> inputs;
  };

  explicit ResultsDirectory(std::filesystem::path directory) : ResultsDirectory(directory, {}) {}
  ResultsDirectory(std::filesystem::path directory, const Policy &policy);

  // A folder that another rank has made ready.
  static ResultsDirectory ready(std::filesystem::path directory);

  const std::filesystem::path &path() const { return path_; }
  std::filesystem::path file(std::string_view name) const { return path_ / name; }
  // The subfolder of this name, made if absent.
  std::filesystem::path subfolder(std::string_view name) const;

private:
  ResultsDirectory() = default;
  std::filesystem::path path_;
};

} // namespace curlew

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// `.curlew-manifest` in a results folder lists the files that a run has written there, each before
// it is made: however the run ends, the manifest shows the next run which files it may remove.
// Names are relative to the folder, one in a line, '/' between folders; '%' and control characters
// are written as %XX.
class Manifest {
public:
  static constexpr const char *k_name = ".curlew-manifest";

  // Returns the names in the manifest of a folder; none where it has no manifest of ours. Lines
  // that name anything but a file below the folder are left out. Throws OutputError if it cannot be
  // read.
  static std::optional<std::vector<std::string>> read(const std::filesystem::path &directory);

  // Starts a new manifest, or continues an existing one. Throws OutputError.
  Manifest(std::filesystem::path directory, bool keep);

  // Adds names; they are on the disk when it returns. Throws OutputError.
  void add(const std::vector<std::string> &names);

private:
  std::filesystem::path path_;
};

} // namespace curlew

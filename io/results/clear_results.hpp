#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

struct ClearPolicy {
  bool overwrite = false;
  std::vector<std::filesystem::path> inputs; // never removed: OutputError if listed
  std::filesystem::path case_file;           // stays, listed or not
};

// Removes the files that an earlier run has written into the folder, by the names in its manifest,
// where it has one, and folders that are then empty. If anything is refused, nothing is removed:
// see ResultsDirectory. Throws OutputError and std::filesystem::filesystem_error.
void clear_results(const std::filesystem::path &directory,
                   const std::optional<std::vector<std::string>> &listed,
                   const ClearPolicy &policy);

// True where both exist and are the same file, through whatever links.
bool same_file(const std::filesystem::path &a, const std::filesystem::path &b);

} // namespace curlew

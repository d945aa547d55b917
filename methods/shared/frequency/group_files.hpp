#pragma once

#include <curlew/io/results/results_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace curlew {

// Several groups of ranks solve a plan together, each a share of it. Group 0 writes into the folder
// of the results, each other group into a hidden folder in it. At the end group 0 joins them: the
// results are then those of one process, row by row and file by file.

// Returns the folder in which a group writes.
std::filesystem::path group_folder(const std::filesystem::path &results, int group);

// Removes the folders of groups, of this run or of an earlier one that was killed. Throws
// OutputError.
void remove_group_folders(const std::filesystem::path &results);

// A file that a solve wrote, by its name in the group's folder, and of a table the new rows.
struct AddedFile {
  std::string name;
  std::int64_t begin = 0, end = 0; // bytes
};

// Finds the files that are new in a folder, or have grown.
class FolderWatch {
public:
  explicit FolderWatch(std::filesystem::path folder);
  // Returns those since the last call.
  std::vector<AddedFile> added();

private:
  std::map<std::string, std::int64_t> sizes() const; // bytes, by name

  std::filesystem::path folder_;
  std::map<std::string, std::int64_t> before_;
};

// The files of a solve; none where an earlier run solved it, or it failed.
struct SolveFiles {
  int group = 0;
  std::vector<AddedFile> files;
};

// Joins the files of all groups in the folder of the results. `solves` are in the order of the
// plan, in which rows and numbers of files then ascend, behind those of an earlier run that this
// one continues. Throws OutputError, and InputError for a file that is no longer as it was written.
void join_groups(const ResultsDirectory &results, const std::vector<SolveFiles> &solves);

} // namespace curlew

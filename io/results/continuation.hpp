#pragma once

#include <filesystem>

namespace curlew {

// Returns false where --restart would find nothing in a results folder: it is absent or empty, or
// it holds the files of a run that ended before its first checkpoint and its first finished solve.
bool has_results_to_continue(const std::filesystem::path &directory);

} // namespace curlew

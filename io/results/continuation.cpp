#include <curlew/io/results/continuation.hpp>

#include <curlew/io/results/manifest.hpp>

namespace curlew {

bool has_results_to_continue(const std::filesystem::path &directory) {
  namespace fs = std::filesystem;
  // An error on the way means that something is there; the run then says what is wrong with it.
  std::error_code error;
  if (!fs::exists(fs::symlink_status(directory)))
    return false;
  if (fs::is_directory(directory, error) && fs::is_empty(directory, error) && !error)
    return false;
  if (!fs::is_directory(directory, error) || !Manifest::read(directory))
    return true;
  const fs::path checkpoints = directory / "checkpoint";
  const bool has_checkpoint =
      fs::exists(fs::symlink_status(checkpoints)) &&
      !(fs::is_directory(checkpoints, error) && fs::is_empty(checkpoints, error) && !error);
  return has_checkpoint || fs::exists(fs::symlink_status(directory / "summary.json"));
}

} // namespace curlew

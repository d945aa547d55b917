#pragma once

#include <filesystem>
#include <string>

namespace curlew {

// One run writes into a results folder at a time: `.curlew-lock` there names the host and the
// process. The file is also locked by flock() while the process runs, where the file system can.
// This identifies a lock left behind even where process numbers cannot (containers on one host).
class ResultsLock {
public:
  static constexpr const char *k_name = ".curlew-lock";

  // Throws OutputError that names the holder of the lock, or the reason why the file cannot be
  // written. The lock of a process that no longer runs on this host is taken over with a warning.
  // The lock of another host is never taken over, since its process may still run.
  explicit ResultsLock(std::filesystem::path directory);
  ~ResultsLock();
  ResultsLock(const ResultsLock &) = delete;
  ResultsLock &operator=(const ResultsLock &) = delete;

  // Returns the text of the file.
  const std::string &text() const { return text_; }

  // Removes the lock if it still has this text; for a rank that ends a run without its root, which
  // holds the lock.
  static void remove(const std::filesystem::path &directory, const std::string &text) noexcept;

private:
  std::filesystem::path path_;
  std::string text_;
  int descriptor_ = -1;
};

} // namespace curlew

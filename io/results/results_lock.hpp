#pragma once

#include <filesystem>
#include <string>

namespace curlew {

// One run writes into a results folder at a time: `.curlew-lock` there names the host and the
// process. The file is also locked by flock() while the process runs, where the file system can:
// that tells a lock left behind even where process numbers do not (containers on one host).
class ResultsLock {
public:
  static constexpr const char *k_name = ".curlew-lock";

  // Throws OutputError, which says who holds it, or why the file cannot be written. The lock of a
  // process that is gone from this host is taken over with a warning; whether one of another host
  // still runs cannot be told, so it is never taken over.
  explicit ResultsLock(std::filesystem::path directory);
  ~ResultsLock();
  ResultsLock(const ResultsLock &) = delete;
  ResultsLock &operator=(const ResultsLock &) = delete;

  // What stands in the file.
  const std::string &text() const { return text_; }

  // Removes the lock if it still has this text: for the rank that ends a run whose root, which
  // holds the lock, is not asked any more.
  static void remove(const std::filesystem::path &directory, const std::string &text) noexcept;

private:
  std::filesystem::path path_;
  std::string text_;
  int descriptor_ = -1;
};

} // namespace curlew

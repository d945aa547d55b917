#pragma once

#include <curlew/io/results/output_file.hpp>

#include <filesystem>
#include <string_view>

namespace curlew {

// The name of a file until it is complete: ".<name>.partial" in the same folder, so that a rename
// can put it in place.
std::filesystem::path partial_name(const std::filesystem::path &path);

// Puts a complete file written under partial_name(path) in place: fsync, rename, fsync of the
// folder. Throws OutputError; the partial file is removed then.
void commit_partial_file(const std::filesystem::path &path);

// A file that appears whole or not at all: written under a temporary name and renamed by commit().
// Without commit() the temporary file is removed and what was there before stays.
// All functions throw OutputError.
class AtomicFile {
public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  void write(std::string_view bytes) { file_.write(bytes); }
  void write(const void *bytes, std::size_t count) { file_.write(bytes, count); }
  void commit();

private:
  std::filesystem::path path_;
  OutputFile file_;
  bool committed_ = false;
};

// Replaces or creates `path` with this content, atomically. Throws OutputError.
void write_file_atomically(const std::filesystem::path &path, std::string_view content);

} // namespace curlew

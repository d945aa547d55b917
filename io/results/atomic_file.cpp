#include <curlew/core/error.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace curlew {
namespace {

void sync_path(const std::filesystem::path &path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) {
    throw_output_error("open", path, errno);
  }
  const int result = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  // Some network file systems cannot sync a folder; the rename is then done without it.
  if (result != 0 && error != EINVAL) {
    throw_output_error("write", path, error);
  }
}

// A rename would replace a device or a pipe by a file.
std::filesystem::path replaceable(std::filesystem::path path) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_symlink(status)) {
    throw OutputError("cannot write " + path.string() + ": it exists and is not a regular file");
  }
  return path;
}

void remove_quietly(const std::filesystem::path &path) {
  std::error_code ignored; // the error that led here is the one to report
  std::filesystem::remove(path, ignored);
}

} // namespace

std::filesystem::path partial_name(const std::filesystem::path &path) {
  return path.parent_path() / ("." + path.filename().string() + ".partial");
}

void commit_partial_file(const std::filesystem::path &path) {
  const std::filesystem::path partial = partial_name(path);
  try {
    sync_path(partial, O_RDONLY);
    if (std::rename(partial.c_str(), path.c_str()) != 0) {
      throw_output_error("write", path, errno);
    }
    const std::filesystem::path folder = path.parent_path();
    sync_path(folder.empty() ? std::filesystem::path(".") : folder, O_RDONLY | O_DIRECTORY);
  } catch (...) {
    remove_quietly(partial);
    throw;
  }
}

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(replaceable(std::move(path))), file_(partial_name(path_), OutputFile::Mode::create) {}

AtomicFile::~AtomicFile() {
  if (!committed_) {
    file_.discard();
    remove_quietly(file_.path());
  }
}

void AtomicFile::commit() {
  file_.close();
  committed_ = true;
  commit_partial_file(path_);
}

void write_file_atomically(const std::filesystem::path &path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

} // namespace curlew

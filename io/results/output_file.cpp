#include <curlew/core/error.hpp>
#include <curlew/io/results/output_file.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace curlew {
namespace {

constexpr std::size_t k_buffer_bytes = 1 << 16;
// Some systems refuse to write more than 2 GB in one call.
constexpr std::size_t k_largest_write = std::size_t{1} << 30;

} // namespace

void throw_output_error(const std::string &action, const std::filesystem::path &path,
                        int error_number) {
  throw OutputError(
      fmt::format("cannot {} {}: {}", action, path.string(), std::strerror(error_number)));
}

OutputFile::OutputFile(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
  const int flags = mode == Mode::create ? O_CREAT | O_TRUNC : O_APPEND;
  descriptor_ = ::open(path_.c_str(), flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    throw_output_error(mode == Mode::create ? "create" : "append to", path_, errno);
  }
}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)) {}

OutputFile::~OutputFile() {
  if (!is_open()) {
    return;
  }
  try {
    close();
  } catch (const OutputError &error) {
    spdlog::error("{}", error.what());
  }
}

void OutputFile::write_through(const char *bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(descriptor_, bytes, std::min(count, k_largest_write));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      throw_output_error("write", path_, written < 0 ? errno : ENOSPC);
    }
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
}

void OutputFile::write(const void *bytes, std::size_t count) {
  const char *data = static_cast<const char *>(bytes);
  if (buffer_.size() + count > k_buffer_bytes) {
    flush();
    if (count > k_buffer_bytes) {
      write_through(data, count);
      return;
    }
  }
  buffer_.append(data, count);
}

void OutputFile::flush() {
  // Emptied first: after a failure the destructor must not write it, and fail, again.
  const std::string pending = std::exchange(buffer_, {});
  write_through(pending.data(), pending.size());
}

void OutputFile::sync() {
  flush();
  // EINVAL and EROFS: pipes and special files have nothing to wait for.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
    throw_output_error("write", path_, errno);
  }
}

void OutputFile::close() {
  if (!is_open()) {
    return;
  }
  int error = 0;
  try {
    flush();
  } catch (...) {
    ::close(std::exchange(descriptor_, -1));
    throw;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    error = errno;
  }
  // After EINTR the descriptor is closed and the data are with the system.
  if (error != 0 && error != EINTR) {
    throw_output_error("write", path_, error);
  }
}

void OutputFile::discard() noexcept {
  if (is_open()) {
    buffer_.clear();
    ::close(std::exchange(descriptor_, -1));
  }
}

void OutputFile::truncate(std::int64_t size) {
  flush();
  if (::ftruncate(descriptor_, size) != 0) {
    throw_output_error("truncate", path_, errno);
  }
}

} // namespace curlew

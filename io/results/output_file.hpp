#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace curlew {

// A file being written, with every system call checked: a full disk shows as OutputError with the
// path and the system's reason in the write, flush, sync or close that fails.
class OutputFile {
public:
  enum class Mode {
    create, // new or emptied
    append, // an existing file
  };
  // Symbolic links are not followed. Throws OutputError.
  OutputFile(std::filesystem::path path, Mode mode);
  ~OutputFile(); // closes, and logs what fails; close() throws instead
  OutputFile(OutputFile &&other) noexcept;
  OutputFile &operator=(OutputFile &&) = delete;

  void write(std::string_view bytes) { write(bytes.data(), bytes.size()); }
  void write(const void *bytes, std::size_t count);
  void flush();            // passes the buffer to the system
  void sync();             // flush, and waits until the disk has it
  void close();            // flush and close
  void discard() noexcept; // closes without what is still in the buffer

  // Cuts the file to `size` bytes.
  void truncate(std::int64_t size);
  bool is_open() const { return descriptor_ >= 0; }
  const std::filesystem::path &path() const { return path_; }

private:
  void write_through(const char *bytes, std::size_t count);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::string buffer_;
};

// Throws OutputError "cannot write <path>: No space left on device" with errno's text.
[[noreturn]] void throw_output_error(const std::string &action, const std::filesystem::path &path,
                                     int error_number);

} // namespace curlew

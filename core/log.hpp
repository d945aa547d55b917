#pragma once

#include <spdlog/common.h>
#include <spdlog/spdlog.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// The screen: whole lines, and at most one status line that is rewritten in place, so that a
// warning during a long run does not tear the progress line. Safe to use from several threads.
class Console {
public:
  explicit Console(std::FILE *stream);
  // `terminal`: whether the stream can rewrite its last line.
  Console(std::FILE *stream, bool terminal) : stream_(stream), terminal_(terminal) {}

  bool is_terminal() const { return terminal_; }
  // Prints a line (a line end is added). A status line moves below it.
  void print(std::string_view line);
  // Replaces the status line; without a terminal nothing happens.
  void show_status(std::string_view line);
  void clear_status();
  // Prints a line on another stream, which may be the same terminal: the status line stays below.
  void print_beside(std::FILE *other, std::string_view line);

private:
  void draw(std::string_view line, bool end_line);

  std::FILE *stream_;
  bool terminal_;
  std::mutex mutex_;
  std::string status_;
};

// The console on stderr; stdout carries only the output of a command.
Console &console();

// Sets spdlog's default logger up: messages go to `console`, "warning: ..." and "error: ..." by
// level, plain text otherwise. With `quiet` only warnings and errors are shown. Code that logs
// calls spdlog::info, spdlog::warn and so on. Messages are kept in memory until log_to_file() takes
// them. Calling it again starts afresh, without a file.
void start_log(bool quiet, Console &console = curlew::console());

// Prints a result for people: to stdout unless `quiet` is set, and always to the log file. The text
// may have several lines; a line end at its end is optional. Ranks whose log level is off print
// nothing.
void report_lines(std::string_view text);

// Warnings since start_log().
std::size_t warning_count();

// Logs one message per warning.
void log_warnings(const std::vector<std::string> &warnings);

// Prints the final message of a failed command on the console as it is, whatever the log level, and
// copies it to the log file if one is open.
void print_error(std::string_view text);

// Copies every message since start_log() and every later one, with its time, to `file` as well,
// with or without `quiet`. Throws OutputError when the file cannot be opened.
void log_to_file(const std::filesystem::path &file, bool append);

// Ends the copy to the file. Throws OutputError if a message could not be written to it.
void close_log_file();

} // namespace curlew

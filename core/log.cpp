#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/message_codes.hpp>

#include <spdlog/sinks/base_sink.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include <unistd.h>

namespace curlew {
namespace {

bool can_rewrite_lines(std::FILE *stream) {
  const char *term = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

std::string_view prefix_of(spdlog::level::level_enum level) {
  switch (level) {
  case spdlog::level::warn:
    return "warning: ";
  case spdlog::level::err:
  case spdlog::level::critical:
    return "error: ";
  case spdlog::level::debug:
  case spdlog::level::trace:
    return "debug: ";
  default:
    return "";
  }
}

std::string text_of(const spdlog::details::log_msg &message) {
  const std::string_view payload(message.payload.data(), message.payload.size());
  std::string text(prefix_of(message.level));
  text += message.level == spdlog::level::warn ? with_codes(payload, k_unknown_warning)
                                               : std::string(payload);
  return text;
}

std::atomic<std::size_t> warnings_shown{0};

class ConsoleSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  explicit ConsoleSink(Console &console) : console_(console) {}

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    if (message.level == spdlog::level::warn)
      ++warnings_shown;
    console_.print(text_of(message));
  }
  void flush_() override {}

private:
  Console &console_;
};

std::string line_of(spdlog::log_clock::time_point when, std::string_view text) {
  const std::time_t seconds = spdlog::log_clock::to_time_t(when);
  std::tm local{};
  localtime_r(&seconds, &local);
  char time[32];
  std::strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S ", &local);
  return std::string(time).append(text) + '\n';
}

// A failed write must reach close_log_file(), but must not end a run from inside a log call.
class FileSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  // With `keep_early`, lines logged before open() are kept for the file.
  explicit FileSink(bool keep_early) : keeps_early_(keep_early) {}
  ~FileSink() override {
    if (file_ != nullptr)
      std::fclose(file_);
  }
  void open(const std::filesystem::path &path, bool append) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::FILE *opened = std::fopen(path.c_str(), append ? "ae" : "we");
    if (opened == nullptr)
      throw OutputError("cannot open the log " + path.string() + ": " + std::strerror(errno));
    if (file_ != nullptr)
      std::fclose(file_);
    file_ = opened;
    name_ = path.string();
    error_ = 0;
    keeps_early_ = false;
    for (const std::string &line : early_)
      write(line);
    early_.clear();
  }
  void close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (file_ == nullptr)
      return;
    note(std::fclose(file_) == 0);
    file_ = nullptr;
    if (error_ != 0)
      throw OutputError("cannot write the log " + name_ + ": " + std::strerror(error_));
  }
  void add(std::string_view text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    take(line_of(spdlog::log_clock::now(), text));
  }

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    take(line_of(message.time, text_of(message)));
  }
  void flush_() override {}

private:
  void take(const std::string &line) {
    if (keeps_early_)
      early_.push_back(line);
    else if (file_ != nullptr)
      write(line);
  }
  void write(const std::string &line) {
    note(std::fwrite(line.data(), 1, line.size(), file_) == line.size());
    note(std::fflush(file_) == 0);
  }
  void note(bool good) {
    if (!good && error_ == 0)
      error_ = errno;
  }

  bool keeps_early_;
  std::vector<std::string> early_;
  std::string name_;
  std::FILE *file_ = nullptr;
  int error_ = 0;
};

std::shared_ptr<FileSink> file_sink;
bool reports_are_shown = true;

} // namespace

Console::Console(std::FILE *stream) : Console(stream, can_rewrite_lines(stream)) {}

void Console::draw(std::string_view line, bool end_line) {
  if (terminal_) {
    std::fputs("\r\033[K", stream_);
  }
  std::fwrite(line.data(), 1, line.size(), stream_);
  if (end_line) {
    std::fputc('\n', stream_);
  }
}

void Console::print(std::string_view line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  draw(line, true);
  if (!status_.empty()) {
    draw(status_, false);
  }
  std::fflush(stream_);
}

void Console::show_status(std::string_view line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (terminal_) {
    status_ = line;
    draw(status_, false);
    std::fflush(stream_);
  }
}

void Console::clear_status() {
  show_status("");
}

Console &console() {
  static Console instance(stderr);
  return instance;
}

void Console::print_beside(std::FILE *other, std::string_view line) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!status_.empty()) {
    draw("", false);
    std::fflush(stream_);
  }
  std::fwrite(line.data(), 1, line.size(), other);
  std::fputc('\n', other);
  std::fflush(other);
  if (!status_.empty()) {
    draw(status_, false);
    std::fflush(stream_);
  }
}

std::size_t warning_count() {
  return warnings_shown;
}

void start_log(bool quiet, Console &console) {
  warnings_shown = 0;
  auto screen = std::make_shared<ConsoleSink>(console);
  screen->set_level(quiet ? spdlog::level::warn : spdlog::level::info);
  reports_are_shown = !quiet;
  file_sink = std::make_shared<FileSink>(true);
  const spdlog::sinks_init_list sinks{std::move(screen), file_sink};
  auto logger = std::make_shared<spdlog::logger>("curlew", sinks);
  logger->set_level(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

void log_warnings(const std::vector<std::string> &warnings) {
  for (const std::string &warning : warnings)
    spdlog::warn(warning);
}

void report_lines(std::string_view text) {
  if (!spdlog::default_logger()->should_log(spdlog::level::info))
    return;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (reports_are_shown)
      console().print_beside(stdout, line);
    if (file_sink)
      file_sink->add(line);
    more = end != text.npos && end + 1 < text.size();
    if (more)
      text.remove_prefix(end + 1);
  }
}

void print_error(std::string_view text) {
  console().print(text);
  if (file_sink)
    file_sink->add(text);
}

void log_to_file(const std::filesystem::path &file, bool append) {
  if (!file_sink) { // a program that has its own logger
    file_sink = std::make_shared<FileSink>(false);
    spdlog::default_logger()->sinks().push_back(file_sink);
  }
  file_sink->open(file, append);
}

void close_log_file() {
  if (file_sink)
    file_sink->close();
}

} // namespace curlew

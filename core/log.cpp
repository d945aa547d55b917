#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>

#include <spdlog/sinks/base_sink.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
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
  std::string text(prefix_of(message.level));
  text.append(message.payload.data(), message.payload.size());
  return text;
}

class ConsoleSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  explicit ConsoleSink(Console &console) : console_(console) {}

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    console_.print(text_of(message));
  }
  void flush_() override {}

private:
  Console &console_;
};

// A failed write must reach close_log_file(), but must not end a run from inside a log call.
class FileSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
  FileSink(const std::filesystem::path &file, bool append) : name_(file.string()) {
    file_ = std::fopen(name_.c_str(), append ? "ae" : "we");
    if (file_ == nullptr) {
      throw OutputError("cannot open the log " + name_ + ": " + std::strerror(errno));
    }
  }
  ~FileSink() override {
    if (file_ != nullptr) {
      std::fclose(file_);
    }
  }
  void close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    note(std::fclose(file_) == 0);
    file_ = nullptr;
    if (error_ != 0) {
      throw OutputError("cannot write the log " + name_ + ": " + std::strerror(error_));
    }
  }

protected:
  void sink_it_(const spdlog::details::log_msg &message) override {
    if (file_ == nullptr) {
      return;
    }
    const std::time_t seconds = spdlog::log_clock::to_time_t(message.time);
    std::tm local{};
    localtime_r(&seconds, &local);
    char time[32];
    std::strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S ", &local);
    const std::string line = time + text_of(message) + '\n';
    note(std::fwrite(line.data(), 1, line.size(), file_) == line.size());
    note(std::fflush(file_) == 0);
  }
  void flush_() override {}

private:
  void note(bool good) {
    if (!good && error_ == 0) {
      error_ = errno;
    }
  }

  std::string name_;
  std::FILE *file_ = nullptr;
  int error_ = 0;
};

std::shared_ptr<FileSink> file_sink;

void drop_file_sink() {
  if (file_sink) {
    auto &sinks = spdlog::default_logger()->sinks();
    sinks.erase(std::remove(sinks.begin(), sinks.end(), file_sink), sinks.end());
  }
}

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

void start_log(bool quiet, Console &console) {
  file_sink.reset();
  auto sink = std::make_shared<ConsoleSink>(console);
  sink->set_level(quiet ? spdlog::level::warn : spdlog::level::info);
  auto logger = std::make_shared<spdlog::logger>("curlew", std::move(sink));
  logger->set_level(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

void log_to_file(const std::filesystem::path &file, bool append) {
  auto sink = std::make_shared<FileSink>(file, append);
  drop_file_sink();
  file_sink = std::move(sink);
  spdlog::default_logger()->sinks().push_back(file_sink);
}

void close_log_file() {
  drop_file_sink();
  if (const auto sink = std::move(file_sink)) {
    file_sink.reset();
    sink->close();
  }
}

} // namespace curlew

#include <curlew/io/results/results_lock.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/host_name.hpp>
#include <curlew/core/utc_time.hpp>
#include <curlew/io/results/output_file.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;

// The holder of a lock, as given in its file.
struct Holder {
  std::string host;
  long process = 0;
  std::string process_start; // clock ticks since the host's start; empty if unknown
  std::string since;
};

// What the system tells of a process; empty where it tells nothing.
struct ProcessFacts {
  std::string state; // "Z": it has ended, and its parent has not asked how
  std::string start; // clock ticks since the host's start: process numbers are reused
};

ProcessFacts facts_of(long process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')'); // the name may hold blanks
  if (name_end == line.npos)
    return {};
  std::istringstream fields(line.substr(name_end + 1));
  constexpr int k_between = 19; // fields from the state to the start
  ProcessFacts facts;
  fields >> facts.state;
  for (int i = 0; i < k_between; ++i)
    fields >> facts.start;
  return facts;
}

std::string text_of(const Holder &holder) {
  return fmt::format("host {}\nprocess {}\nstarted {}\nsince {}\n", holder.host, holder.process,
                     holder.process_start, holder.since);
}

Holder parse(const std::string &text) {
  Holder holder;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    const std::string key = line.substr(0, blank);
    const std::string value = blank == line.npos ? "" : line.substr(blank + 1);
    if (key == "host")
      holder.host = value;
    else if (key == "process")
      holder.process = std::strtol(value.c_str(), nullptr, 10);
    else if (key == "started")
      holder.process_start = value;
    else if (key == "since")
      holder.since = value;
  }
  return holder;
}

bool is_running(const Holder &holder) {
  if (holder.process <= 0)
    return false;
  if (::kill(static_cast<pid_t>(holder.process), 0) != 0 && errno == ESRCH)
    return false;
  const ProcessFacts facts = facts_of(holder.process);
  if (facts.state == "Z")
    return false;
  return facts.start.empty() || holder.process_start.empty() || facts.start == holder.process_start;
}

std::string content_of(int descriptor) {
  std::string text(1024, '\0');
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

[[noreturn]] void refuse(const fs::path &lock, const Holder &holder, const std::string &advice) {
  throw OutputError(fmt::format(
      "cannot use the results directory {}: process {} on host {} writes into it since {}; {}",
      lock.parent_path().string(), holder.process, holder.host, holder.since, advice));
}

void refuse_running(const fs::path &lock, const Holder &holder) {
  refuse(lock, holder, "wait until it ends, or give another directory with --output");
}

// Gives up where another run holds the lock, or may hold it.
void check_holder(const fs::path &lock, const std::string &text) {
  if (text.empty())
    return; // just made
  const Holder holder = parse(text);
  if (holder.host.empty() || holder.process <= 0)
    throw OutputError(fmt::format("cannot use the results directory {}: its lock file {} is "
                                  "damaged and does not say which run made it; if none writes "
                                  "there, remove that file, or else give another directory with "
                                  "--output",
                                  lock.parent_path().string(), lock.string()));
  if (holder.host != host_name())
    refuse(lock, holder,
           fmt::format("whether it still runs cannot be told from here: if it does not, remove {}, "
                       "or else give another directory with --output",
                       lock.string()));
  if (is_running(holder))
    refuse_running(lock, holder);
  spdlog::warn("took over the results directory {}: process {}, which wrote into it since {}, is "
               "gone",
               lock.parent_path().string(), holder.process, holder.since);
}

// Returns the holder in a file that another process has locked, and may be about to write.
Holder holder_in(int descriptor) {
  constexpr int k_attempts = 100;
  constexpr auto k_wait = std::chrono::milliseconds(10);
  Holder holder;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    holder = parse(content_of(descriptor));
    if (!holder.since.empty()) // its last line
      break;
    std::this_thread::sleep_for(k_wait);
  }
  return holder;
}

// Returns the open file at the path, locked if the file system locks; nothing if the run that held
// the file removed it meanwhile.
std::optional<int> open_lock(const fs::path &path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0)
    throw_output_error("create", path, errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    const Holder holder = holder_in(descriptor);
    ::close(descriptor);
    refuse_running(path, holder);
  }
  struct stat here {
  }, there{};
  const bool same = ::fstat(descriptor, &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
                    here.st_ino == there.st_ino && here.st_dev == there.st_dev;
  if (same)
    return descriptor;
  ::close(descriptor);
  return std::nullopt;
}

void write_text(int descriptor, const fs::path &path, const std::string &text) {
  if (::ftruncate(descriptor, 0) != 0)
    throw_output_error("write", path, errno);
  for (std::size_t done = 0; done < text.size();) { // a full disk shows in the second write
    const ssize_t written =
        ::pwrite(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (written <= 0)
      throw_output_error("write", path, written < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(written);
  }
  if (::fsync(descriptor) != 0 && errno != EINVAL)
    throw_output_error("write", path, errno);
}

} // namespace

ResultsLock::ResultsLock(fs::path directory) : path_(std::move(directory) / k_name) {
  std::optional<int> opened;
  while (!opened)
    opened = open_lock(path_);
  descriptor_ = *opened;
  bool is_ours = false;
  try {
    check_holder(path_, content_of(descriptor_));
    is_ours = true;
    const long self = ::getpid();
    text_ = text_of({host_name(), self, facts_of(self).start, utc_now()});
    write_text(descriptor_, path_, text_);
  } catch (...) {
    if (is_ours)
      ::unlink(path_.c_str());
    ::close(descriptor_);
    throw;
  }
}

ResultsLock::~ResultsLock() {
  ::unlink(path_.c_str()); // while it is locked, so no other process has it
  ::close(descriptor_);
}

void ResultsLock::remove(const fs::path &directory, const std::string &text) noexcept {
  const fs::path path = directory / k_name;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0)
    return; // removed by the root
  if (content_of(descriptor) == text)
    ::unlink(path.c_str());
  ::close(descriptor);
}

} // namespace curlew

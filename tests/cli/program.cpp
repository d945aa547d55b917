#include "program.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace curlew::cli_test {
namespace {

fs::path fresh_folder(const std::string &prefix) {
  static std::atomic<int> counter{0};
  const fs::path path = fs::path(curlew::test::output_path()) /
                        (prefix + std::to_string(getpid()) + "-" + std::to_string(counter++));
  fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

// Runs in the child: only system calls.
[[noreturn]] void become_curlew(const Launch &launch, const char *const *argv, const char *out,
                                const char *err) {
  const int out_fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int err_fd = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const int in_fd = open("/dev/null", O_RDONLY);
  if (out_fd < 0 || err_fd < 0 || in_fd < 0 || dup2(in_fd, 0) < 0 || dup2(out_fd, 1) < 0 ||
      dup2(err_fd, 2) < 0 || (!launch.directory.empty() && chdir(launch.directory.c_str()) != 0))
    _exit(126);
  if (launch.largest_file_bytes > 0) {
    const rlimit limit{static_cast<rlim_t>(launch.largest_file_bytes),
                       static_cast<rlim_t>(launch.largest_file_bytes)};
    std::signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
      _exit(126);
  }
  execv(argv[0], const_cast<char *const *>(argv));
  _exit(127);
}

#ifdef CURLEW_PROGRAM_NEEDS_DEVICE
// A program built for devices computes nothing without one, on no backend: tests of results are
// skipped there, those of suites "NoDevice" and "Harness" are not.
class SkipWithoutDevice : public testing::EmptyTestEventListener {
public:
  void OnTestStart(const testing::TestInfo &info) override {
    static const bool computes = fs::exists("/dev/nvidiactl");
    const std::string suite = info.test_suite_name();
    if (!computes && suite != "NoDevice" && suite != "Harness")
      GTEST_SKIP() << "built for CUDA, and this machine has no NVIDIA device";
  }
};

const bool k_skip_without_device = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new SkipWithoutDevice);
  return true;
}();
#endif

// Every warning and error has a code of its own: those below 1000 are of messages that are not in
// docs/messages/codes.txt, where a text that docs/tools/message_codes.py does not find is added by
// hand.
void expect_codes(const std::string &messages) {
  static const std::regex begin("^(warning|error|error on rank \\d+ of \\d+): ");
  static const std::regex unlisted("\\[C0\\d{3}\\]$");
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    EXPECT_FALSE(std::regex_search(line, begin) && std::regex_search(line, unlisted))
        << "a message without a code of its own: " << line;
}

} // namespace

Process::Process(const Launch &launch)
    : log_(fresh_folder("process-")),
      stdout_path_(launch.stdout_path.empty() ? log_ / "stdout" : launch.stdout_path) {
  const std::string program = curlew::test::program_path();
  std::vector<const char *> argv;
  for (const std::string &argument : launch.launcher)
    argv.push_back(argument.c_str());
  argv.push_back(program.c_str());
  for (const std::string &argument : launch.arguments)
    argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  const std::string out = stdout_path_.string(), err = (log_ / "stderr").string();
  pid_ = fork();
  if (pid_ == 0)
    become_curlew(launch, argv.data(), out.c_str(), err.c_str());
  if (pid_ < 0)
    throw std::system_error(errno, std::generic_category(), "fork");
}

Process::~Process() {
  if (!reaped_) {
    kill(pid_, SIGKILL);
    waitpid(pid_, &status_, 0);
  }
  std::error_code ignored; // a leftover of a test that has ended
  fs::remove_all(log_, ignored);
}

void Process::send(int signal) {
  if (!reaped_)
    kill(pid_, signal);
}

bool Process::ended() {
  if (!reaped_ && waitpid(pid_, &status_, WNOHANG) == pid_)
    reaped_ = true;
  return reaped_;
}

Outcome Process::wait() {
  while (!reaped_) {
    if (waitpid(pid_, &status_, 0) == pid_)
      reaped_ = true;
    else if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  Outcome outcome;
  if (WIFEXITED(status_))
    outcome.exit_code = WEXITSTATUS(status_);
  else if (WIFSIGNALED(status_))
    outcome.signal = WTERMSIG(status_);
  if (stdout_path_ == log_ / "stdout")
    outcome.out = read_file(stdout_path_);
  outcome.err = read_file(log_ / "stderr");
  expect_codes(outcome.err);
  return outcome;
}

Outcome run(const Launch &launch) {
  return Process(launch).wait();
}

Scratch::Scratch() : path_(fresh_folder("scratch-")) {}

Scratch::~Scratch() {
  std::error_code ignored; // the folder of a failed test is kept
  if (!testing::Test::HasFailure())
    fs::remove_all(path_, ignored);
}

std::string read_file(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void write_file(const fs::path &path, const std::string &content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  ASSERT_TRUE(file.good()) << "cannot write " << path;
}

std::vector<std::string> names_in(const fs::path &directory) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string first_line(const fs::path &path) {
  const std::string content = read_file(path);
  return content.substr(0, content.find('\n'));
}

std::string replaced(const std::string &text, const std::string &from, const std::string &to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    ADD_FAILURE() << "\"" << from << "\" does not stand exactly once in\n" << text;
    return text;
  }
  return text.substr(0, at) + to + text.substr(at + from.size());
}

std::string mismatch(const Outcome &outcome, const Expectation &expected) {
  std::string text;
  if (outcome.signal != 0)
    text += "killed by signal " + std::to_string(outcome.signal) + "\n";
  if (outcome.exit_code != expected.exit_code)
    text += "exit code " + std::to_string(outcome.exit_code) + " instead of " +
            std::to_string(expected.exit_code) + "\n";
  for (const std::string &message : expected.messages)
    if (outcome.err.find(message) == std::string::npos)
      text += "standard error lacks \"" + message + "\"\n";
  if (outcome.exit_code > 0 && outcome.err.find("error: ") == std::string::npos)
    text += "no \"error: \" in standard error\n";
  if (text.empty())
    return text;
  return text + "--- standard output\n" + outcome.out + "--- standard error\n" + outcome.err;
}

} // namespace curlew::cli_test

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace curlew::cli_test {

namespace fs = std::filesystem;

// Result of a finished process.
struct Outcome {
  int exit_code = -1; // -1: killed
  int signal = 0;     // signal that killed it
  std::string out, err;
  std::string all() const { return out + err; }
};

// Start of a process. Streams with empty paths are captured.
struct Launch {
  std::vector<std::string> arguments;     // arguments of curlew
  fs::path directory;                     // working directory
  fs::path stdout_path;                   // instead of capturing standard output
  long largest_file_bytes = 0;            // 0: no limit; larger writes fail with EFBIG
  std::vector<std::string> launcher = {}; // before curlew, the first with its path: mpirun, env
};

// The program in the background. Killed with this object, should a test leave early.
class Process {
public:
  explicit Process(const Launch &launch);
  ~Process();
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  void send(int signal);
  bool ended(); // without waiting
  Outcome wait();

private:
  fs::path log_; // folder of the captured streams
  fs::path stdout_path_;
  pid_t pid_ = -1;
  bool reaped_ = false;
  int status_ = 0;
};

Outcome run(const Launch &launch);

// A fresh folder, removed at the end unless the test failed.
class Scratch {
public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  const fs::path &path() const { return path_; }
  fs::path operator/(const std::string &name) const { return path_ / name; }
  // Runs curlew in this folder.
  Outcome curlew(std::vector<std::string> arguments) const {
    return run({std::move(arguments), path_, {}, 0});
  }

private:
  fs::path path_;
};

std::string read_file(const fs::path &path); // fails the test if it cannot be read
void write_file(const fs::path &path, const std::string &content);
std::vector<std::string> names_in(const fs::path &directory); // sorted
// The first line of a file.
std::string first_line(const fs::path &path);

// `text` with the only occurrence of `from` replaced; a test that would change nothing fails.
std::string replaced(const std::string &text, const std::string &from, const std::string &to);

// Expected result of a command.
struct Expectation {
  int exit_code = 0;
  std::vector<std::string> messages; // each must stand in standard error
};

// Returns all differences of an outcome from the expectation; empty without one. Every failure must
// be an intended one: its message begins with "error: ", and no exit code is 1.
std::string mismatch(const Outcome &outcome, const Expectation &expected);

} // namespace curlew::cli_test

#pragma once

#include <stdexcept>
#include <string>

namespace curlew {

// The exit codes of the program, fixed by the case-file contract (docs/case-file.md).
enum class ExitCode : int {
  done = 0,
  internal = 1,
  input = 2,
  not_converged = 3,
  unstable = 4,
  output = 5,
  resource = 6,
  interrupted = 130,
};

// An error whose text, for people, contains what happened, where in the input, the values, and what
// to do. main() prints the complete text after "error: " and leaves with the exit code.
class Error : public std::runtime_error {
public:
  Error(ExitCode code, const std::string &message) : std::runtime_error(message), code_(code) {}
  ExitCode exit_code() const { return code_; }

private:
  ExitCode code_;
};

// An error in what the user gave: command line, case file, mesh, an absent or malformed file.
class InputError : public Error {
public:
  explicit InputError(const std::string &message) : Error(ExitCode::input, message) {}
};

// A feature that this binary was built without. The text names the feature and the option that adds
// it.
class NotCompiled : public Error {
public:
  NotCompiled(const std::string &feature, const std::string &option)
      : Error(ExitCode::input, feature + " is not compiled into this curlew; " + option) {}
};

// A solver that did not reach its tolerance.
class NotConverged : public Error {
public:
  explicit NotConverged(const std::string &message) : Error(ExitCode::not_converged, message) {}
};

// Fields that became non-finite or grow without a source.
class Unstable : public Error {
public:
  explicit Unstable(const std::string &message) : Error(ExitCode::unstable, message) {}
};

// A result or checkpoint that cannot be written.
class OutputError : public Error {
public:
  explicit OutputError(const std::string &message) : Error(ExitCode::output, message) {}
};

// Not enough memory, or a count above a documented limit.
class ResourceError : public Error {
public:
  explicit ResourceError(const std::string &message) : Error(ExitCode::resource, message) {}
};

// SIGINT or SIGTERM, after the final checkpoint.
class Interrupted : public Error {
public:
  explicit Interrupted(const std::string &message) : Error(ExitCode::interrupted, message) {}
};

// Returns true where the standard library, Kokkos of any version, or a vendor's library threw the
// error because there was no memory.
bool is_allocation_failure(const std::exception &error);

} // namespace curlew

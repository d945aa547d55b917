#include <curlew/core/mpi/run_collectively.hpp>

#include <curlew/core/error.hpp>

#include <exception>

namespace curlew {
namespace {

struct Failure {
  ExitCode code = ExitCode::internal;
  std::string text;
  std::exception_ptr error; // null: none
};

Failure attempt(const std::function<void()> &action, int rank) {
  try {
    action();
    return {};
  } catch (const Error &error) {
    return {error.exit_code(), error.what(), std::current_exception()};
  } catch (const std::exception &error) {
    const std::string on_rank = "rank " + std::to_string(rank);
    if (is_allocation_failure(error))
      return {ExitCode::resource,
              "out of memory on " + on_rank +
                  "; take a coarser mesh, more hosts or such with more memory (" + error.what() +
                  ")",
              std::current_exception()};
    return {ExitCode::internal, on_rank + ": " + error.what(), std::current_exception()};
  } catch (...) {
    return {ExitCode::internal, "rank " + std::to_string(rank) + ": an unknown error",
            std::current_exception()};
  }
}

[[noreturn]] void throw_as(ExitCode code, const std::string &text) {
  switch (code) {
  case ExitCode::input:
    throw InputError(text);
  case ExitCode::output:
    throw OutputError(text);
  case ExitCode::resource:
    throw ResourceError(text);
  case ExitCode::not_converged: // sweeps go on past it
    throw NotConverged(text);
  default:
    throw Error(code, text);
  }
}

} // namespace

void run_collectively(const Communicator &ranks, const std::function<void()> &action) {
  if (ranks.is_alone()) {
    action();
    return;
  }
  const Failure here = attempt(action, ranks.rank());
  std::vector<std::int64_t> first{here.error ? ranks.rank() : ranks.size()};
  ranks.min(first);
  if (first[0] == ranks.size())
    return;
  const int failed = static_cast<int>(first[0]);
  const std::string code = ranks.broadcast(std::to_string(static_cast<int>(here.code)), failed);
  const std::string text = ranks.broadcast(here.text, failed);
  if (here.error)
    std::rethrow_exception(here.error);
  throw_as(static_cast<ExitCode>(std::stoi(code)), text);
}

} // namespace curlew

#include <curlew/core/parallel/threads.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/mpi/launcher.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace curlew {
namespace {

std::string counted(int count, const char *noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int processors() {
  return static_cast<int>(usable_processors().size());
}

// OMP_NUM_THREADS may list the threads of nested regions: the first number is that of ours.
int threads_of_environment() {
  const char *text = environment_value("OMP_NUM_THREADS");
  if (text == nullptr)
    return 0;
  const char *first = text + std::strspn(text, " \t");
  const char *end = text + std::strlen(text);
  int threads = 0;
  const auto parsed = std::from_chars(first, end, threads);
  const char *after = parsed.ptr + std::strspn(parsed.ptr, " \t");
  if (parsed.ec != std::errc() || threads < 1 || (*after != ',' && *after != '\0'))
    throw InputError(fmt::format("OMP_NUM_THREADS in the environment is \"{}\", which is no number "
                                 "of threads; correct or unset it, or give --threads",
                                 text));
  return threads;
}

ThreadChoice find_choice(const ThreadRequest &request) {
  if (request.command_line > 0)
    return {request.command_line, "--threads"};
  if (request.of_case > 0)
    return {request.of_case, "run.threads of the case"};
  if (const int threads = threads_of_environment(); threads > 0)
    return {threads, "OMP_NUM_THREADS"};
  const NodeLocalRank host = node_local_rank();
  if (host.size == 1 || host.processors == processors())
    return {processors(), "the affinity mask"};
  return {host.processors, fmt::format("this rank's share of {} for {} ranks of this host",
                                       counted(processors(), "processor"), host.size)};
}

std::string location_of(const ThreadRequest &request, const ThreadChoice &choice) {
  if (request.command_line > 0)
    return fmt::format("--threads {}", choice.count);
  if (request.of_case > 0)
    return fmt::format("{}: run.threads is {}", request.case_location, choice.count);
  return fmt::format("OMP_NUM_THREADS is {}", choice.count);
}

} // namespace

ThreadChoice choose_threads(const ThreadRequest &request) {
  ThreadChoice choice = find_choice(request);
  if (choice.count > k_most_threads)
    throw InputError(fmt::format("{}: more than {} threads are not supported",
                                 location_of(request, choice), k_most_threads));
  if (choice.count > processors() && !request.oversubscribe)
    throw InputError(fmt::format("{}: this process may use {} only; take fewer threads, or start "
                                 "them all the same with --oversubscribe",
                                 location_of(request, choice), counted(processors(), "processor")));
  return choice;
}

int default_threads() {
  ThreadRequest request;
  request.oversubscribe = true; // only the command that reads options refuses OMP_NUM_THREADS
  return choose_threads(request).count;
}

std::string to_text(const ThreadChoice &choice) {
  return fmt::format("{}, from {} (this process may use {})", counted(choice.count, "thread"),
                     choice.source, counted(processors(), "processor"));
}

} // namespace curlew

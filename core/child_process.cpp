#include <curlew/core/child_process.hpp>

#include <curlew/core/error.hpp>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace curlew {
namespace {

// The streams of a process that posix_spawn starts.
class Streams {
public:
  explicit Streams(const std::filesystem::path &output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams &) = delete;
  Streams &operator=(const Streams &) = delete;

  const posix_spawn_file_actions_t *get() const { return &actions_; }

private:
  posix_spawn_file_actions_t actions_{};
};

} // namespace

int run_child(const std::vector<std::string> &command, const std::filesystem::path &output) {
  if (FILE *file = std::fopen(output.c_str(), "w"); file == nullptr)
    throw OutputError("cannot write " + output.string() + ": " + std::strerror(errno));
  else
    std::fclose(file);
  std::vector<char *> arguments;
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  const Streams streams(output);
  pid_t child = 0;
  if (const int failure =
          posix_spawnp(&child, arguments[0], streams.get(), nullptr, arguments.data(), environ);
      failure != 0)
    throw InputError("cannot start " + command[0] + ": " + std::strerror(failure));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace curlew

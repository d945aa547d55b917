#include "python.hpp"
#include "commands.hpp"
#include "program_path.hpp"

#include "build_info.hpp"
#include <curlew/core/error.hpp>
#include <curlew/core/message_codes.hpp>
#include <curlew/core/mpi/launcher.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace curlew::app {
namespace {

namespace fs = std::filesystem;

// The package's own entry. Where the package, NumPy or a new enough Python is missing, it says so
// in one line, whose code comes before the arguments.
constexpr const char *k_entry = R"PYTHON(
import sys
code = sys.argv.pop(1)
def fail(why):
    print("error: curlew " + sys.argv[1] + " needs the Python package of Curlew, Python 3.11 and NumPy: " + why
          + " [" + code + "]\n  Install the package by pip install ./python in Curlew's sources, NumPy by pip install numpy or apt"
          + " install python3-numpy, or name another interpreter in CURLEW_PYTHON", file=sys.stderr)
    sys.exit(2)
if sys.version_info < (3, 11):
    fail(sys.executable + " is Python " + sys.version.split()[0])
try:
    from curlew.__main__ import main
except ImportError as error:
    fail(sys.executable + " says: " + str(error))
sys.exit(main(sys.argv[1:]))
)PYTHON";

// Returns the folder with the package: beside this program in its prefix, or in the sources that it
// was built in; empty where there is none.
fs::path package_folder() {
  std::error_code error;
  const fs::path program = program_path();
  const fs::path installed = program.parent_path().parent_path() / k_python_folder;
  if (fs::exists(installed / "curlew" / "__main__.py", error))
    return installed;
  for (fs::path folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (fs::exists(folder / "python/src/curlew/__main__.py", error))
      return folder / "python/src";
  return {};
}

} // namespace

void become_python(const std::vector<std::string> &arguments) {
  if (const fs::path folder = package_folder(); !folder.empty()) {
    const char *others = environment_value("PYTHONPATH");
    const std::string path = folder.string() + (others ? std::string(":") + others : "");
    setenv("PYTHONPATH", path.c_str(), 1);
  }
  setenv("CURLEW_PROGRAM", program_path().c_str(), 0);
  const char *named = environment_value("CURLEW_PYTHON");
  const std::string python = named ? named : "python3";
  const std::string code =
      message_code("needs the Python package of Curlew, Python 3.11 and NumPy: {}",
                   unlisted_code(ExitCode::input));
  std::vector<const char *> argv{python.c_str(), "-c", k_entry, code.c_str()};
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  execvp(python.c_str(), const_cast<char *const *>(argv.data()));
  throw InputError(fmt::format(
      "curlew {} needs Python 3.11 or newer with the package of Curlew, but {} cannot be started: "
      "{}; "
      "install it (apt install python3-numpy), or name the interpreter in CURLEW_PYTHON",
      arguments[0], python, std::strerror(errno)));
}

} // namespace curlew::app

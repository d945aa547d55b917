// Meshes of other programs are read by the Python package, which has meshio for it: this process
// becomes a Python interpreter.

#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace curlew::app {
namespace {

namespace fs = std::filesystem;

constexpr const char *k_python = "python3";

// The first argument names folders to look into where the package is not found otherwise.
constexpr const char *k_script = R"PYTHON(
import sys
sys.path += [folder for folder in sys.argv.pop(1).split("\n") if folder]
try:
    from curlew.mesh.__main__ import main
except ImportError as error:
    sys.exit(print(f"error: curlew mesh convert needs Curlew's Python package, which {sys.executable} "
                   f"cannot import ({error}): pip install './python[mesh]' in Curlew's source tree, or "
                   "name its folder in PYTHONPATH", file=sys.stderr) or 2)
sys.exit(main(["convert", *sys.argv[1:]]))
)PYTHON";

// Folders of the Python package, one a line: of an installation that this program lies in, or of
// the source tree that its build folder lies in.
std::string package_folders() {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::string found;
  while (!error && folder.has_relative_path()) {
    folder = folder.parent_path();
    for (const char *below : {"lib/python3/site-packages", "lib/python3/dist-packages",
                              "lib64/python3/site-packages", "python/src"})
      if (fs::exists(folder / below / "curlew" / "mesh" / "__main__.py", error))
        found += (folder / below).string() + "\n";
  }
  return found;
}

struct Arguments {
  std::string source, target;
  std::vector<std::string> groups;
};

[[noreturn]] void become_python(const Arguments &arguments) {
  std::vector<std::string> words{k_python, "-c", k_script, package_folders()};
  if (!arguments.groups.empty())
    words.push_back(fmt::format("--groups={}", fmt::join(arguments.groups, ",")));
  words.insert(words.end(), {"--", arguments.source, arguments.target});
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  execvp(k_python, argv.data());
  throw InputError(fmt::format("curlew mesh convert needs {}, which cannot be started: {}. Install "
                               "Python 3.11 or newer with Curlew's package, "
                               "pip install './python[mesh]' in Curlew's source tree",
                               k_python, std::strerror(errno)));
}

} // namespace

void add_mesh_convert(CLI::App &mesh) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = mesh.add_subcommand("convert", "Make a Gmsh file of another program's mesh");
  command->add_option("in", arguments->source, "The mesh; the end of its name tells its format")
      ->required()
      ->type_name("FILE");
  command->add_option("out", arguments->target, "The Gmsh file, which ends in .msh")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--groups", arguments->groups,
                   "Sets of elements, or the array on cells, that make the groups (default: all "
                   "sets)")
      ->type_name("NAME")
      ->delimiter(',')
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->expected(1);
  set_manual(
      *command,
      {"Reads Nastran (.bdf, .nas), Exodus (.e, .exo), VTK (.vtu, .vtk), Abaqus (.inp), MED (.med) "
       "and what else meshio reads, by Curlew's Python package and Python's library meshio: "
       "pip install './python[mesh]' in Curlew's source tree.\n\n"
       "Sets of elements (Abaqus, MED), blocks and side sets (Exodus) become groups with their "
       "names; numbers of parts (Nastran's properties, integers on the cells of VTK) become groups "
       "with these tags. Coordinates stay as they are.",
       {ExitCode::output},
       {},
       {{"curlew mesh convert cavity.bdf cavity.msh", "A Nastran mesh for curlew run."},
        {"curlew mesh convert part.vtu part.msh --groups material",
         "Groups by the integers \"material\" on the cells."}}});
  command->callback([arguments] { become_python(*arguments); });
}

} // namespace curlew::app

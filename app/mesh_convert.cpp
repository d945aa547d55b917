// Meshes of other programs are read by the Python package, which has meshio for it.

#include "commands.hpp"
#include "manual.hpp"
#include "python.hpp"

#include <curlew/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace curlew::app {
namespace {

struct Arguments {
  std::string source, target;
  std::vector<std::string> groups;
};

std::vector<std::string> words_of(const Arguments &arguments) {
  std::vector<std::string> words{"mesh", "convert"};
  if (!arguments.groups.empty())
    words.push_back(fmt::format("--groups={}", fmt::join(arguments.groups, ",")));
  words.insert(words.end(), {"--", arguments.source, arguments.target});
  return words;
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
  command->callback([arguments] { become_python(words_of(*arguments)); });
}

} // namespace curlew::app

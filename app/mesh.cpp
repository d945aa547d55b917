#include "commands.hpp"

#include <curlew/core/log.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace curlew::app {

void add_mesh(CLI::App &app) {
  struct Arguments {
    std::string file, unit = "m";
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("mesh", "Show groups, counts and quality of a mesh");
  command->add_option("file", arguments->file, "Gmsh file, format 2.2 or 4.1")
      ->required()
      ->type_name("FILE");
  command->add_option("--length-unit", arguments->unit,
                      "Unit of the file's coordinates, as the case's mesh.length_unit (default m)");
  command->callback([arguments] {
    start_log(true);
    const TetMesh mesh = read_gmsh(arguments->file, parse_unit(arguments->unit, Dimension::length));
    fmt::print("{}", format_report(make_report(mesh, make_topology(mesh))));
  });
}

} // namespace curlew::app

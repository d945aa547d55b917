#include "commands.hpp"

#include <curlew/core/log.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace curlew::app {

void add_mesh(CLI::App &app) {
  auto file = std::make_shared<std::string>();
  CLI::App *command =
      app.add_subcommand("mesh", "Show groups, counts and quality of a mesh (lengths in its unit)");
  command->add_option("file", *file, "Gmsh file, format 2.2 or 4.1")->required()->type_name("FILE");
  command->callback([file] {
    start_log(true);
    const TetMesh mesh = read_gmsh(*file);
    fmt::print("{}", format_report(make_report(mesh, make_topology(mesh))));
  });
}

} // namespace curlew::app

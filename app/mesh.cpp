#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/log.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

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
  command
      ->add_option("--length-unit", arguments->unit,
                   "Unit of the file's coordinates, as the case's mesh.length_unit (default m)")
      ->type_name("UNIT");
  set_manual(
      *command,
      {"The physical groups, which a case names in regions and boundaries, with what lies in "
       "each; numbers of nodes, edges, faces and tetrahedra; size and quality. Warns of volumes "
       "that "
       "overlap, or touch without sharing faces.",
       {ExitCode::output, ExitCode::resource},
       {},
       {{"curlew mesh cavity.msh", "Groups and quality of a mesh in metres."},
        {"curlew mesh antenna.msh --length-unit mm", "The same for one in millimetres."}}});
  command->callback([arguments] {
    start_log(true);
    const TetMesh mesh = read_gmsh(arguments->file, parse_unit(arguments->unit, Dimension::length));
    const MeshReport report = make_report(mesh, make_topology(mesh));
    for (const std::string &warning : consistency_warnings(mesh, report.consistency))
      spdlog::warn(warning);
    fmt::print("{}", format_report(report));
  });
}

} // namespace curlew::app

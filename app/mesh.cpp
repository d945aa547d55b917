#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/log.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/surface_report.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace curlew::app {
namespace {

template <class Report> void show(const std::vector<std::string> &warnings, const Report &report) {
  for (const std::string &warning : warnings)
    spdlog::warn(warning);
  fmt::print("{}", format_report(report));
}

void show(const TetMesh &mesh) {
  const MeshReport report = make_report(mesh, make_topology(mesh));
  show(consistency_warnings(mesh, report.consistency), report);
  if (mesh.is_curved())
    fmt::print(
        "  tetrahedra of second order (10 nodes): sizes and quality are those of the straight "
        "ones between their corners\n");
}

void show(const TriMesh &mesh) {
  const SurfaceReport report = make_surface_report(mesh, make_surface_topology(mesh));
  show(surface_warnings(mesh, report.findings), report);
}

} // namespace

void add_mesh(CLI::App &app) {
  struct Arguments {
    std::string file, unit = "m";
    bool surfaces = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = app.add_subcommand("mesh", "Show groups, counts and quality of a mesh");
  command->add_option("file", arguments->file, "Gmsh file, format 2.2 or 4.1")->type_name("FILE");
  command
      ->add_option("--length-unit", arguments->unit,
                   "Unit of the file's coordinates, as the case's mesh.length_unit (default m)")
      ->type_name("UNIT");
  command->add_flag("--surfaces", arguments->surfaces,
                    "Only the triangles of surface groups, as a method on surfaces takes them");
  set_manual(
      *command,
      {"The physical groups, which a case names in regions and boundaries, with what lies in "
       "each; numbers of nodes, edges, faces and tetrahedra; size and quality. Warns of volumes "
       "that overlap, or touch without sharing faces.\n\n"
       "Of a file without tetrahedra, or with --surfaces: which parts are closed and what they "
       "enclose, edges on the boundary and at junctions, lengths of edges. Warns of surfaces that "
       "intersect, lie on each other or touch without sharing nodes, and of triangles that are "
       "too flat or too small.\n\n"
       "Hexahedra, prisms and pyramids are split into tetrahedra, quadrangles into triangles. "
       "Elements of second order are measured by their corners.\n\n"
       "curlew mesh convert makes a Gmsh file of a mesh of another program.",
       {ExitCode::output, ExitCode::resource},
       {},
       {{"curlew mesh cavity.msh", "Groups and quality of a mesh in metres."},
        {"curlew mesh antenna.msh --length-unit mm", "The same for one in millimetres."},
        {"curlew mesh cavity.msh --surfaces", "Its walls as surfaces of their own."}}});
  add_mesh_convert(*command);
  command->callback([arguments, command] {
    if (!command->get_subcommands().empty())
      return;
    if (arguments->file.empty())
      throw CLI::RequiredError("file");
    start_log(false);
    const double unit_m = parse_unit(arguments->unit, Dimension::length);
    if (arguments->surfaces)
      show(read_gmsh_surface(arguments->file, unit_m, CurvedTriangles::keep_corners));
    else
      std::visit([](const auto &mesh) { show(mesh); }, read_any_gmsh(arguments->file, unit_m));
  });
}

} // namespace curlew::app

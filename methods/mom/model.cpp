#include <curlew/methods/mom/model.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/surface_quality.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/symmetry_plane.hpp>
#include <curlew/io/mesh/load_surface.hpp>
#include <curlew/methods/mom/narrow_strips.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/setup/deep_skin.hpp>
#include <curlew/methods/shared/setup/flat_facets.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace curlew::mom {
namespace {

// Edges to a wavelength: fewer than the first leave errors of some tenths of a dB, fewer than the
// second make the solution meaningless.
constexpr double k_least_edges = 8;
constexpr double k_fewest_edges = 1;

bool is_named(const MeshGroup &group, const std::string &name) {
  return group.dimension == 2 && (group.name == name || std::to_string(group.tag) == name);
}

std::string list_surfaces(const TriMesh &mesh) {
  std::string text;
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == 2)
      text += (text.empty() ? "" : ", ") + in_quotes(group.label());
  return text;
}

void check_name(const Case &input, const TriMesh &mesh, const std::string &section,
                const std::string &name) {
  if (std::none_of(mesh.groups.begin(), mesh.groups.end(),
                   [&](const MeshGroup &group) { return is_named(group, name); }))
    throw InputError(fmt::format("{}: the mesh has no surface group \"{}\"; it has {}",
                                 input.where(section + "/" + name), name, list_surfaces(mesh)));
}

// Throws InputError for a group without an entry, which may have been forgotten: every surface
// conducts or is that of a body.
void check_groups(const Case &input, const TriMesh &mesh) {
  for (const Boundary &boundary : input.boundaries) {
    const WallKind kind = wall_kind(boundary);
    if (boundary.group != "default" && kind != WallKind::plane && kind != WallKind::gap)
      check_name(input, mesh, "/boundaries", boundary.group);
  }
  for (const auto &region : input.regions)
    check_name(input, mesh, "/regions", region.first);
  for (const MeshGroup &group : mesh.groups) {
    if (group.dimension != 2)
      continue;
    const Boundary *boundary = boundary_of(input, group);
    const std::string *material = material_of(input, group);
    if (boundary == nullptr && material == nullptr)
      throw InputError(fmt::format("{}: the surface group \"{}\" of the mesh is in no entry of "
                                   "\"boundaries\" or \"regions\"; list it, or give \"default\"",
                                   input.where("/boundaries"), group.label()));
    if (boundary != nullptr && boundary->group != "default" && material != nullptr)
      throw InputError(fmt::format("{}: the surface group \"{}\" is in \"boundaries\" and in "
                                   "\"regions\": it is the surface of a body or conducts",
                                   input.where("/boundaries/" + boundary->group), group.label()));
  }
}

// Throws InputError for coincident triangles, because two currents in one place have no unique
// solution, and for bodies that are cut by others, because they have no inside.
void refuse_defects(const Case &input, const SurfaceFindings &found) {
  const auto middle = [](const SurfaceFindings::Pairs &pairs) {
    const Point &p = pairs.first_m.at(0);
    return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", p[0], p[1], p[2]);
  };
  if (found.coincident.count > 0)
    throw InputError(fmt::format("{}: {} pairs of triangles lie on each other, the first at {}: "
                                 "the same surface twice. Take one of them out of the mesh",
                                 input.where("/mesh"), found.coincident.count,
                                 middle(found.coincident)));
  if (found.intersecting.count > 0 && !input.regions.empty())
    throw InputError(
        fmt::format("{}: surfaces cut or touch each other in {} pairs of triangles, the first "
                    "at {}: bodies of a material must be apart",
                    input.where("/regions"), found.intersecting.count, middle(found.intersecting)));
}

// Returns a warning of groups of lines that no port or element names; empty without them.
std::string unnamed_lines_warning(const Case &input, const TriMesh &mesh) {
  std::string text;
  for (const MeshGroup &group : mesh.groups)
    if (group.dimension == 1 &&
        std::none_of(input.boundaries.begin(), input.boundaries.end(), [&](const Boundary &one) {
          return one.group == group.name || one.group == std::to_string(group.tag);
        }))
      text += (text.empty() ? "" : ", ") + in_quotes(group.label());
  if (text.empty())
    return {};
  return fmt::format("{}: groups of lines of the mesh are in no entry of \"boundaries\", so that "
                     "they are neither ports nor elements: {}. Name them, or take them out of the "
                     "mesh",
                     input.where("/boundaries"), text);
}

} // namespace

WallKind wall_kind(const Boundary &boundary) {
  if (holds<SymmetrySpec>(boundary))
    return WallKind::plane;
  switch (role_of(boundary)) {
  case FaceRole::electric_wall:
    return WallKind::conductor;
  case FaceRole::impedance:
    return WallKind::impedance;
  case FaceRole::lumped:
  case FaceRole::wave_port:
    return WallKind::gap;
  case FaceRole::unsolved:
  case FaceRole::inner:
  case FaceRole::magnetic_wall:
  case FaceRole::absorbing:
  case FaceRole::layer_end:
  case FaceRole::periodic:
  case FaceRole::imposed:
    break;
  }
  throw std::logic_error("a type of boundary that the schema of surfaces does not have");
}

const Boundary *boundary_of(const Case &input, const MeshGroup &group) {
  const Boundary *found = nullptr;
  for (const Boundary &boundary : input.boundaries)
    if (wall_kind(boundary) != WallKind::gap && is_named(group, boundary.group))
      return &boundary;
    else if (boundary.group == "default")
      found = &boundary;
  return found;
}

const std::string *material_of(const Case &input, const MeshGroup &group) {
  for (const auto &[name, material] : input.regions)
    if (is_named(group, name))
      return &material;
  return nullptr;
}

std::vector<ImagePlane> planes_of(const Case &input) {
  std::vector<ImagePlane> planes;
  for (const Boundary &boundary : input.boundaries)
    if (const auto *symmetry = spec_of<SymmetrySpec>(boundary)) {
      const SymmetryPlane plane = parse_symmetry_plane(boundary.group).value();
      planes.push_back({plane.axis, plane.at_m,
                        symmetry->is_magnetic ? ImagePlane::Type::pmc : ImagePlane::Type::pec,
                        symmetry->is_mirror});
    }
  return planes;
}

std::string planes_text(const Surface &surface) {
  std::string text;
  for (const ImagePlane &plane : surface.planes)
    text += fmt::format("{}{} = {:.6g} m ({})", text.empty() ? "" : ", ", "xyz"[plane.axis],
                        plane.at_m, plane.type == ImagePlane::Type::pec ? "pec" : "pmc");
  return text;
}

Model load_model(const Case &input, int threads) {
  TriMesh mesh = load_surface(input);
  check_groups(input, mesh);
  Model model;
  try {
    model.surface = make_surface(std::move(mesh), threads, planes_of(input));
  } catch (const InputError &error) {
    throw InputError(input.where("/mesh") + ": " + error.what());
  }
  const Surface &surface = model.surface;
  model.findings = find_surface_defects(surface.mesh, surface.topology, threads);
  refuse_defects(input, model.findings);
  return model;
}

double extent_m(const Surface &surface) {
  double extent = 0;
  for (int d = 0; d < 3; ++d) {
    const auto [low, high] =
        std::minmax_element(surface.mesh.points.begin(), surface.mesh.points.end(),
                            [d](const Point &a, const Point &b) { return a[d] < b[d]; });
    extent = std::max(extent, (*high)[d] - (*low)[d]);
  }
  return extent;
}

Resolution resolution_of(const Surface &surface, double frequency_hz) {
  const double wavelength = k_speed_of_light / frequency_hz;
  double longest = 0;
  for (const BasisFunction &f : surface.basis)
    longest = std::max(longest, f.length_m);
  return {frequency_hz, wavelength / mean_edge_m(surface), wavelength / longest,
          extent_m(surface) / wavelength};
}

namespace {

std::vector<WallTriangle> wall_triangles(const Case &input, const TriMesh &mesh) {
  std::vector<WallTriangle> walls;
  std::vector<const Boundary *> boundaries;
  for (const MeshGroup &group : mesh.groups)
    boundaries.push_back(boundary_of(input, group));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (mesh.triangle_group[t] >= 0 && boundaries[mesh.triangle_group[t]] != nullptr)
      walls.push_back({boundaries[mesh.triangle_group[t]], mesh.triangles[t]});
  return walls;
}

} // namespace

std::vector<std::string> model_warnings(const Case &input, const Model &model) {
  const Surface &surface = model.surface;
  std::vector<std::string> warnings = surface_warnings(surface.mesh, model.findings);
  if (std::string text = unnamed_lines_warning(input, surface.mesh); !text.empty())
    warnings.push_back(std::move(text));
  if (std::string text = flat_facets_warning(input, surface.mesh); !text.empty())
    warnings.push_back(std::move(text));
  if (std::string text = narrow_strip_warning(input, surface); !text.empty())
    warnings.push_back(std::move(text));
  for (std::string &text :
       deep_skin_warnings(input, surface.mesh.points, wall_triangles(input, surface.mesh)))
    warnings.push_back(std::move(text));
  const auto highest = std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const Resolution fine = resolution_of(surface, *highest);
  const std::string mesh = input.where("/mesh");
  if (fine.least_edges_per_wavelength < k_fewest_edges)
    warnings.push_back(
        fmt::format("{}: the surface is {:.3g} m long, {:.3g} wavelengths at {:.4g} Hz, and has "
                    "edges longer than "
                    "a wavelength: nothing of the result holds. Is \"length_unit\" right?",
                    mesh, extent_m(surface), fine.extent_wavelengths, *highest));
  else if (fine.least_edges_per_wavelength < k_least_edges)
    warnings.push_back(fmt::format(
        "{}: {:.2g} edges per wavelength at {:.4g} Hz ({:.2g} in the mean); below {:g} the fields "
        "are wrong by tenths of a dB and more. Refine the mesh (\"mesh.refine\": 1 halves the "
        "edges)",
        mesh, fine.least_edges_per_wavelength, *highest, fine.mean_edges_per_wavelength,
        k_least_edges));
  else if (fine.mean_edges_per_wavelength > k_suspiciously_fine)
    warnings.push_back(
        fmt::format("{}: {:.3g} edges per wavelength at {:.4g} Hz, and the surface is "
                    "{:.3g} m long: is \"length_unit\" right?",
                    mesh, fine.mean_edges_per_wavelength, *highest, extent_m(surface)));
  return warnings;
}

} // namespace curlew::mom

#include <curlew/io/case/build_rooms.hpp>

#include <curlew/io/case/checks.hpp>

#include <array>
#include <cmath>
#include <string>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::array k_faces = {"x-", "x+", "y-", "y+", "z-", "z+"};

// Which material each label of an image stands for.
std::map<std::int32_t, std::string> build_labels(const ordered_json &node,
                                                 const VoxelImage *image) {
  std::map<std::int32_t, std::string> result;
  if (node.contains("materials"))
    for (const auto &[label, material] : node["materials"].items())
      result[std::stoi(label)] = material.get<std::string>();
  else if (image != nullptr)
    for (const std::int32_t label : image->labels)
      if (label != 0)
        result.emplace(label, node["material"].get<std::string>());
  return result;
}

void build_voxels(ordered_json &node, const std::filesystem::path &base_dir, const CaseFiles &files,
                  ObjectSpec &object) {
  object.shape = ObjectSpec::Shape::voxels;
  object.file = absolute_path(base_dir, node["file"].get<std::string>());
  node["file"] = object.file.string();
  if (const auto found = files.images.find(object.file); found != files.images.end())
    object.image = found->second;
  object.materials = build_labels(node, object.image.get());
  if (!object.image)
    return;
  if (node.contains("origin")) {
    auto moved = std::make_shared<VoxelImage>(*object.image);
    moved->corner_m = node["origin"].get<Vector3>();
    object.image = moved;
  }
  object.min_m = object.image->corner_m;
  for (int d = 0; d < 3; ++d)
    object.max_m[d] = object.min_m[d] + object.image->cells[d] * object.image->cell_m[d];
}

} // namespace

GridSpec build_grid(const ordered_json &node) {
  GridSpec grid;
  const ordered_json &cell = node["cell"];
  if (cell.is_array())
    grid.cell_m = cell.get<Vector3>();
  else
    grid.cell_m.fill(cell.get<double>());
  const auto size = node["size"].get<Vector3>();
  for (int d = 0; d < 3; ++d)
    grid.cells[d] = static_cast<Index>(std::llround(size[d] / grid.cell_m[d]));
  if (node["origin"].is_array())
    grid.corner_m = node["origin"].get<Vector3>();
  else
    for (int d = 0; d < 3; ++d)
      grid.corner_m[d] = -0.5 * grid.cells[d] * grid.cell_m[d];
  grid.pml_cells = node["pml"]["cells"].get<int>();
  grid.pml_order = node["pml"]["order"].get<double>();
  grid.pml_reflection = node["pml"]["reflection"].get<double>();
  grid.smoothing = node["smoothing"].get<bool>();
  return grid;
}

Boundary build_boundary(const std::string &group, const ordered_json &node) {
  const auto type = node["type"].get<std::string>();
  return {group, type == "pmc"        ? Boundary::Type::pmc
                 : type == "abc"      ? Boundary::Type::abc
                 : type == "pml"      ? Boundary::Type::pml
                 : type == "periodic" ? Boundary::Type::periodic
                                      : Boundary::Type::pec};
}

std::vector<Boundary> build_grid_boundaries(const ordered_json &node) {
  std::vector<Boundary> boundaries;
  for (const char *face : k_faces)
    boundaries.push_back(build_boundary(face, node.contains(face) ? node[face] : node["default"]));
  return boundaries;
}

ObjectSpec build_object(ordered_json &node, const std::filesystem::path &base_dir,
                        const CaseFiles &files) {
  ObjectSpec object;
  const auto shape = node["shape"].get<std::string>();
  if (shape == "voxels") {
    build_voxels(node, base_dir, files, object);
    return object;
  }
  object.material = node["material"].get<std::string>();
  if (node.contains("radius"))
    object.radii_m.fill(node["radius"].get<double>());
  if (shape == "sphere") {
    object.center_m = node["center"].get<Vector3>();
  } else if (shape == "ellipsoid") {
    object.shape = ObjectSpec::Shape::ellipsoid;
    object.center_m = node["center"].get<Vector3>();
    object.radii_m = node["radii"].get<Vector3>();
  } else if (shape == "box") {
    object.shape = ObjectSpec::Shape::box;
    object.min_m = node["min"].get<Vector3>();
    object.max_m = node["max"].get<Vector3>();
  } else {
    object.shape = ObjectSpec::Shape::cylinder;
    object.center_m = node["base"].get<Vector3>();
    object.axis_m = node["axis"].get<Vector3>();
  }
  return object;
}

} // namespace curlew

#include <curlew/io/case/sections/objects/objects.hpp>

#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case_files.hpp>
#include <curlew/io/case/sections/objects/objects_parts.hpp>
#include <curlew/io/case/sections/put_optional.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// The material of each label that an image holds.
std::map<std::int32_t, std::string> of_every_label(const VoxelImage &image,
                                                   const std::string &material) {
  std::map<std::int32_t, std::string> materials;
  for (const std::int32_t label : image.labels)
    if (label != 0)
      materials.emplace(label, material);
  return materials;
}

VoxelObject read_voxels(const ordered_json &node, const ReadContext &context) {
  VoxelObject object;
  object.file = absolute_path(context.base_dir, node["file"].get<std::string>());
  if (const auto found = context.files.images.find(object.file);
      found != context.files.images.end())
    object.image = found->second;
  object.origin_m = get_optional<Vector3>(node, "origin");
  if (object.image && object.origin_m) {
    auto moved = std::make_shared<VoxelImage>(*object.image);
    moved->corner_m = *object.origin_m;
    object.image = moved;
  }
  if (node.contains("materials")) {
    for (const auto &[label, material] : node["materials"].items())
      object.materials[std::stoi(label)] = material.get<std::string>();
  } else {
    object.material = node["material"].get<std::string>();
    if (object.image)
      object.materials = of_every_label(*object.image, object.material);
  }
  return object;
}

ordered_json object_to_json(const SphereObject &sphere) {
  return {{"shape", "sphere"},
          {"center", sphere.center_m},
          {"radius", sphere.radius_m},
          {"material", sphere.material}};
}

ordered_json object_to_json(const EllipsoidObject &ellipsoid) {
  return {{"shape", "ellipsoid"},
          {"center", ellipsoid.center_m},
          {"radii", ellipsoid.radii_m},
          {"material", ellipsoid.material}};
}

ordered_json object_to_json(const BoxObject &box) {
  return {{"shape", "box"}, {"min", box.min_m}, {"max", box.max_m}, {"material", box.material}};
}

ordered_json object_to_json(const CylinderObject &cylinder) {
  return {{"shape", "cylinder"},
          {"base", cylinder.base_m},
          {"axis", cylinder.axis_m},
          {"radius", cylinder.radius_m},
          {"material", cylinder.material}};
}

ordered_json object_to_json(const VoxelObject &voxels) {
  ordered_json node = {{"shape", "voxels"}, {"file", voxels.file.string()}};
  put_optional(node, "origin", voxels.origin_m);
  if (!voxels.material.empty()) {
    node["material"] = voxels.material;
    return node;
  }
  for (const auto &[label, material] : voxels.materials)
    node["materials"][std::to_string(label)] = material;
  return node;
}

Extent around(const Vector3 &center, const Vector3 &reach) {
  Extent extent{center, center};
  for (int d = 0; d < 3; ++d) {
    extent.min_m[d] -= reach[d];
    extent.max_m[d] += reach[d];
  }
  return extent;
}

// The ends of a cylinder are discs across its axis.
Extent extent_of_cylinder(const CylinderObject &cylinder) {
  Extent extent{cylinder.base_m, cylinder.base_m};
  const Vector3 &axis = cylinder.axis_m;
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  for (int d = 0; d < 3; ++d) {
    const double along = axis[d] / length;
    const double reach = cylinder.radius_m * std::sqrt(std::max(0.0, 1 - along * along));
    extent.min_m[d] += std::min(0.0, axis[d]) - reach;
    extent.max_m[d] += std::max(0.0, axis[d]) + reach;
  }
  return extent;
}

Extent extent_of_wire(const WireObject &wire) {
  Extent extent{wire.points_m.front(), wire.points_m.front()};
  for (const Vector3 &point : wire.points_m)
    for (std::size_t d = 0; d < 3; ++d) {
      extent.min_m[d] = std::min(extent.min_m[d], point[d]);
      extent.max_m[d] = std::max(extent.max_m[d], point[d]);
    }
  return extent;
}

} // namespace

ObjectSpec read_object(const ordered_json &node, const ReadContext &context) {
  const auto shape = node["shape"].get<std::string>();
  if (shape == "voxels")
    return read_voxels(node, context);
  if (shape == "sheet")
    return read_sheet(node);
  if (shape == "wire")
    return read_wire(node);
  const auto material = node["material"].get<std::string>();
  if (shape == "sphere")
    return SphereObject{node["center"].get<Vector3>(), node["radius"].get<double>(), material};
  if (shape == "ellipsoid")
    return EllipsoidObject{node["center"].get<Vector3>(), node["radii"].get<Vector3>(), material};
  if (shape == "box")
    return BoxObject{node["min"].get<Vector3>(), node["max"].get<Vector3>(), material};
  return CylinderObject{node["base"].get<Vector3>(), node["axis"].get<Vector3>(),
                        node["radius"].get<double>(), material};
}

std::vector<ObjectSpec> read_objects(const ordered_json &node, const ReadContext &context) {
  std::vector<ObjectSpec> objects;
  for (const ordered_json &object : node)
    objects.push_back(read_object(object, context));
  return objects;
}

ordered_json to_json(const std::vector<ObjectSpec> &objects) {
  ordered_json list = ordered_json::array();
  for (const ObjectSpec &object : objects)
    list.push_back(std::visit([](const auto &shape) { return object_to_json(shape); }, object));
  return list;
}

Extent extent_of(const ObjectSpec &object) {
  return std::visit(
      Overloaded{[](const SphereObject &sphere) {
                   const double r = sphere.radius_m;
                   return around(sphere.center_m, {r, r, r});
                 },
                 [](const EllipsoidObject &e) { return around(e.center_m, e.radii_m); },
                 [](const BoxObject &box) {
                   return Extent{box.min_m, box.max_m};
                 },
                 [](const CylinderObject &cylinder) { return extent_of_cylinder(cylinder); },
                 [](const VoxelObject &voxels) {
                   return extent_of(*voxels.image, voxels.image->corner_m);
                 },
                 [](const SheetObject &sheet) {
                   return Extent{sheet.min_m, sheet.max_m};
                 },
                 [](const WireObject &wire) { return extent_of_wire(wire); }},
      object);
}

bool is_thin(const ObjectSpec &object) {
  return std::holds_alternative<SheetObject>(object) || std::holds_alternative<WireObject>(object);
}

Extent extent_of(const VoxelImage &image, const Vector3 &corner_m) {
  Extent extent{corner_m, corner_m};
  for (int d = 0; d < 3; ++d)
    extent.max_m[d] += image.cells[d] * image.cell_m[d];
  return extent;
}

} // namespace curlew

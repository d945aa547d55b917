#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace curlew {

class CheckContext;

// A labelled image: which material each of its cells holds.
struct VoxelImage {
  std::array<Index, 3> cells{0, 0, 0};
  Vector3 cell_m{1, 1, 1}, corner_m{0, 0, 0};
  std::vector<std::int32_t> labels; // x fastest
};

struct SphereObject {
  Vector3 center_m{0, 0, 0};
  double radius_m = 0;
  std::string material;
};

// With axes along x, y, z.
struct EllipsoidObject {
  Vector3 center_m{0, 0, 0}, radii_m{0, 0, 0};
  std::string material;
};

struct BoxObject {
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0};
  std::string material;
};

struct CylinderObject {
  Vector3 base_m{0, 0, 0}; // centre of its first end
  Vector3 axis_m{0, 0, 0}; // from there to the centre of the other
  double radius_m = 0;
  std::string material;
};

struct VoxelObject {
  std::filesystem::path file;                    // absolute
  std::shared_ptr<const VoxelImage> image;       // at origin_m where that is given
  std::optional<Vector3> origin_m;               // its corner; else as the file has it
  std::string material;                          // of every label but 0; empty: by label
  std::map<std::int32_t, std::string> materials; // label -> material; others stay as they are
};

// Something on a grid; later objects overwrite earlier ones.
using ObjectSpec =
    std::variant<SphereObject, EllipsoidObject, BoxObject, CylinderObject, VoxelObject>;

// Images come from context.files; a voxel object whose image is not there has none.
ObjectSpec read_object(const nlohmann::ordered_json &node, const ReadContext &context);
std::vector<ObjectSpec> read_objects(const nlohmann::ordered_json &node,
                                     const ReadContext &context);
nlohmann::ordered_json to_json(const std::vector<ObjectSpec> &objects);

// The smallest box along the axes that holds an object; voxels must have their image.
struct Extent {
  Vector3 min_m, max_m;
};
Extent extent_of(const ObjectSpec &object);
Extent extent_of(const VoxelImage &image, const Vector3 &corner_m);

// Positions in the grid and materials; reads the images of voxels into context.files.
void check_objects(CheckContext &context);

std::string_view objects_schema_text();

} // namespace curlew

#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace curlew {

class CheckContext;

// A labelled image: the material label of each of its cells.
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

// An ellipsoid with axes along x, y, z.
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
  std::filesystem::path file;              // absolute
  std::shared_ptr<const VoxelImage> image; // at origin_m where that is given
  std::optional<Vector3> origin_m;         // its corner; none: as in the file
  std::string material;                    // material of every label but 0; empty: by label
  // label -> material; cells of other labels are unchanged
  std::map<std::int32_t, std::string> materials;
};

// Conduction of a sheet or a wire: E = Z J along it, with the current of both sides. A perfect
// conductor where neither is given.
struct SurfaceSpec {
  std::optional<std::complex<double>> impedance_ohm; // Z at all frequencies
  std::optional<double> sigma;                       // S/m of a metal thicker than its skin
  double mu_r = 1;                                   // relative permeability of that metal

  bool is_perfect() const { return !impedance_ohm && !sigma; }
  // Returns Z, not for a perfect conductor; for a metal (1 + j) sqrt(omega mu / 2 sigma).
  std::complex<double> at(double frequency_hz) const;
};

// A rectangle without thickness: min and max are equal along one axis.
struct SheetObject {
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0};
  std::string material; // empty, or the name of a perfect conductor
  SurfaceSpec surface;
};

// A round wire along straight lines.
struct WireObject {
  std::vector<Vector3> points_m;
  double radius_m = 0;
  std::string material; // as for a sheet
  SurfaceSpec surface;
};

// An object on a grid; later solids overwrite earlier ones.
using ObjectSpec = std::variant<SphereObject, EllipsoidObject, BoxObject, CylinderObject,
                                VoxelObject, SheetObject, WireObject>;

// True for a sheet or a wire, which has no volume and lies on top of all solids.
bool is_thin(const ObjectSpec &object);

// Reads an object. Its image is taken from context.files; a voxel object without such an image has
// none.
ObjectSpec read_object(const nlohmann::ordered_json &node, const ReadContext &context);
std::vector<ObjectSpec> read_objects(const nlohmann::ordered_json &node,
                                     const ReadContext &context);
nlohmann::ordered_json to_json(const std::vector<ObjectSpec> &objects);

// The smallest box along the axes that holds an object; a voxel object must have its image.
struct Extent {
  Vector3 min_m, max_m;
};
Extent extent_of(const ObjectSpec &object);
Extent extent_of(const VoxelImage &image, const Vector3 &corner_m);

// Checks positions in the grid, materials and impedances; reads the images of voxels into
// context.files.
void check_objects(CheckContext &context);

std::string_view objects_schema_text();

} // namespace curlew

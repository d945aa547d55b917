#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>

#include <array>
#include <optional>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

using Point = std::array<double, 3>;

// A brick with edges along the axes, m.
struct Brick {
  Point center, half_size;
};

// What fills space: the objects of a case, the last of which that holds a point wins. Materials are
// indices into Case::materials; -1 is vacuum.
class Scene {
public:
  static constexpr int k_vacuum = -1;
  static constexpr int k_mixed = -2;

  // Keeps a reference to the case's objects. Throws InputError for a material that is not there.
  explicit Scene(const Case &input);

  int material_at(const Point &position_m) const;
  // The material of a whole brick, or k_mixed where that is not certain.
  int material_of(const Brick &brick) const;

private:
  struct Item {
    const ObjectSpec *spec;
    int material;                                     // but of voxels
    std::vector<std::pair<std::int32_t, int>> labels; // of voxels, by rising label
  };
  static constexpr int k_none = -3; // this object does not hold it

  int material_in(const Item &item, const Point &position_m) const;
  int material_in(const Item &item, const Brick &brick) const;
  // Of a shape whose surface is at least so far from the middle of a brick that reaches so far.
  static int solid_in(const Item &item, double distance_m, double reach_m);
  static int material_of_label(const Item &item, std::optional<std::int32_t> label);
  static int voxels_in(const Item &item, const VoxelImage &image, const Brick &brick);

  std::vector<Item> items_;
};

} // namespace curlew::fdfd

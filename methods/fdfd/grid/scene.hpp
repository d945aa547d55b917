#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>
#include <curlew/methods/fdfd/grid/shapes.hpp>

#include <array>
#include <optional>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// The materials in space: the solids of a case, of which the last one that holds a point wins, and
// layers behind them. A surface belongs to its body on all sides. Materials are indices into
// Case::materials; -1 is vacuum. What an object has beyond a periodic wall comes back at the other
// one, by images of the object shifted by periods.
class Scene {
public:
  static constexpr int k_vacuum = -1;
  static constexpr int k_mixed = -2;
  static constexpr int k_no_object = -3;

  // Takes the objects at aligned positions. Throws InputError for a material that is not there.
  explicit Scene(const Case &input);

  int material_at(const Point &position_m) const;
  // Return the material of the object at a point, or k_no_object; and that of the background at a
  // z.
  int object_at(const Point &position_m) const;
  int layer_at(double z_m) const;
  // A material and its share of a brick.
  struct Part {
    int material;
    double share;
  };
  // Adds the materials in a brick that is small against the objects, with their shares: at round
  // surfaces the brick is cut by their tangent plane; boxes and voxels hold it by its middle.
  void add_parts(const Brick &brick, std::vector<Part> &parts) const;
  // Returns the material of the object that holds a whole brick, k_no_object where none touches it,
  // or k_mixed where neither is certain.
  int object_of(const Brick &brick) const;
  // True where all that reaches between two planes across an axis is films, boxes that go through
  // the whole grid along the other axes, and layers across the axis.
  bool has_films_only(int axis, double low_m, double high_m) const;
  // True where nothing changes along an axis: all objects are boxes that go through the whole grid,
  // and no layers lie across it.
  bool is_same_along(int axis) const;
  // Returns the positions along an axis, inside of a brick, of planes across it where materials
  // change: faces of boxes, ends of cylinders along the axis, and layers. Along the axes marked in
  // `anywhere` an object counts wherever it lies.
  std::vector<double> planes_in(const Brick &brick, int axis,
                                const std::array<bool, 3> &anywhere) const;

private:
  struct Item {
    ObjectSpec spec;                                  // aligned
    int material;                                     // unused for voxels
    std::vector<std::pair<std::int32_t, int>> labels; // materials of voxels, by rising label
    Point shift_m{0, 0, 0};                           // whole periods
    std::array<bool, 3> goes_through{};               // along each axis through the whole grid
  };

  int material_in(const Item &item, const Point &position_m) const;
  int material_in(const Item &item, const Brick &brick) const;
  int material_in_covered(const Item &item, const Point &position_m) const;
  // Returns the material of a shape in a brick: `distance_m` is the least signed distance of its
  // surface from the brick's centre, `reach_m` the brick's reach.
  int solid_in(const Item &item, double distance_m, double reach_m) const;
  static int material_of_label(const Item &item, std::optional<std::int32_t> label);
  static int voxels_in(const Item &item, const VoxelObject &voxels, const Brick &brick);

  Point cell_m_;
  double slack_m_; // rounding of distances
  std::vector<Item> items_;
  std::vector<std::pair<double, int>> layers_; // top and material; the last one's top is unused
};

} // namespace curlew::fdfd

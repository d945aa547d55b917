#include <curlew/methods/fdfd/grid/scene.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/grid/shapes.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Returns the label at a point, on a face between two voxels that of the upper one; none outside of
// the image.
std::optional<std::int32_t> voxel_at(const VoxelObject &voxels, const Point &position_m) {
  const VoxelImage &image = *voxels.image;
  std::array<Index, 3> cell;
  for (int d = 0; d < 3; ++d) {
    const double i =
        std::floor((position_m[d] - (*voxels.origin_m)[d]) / image.cell_m[d] + k_same_place);
    if (!(i >= 0 && i < image.cells[d]))
      return std::nullopt;
    cell[d] = static_cast<Index>(i);
  }
  return image.labels[(Offset(cell[2]) * image.cells[1] + cell[1]) * image.cells[0] + cell[0]];
}

// True for an object that is the same at every position along an axis between its ends.
bool is_prism(const ObjectSpec &object, int axis) {
  if (const auto *cylinder = std::get_if<CylinderObject>(&object))
    return cylinder->axis_m[(axis + 1) % 3] == 0 && cylinder->axis_m[(axis + 2) % 3] == 0;
  return std::holds_alternative<BoxObject>(object);
}

// Largest number of images of an object: a look at a point tries them all.
constexpr std::size_t k_most_images = 10000;

[[noreturn]] void throw_too_long(const std::string &where) {
  throw InputError(fmt::format("{}: the object reaches over more than {} periods: end it at the "
                               "periodic walls",
                               where, k_most_images));
}

// Returns the numbers of periods along an axis by which images of an object reach into the grid, 0
// last.
std::vector<int> periods_of(const Case &input, const std::string &where, const ObjectSpec &object,
                            int axis) {
  const Extent extent = extent_of(object);
  const double low_m = input.grid.corner_m[axis], high_m = far_corner(input.grid)[axis],
               touch_m = k_on_node * input.grid.cell_m[axis];
  const bool is_filled =
      extent.min_m[axis] < low_m - touch_m && extent.max_m[axis] > high_m + touch_m;
  if (walls_of(input)[axis][0] != Wall::periodic || (is_filled && is_prism(object, axis)))
    return {0};
  const double period_m = high_m - low_m,
               first_period = std::ceil((low_m - touch_m - extent.max_m[axis]) / period_m),
               last_period = std::floor((high_m + touch_m - extent.min_m[axis]) / period_m);
  if (last_period - first_period >= k_most_images)
    throw_too_long(where);
  const auto first = static_cast<int>(first_period), last = static_cast<int>(last_period);
  std::vector<int> periods;
  for (int n = first; n <= last; ++n)
    if (n != 0)
      periods.push_back(n);
  if (first <= 0 && last >= 0)
    periods.push_back(0);
  return periods;
}

// Returns the shifts of the images of an object that reach into the grid, its own place last.
std::vector<Point> image_shifts(const Case &input, std::size_t number) {
  const ObjectSpec &object = input.objects[number];
  const std::string where = input.where(fmt::format("/objects/{}", number));
  const Point period_m = far_corner(input.grid) - input.grid.corner_m;
  std::vector<Point> shifts{{0, 0, 0}};
  for (int d = 0; d < 3; ++d) {
    std::vector<Point> all;
    for (const int n : periods_of(input, where, object, d))
      for (Point shift : shifts) {
        shift[d] = n * period_m[d];
        all.push_back(shift);
      }
    shifts = std::move(all);
    if (shifts.size() > k_most_images)
      throw_too_long(where);
  }
  return shifts;
}

} // namespace

Scene::Scene(const Case &input)
    : cell_m_(input.grid.cell_m),
      slack_m_(k_same_place *
               *std::min_element(input.grid.cell_m.begin(), input.grid.cell_m.end())) {
  const auto index_of = [&](const std::string &name) {
    for (std::size_t m = 0; m < input.materials.size(); ++m)
      if (input.materials[m].name == name)
        return static_cast<int>(m);
    throw InputError(input.where("/objects") + ": there is no material \"" + name + "\"");
  };
  for (std::size_t number = 0; number < input.objects.size(); ++number) {
    const ObjectSpec &object = input.objects[number];
    if (is_thin(object))
      continue;
    Item item{aligned(object, input.grid), k_vacuum, {}, {}, {}};
    std::visit(Overloaded{[&](const VoxelObject &voxels) {
                            for (const auto &[label, name] : voxels.materials)
                              item.labels.emplace_back(label, index_of(name));
                          },
                          [&](const auto &shape) { item.material = index_of(shape.material); }},
               object);
    if (auto *box = std::get_if<BoxObject>(&item.spec);
        box != nullptr && input.materials[item.material].pec)
      hold_planes(*box, input.grid);
    for (int d = 0; d < 3; ++d)
      item.goes_through[d] = fdfd::goes_through(input, extent_of(item.spec), d);
    for (const Point &shift_m : image_shifts(input, number)) {
      item.shift_m = shift_m;
      items_.push_back(item);
    }
  }
  std::reverse(items_.begin(), items_.end());
  for (const BackgroundLayer &layer : input.background) {
    int material = k_vacuum;
    for (std::size_t m = 0; m < input.materials.size(); ++m)
      if (input.materials[m].name == layer.material)
        material = static_cast<int>(m);
    layers_.emplace_back(layer.top_m.value_or(0), material);
  }
}

int Scene::material_at(const Point &position_m) const {
  const int material = object_at(position_m);
  return material == k_no_object ? layer_at(position_m[2]) : material;
}

int Scene::object_at(const Point &position_m) const {
  for (const Item &item : items_)
    if (const int material = material_in(item, position_m - item.shift_m); material != k_no_object)
      return material;
  return k_no_object;
}

void Scene::add_parts(const Brick &brick, std::vector<Part> &parts) const {
  double left = 1;
  for (const Item &item : items_) {
    const Point center = brick.center - item.shift_m;
    const double share = std::visit(
        Overloaded{
            [](const SheetObject &) { return 0.0; }, [](const WireObject &) { return 0.0; },
            [&](const VoxelObject &) { return material_in(item, center) == k_no_object ? 0. : 1.; },
            [&](const auto &shape) {
              return covered_share(shape, Brick{center, brick.half_size}, cell_m_, slack_m_);
            }},
        item.spec);
    if (share <= 0)
      continue;
    parts.push_back({material_in_covered(item, center), left * share});
    left *= 1 - share;
    if (left <= 0)
      return;
  }
  parts.push_back({k_no_object, left});
}

int Scene::material_in_covered(const Item &item, const Point &position_m) const {
  return std::holds_alternative<VoxelObject>(item.spec) ? material_in(item, position_m)
                                                        : item.material;
}

int Scene::layer_at(double z_m) const {
  std::size_t i = 0;
  while (i + 1 < layers_.size() && z_m > layers_[i].first)
    ++i;
  return layers_.empty() ? k_vacuum : layers_[i].second;
}

int Scene::object_of(const Brick &brick) const {
  for (const Item &item : items_)
    if (const int material = material_in(item, Brick{brick.center - item.shift_m, brick.half_size});
        material != k_no_object)
      return material;
  return k_no_object;
}

bool Scene::has_films_only(int axis, double low_m, double high_m) const {
  return (axis == 2 || layers_.size() <= 1) &&
         std::all_of(items_.begin(), items_.end(), [&](const Item &item) {
           const Extent extent = extent_of(item.spec);
           if (extent.max_m[axis] + item.shift_m[axis] <= low_m + slack_m_ ||
               extent.min_m[axis] + item.shift_m[axis] >= high_m - slack_m_)
             return true;
           return std::holds_alternative<BoxObject>(item.spec) &&
                  item.goes_through[(axis + 1) % 3] && item.goes_through[(axis + 2) % 3];
         });
}

bool Scene::is_same_along(int axis) const {
  return (axis != 2 || layers_.size() <= 1) &&
         std::all_of(items_.begin(), items_.end(), [&](const Item &item) {
           return std::holds_alternative<BoxObject>(item.spec) && item.goes_through[axis];
         });
}

std::vector<double> Scene::planes_in(const Brick &brick, int axis,
                                     const std::array<bool, 3> &anywhere) const {
  std::vector<double> planes;
  const double low_m = brick.center[axis] - brick.half_size[axis] + slack_m_,
               high_m = brick.center[axis] + brick.half_size[axis] - slack_m_;
  const auto add = [&](double plane_m) {
    if (plane_m > low_m && plane_m < high_m)
      planes.push_back(plane_m);
  };
  for (const Item &item : items_) {
    if (!is_prism(item.spec, axis))
      continue;
    const Extent extent = extent_of(item.spec);
    bool is_there = true;
    for (const int d : {(axis + 1) % 3, (axis + 2) % 3})
      is_there =
          is_there &&
          (anywhere[d] ||
           std::abs((extent.min_m[d] + extent.max_m[d]) / 2 + item.shift_m[d] - brick.center[d]) <
               (extent.max_m[d] - extent.min_m[d]) / 2 + brick.half_size[d] - slack_m_);
    for (const double plane_m : {extent.min_m[axis], extent.max_m[axis]})
      if (is_there)
        add(plane_m + item.shift_m[axis]);
  }
  for (std::size_t layer = 0; axis == 2 && layer + 1 < layers_.size(); ++layer)
    add(layers_[layer].first);
  return planes;
}

int Scene::material_in(const Item &item, const Point &position_m) const {
  return std::visit(Overloaded{[&](const VoxelObject &voxels) {
                                 return material_of_label(item, voxel_at(voxels, position_m));
                               },
                               [](const SheetObject &) { return k_no_object; },
                               [](const WireObject &) { return k_no_object; },
                               [&](const auto &shape) {
                                 return signed_distance(shape, position_m, cell_m_) <= slack_m_
                                            ? item.material
                                            : k_no_object;
                               }},
                    item.spec);
}

int Scene::material_in(const Item &item, const Brick &brick) const {
  return std::visit(
      Overloaded{[&](const VoxelObject &voxels) { return voxels_in(item, voxels, brick); },
                 [](const SheetObject &) { return k_no_object; },
                 [](const WireObject &) { return k_no_object; },
                 [&](const BoxObject &box) {
                   // The distance from a box is that from its nearest plane, so that corners need
                   // no longer reach.
                   return solid_in(
                       item, signed_distance(box, brick.center, cell_m_),
                       *std::max_element(brick.half_size.begin(), brick.half_size.end()));
                 },
                 [&](const auto &shape) {
                   return solid_in(item, signed_distance(shape, brick.center, cell_m_),
                                   norm(brick.half_size));
                 }},
      item.spec);
}

int Scene::solid_in(const Item &item, double distance_m, double reach_m) const {
  if (distance_m > reach_m)
    return k_no_object;
  return distance_m <= slack_m_ - reach_m ? item.material : k_mixed;
}

int Scene::material_of_label(const Item &item, std::optional<std::int32_t> label) {
  if (!label)
    return k_no_object;
  const auto found = std::lower_bound(item.labels.begin(), item.labels.end(), *label,
                                      [](const auto &a, std::int32_t b) { return a.first < b; });
  return found != item.labels.end() && found->first == label ? found->second : k_no_object;
}

int Scene::voxels_in(const Item &item, const VoxelObject &voxels, const Brick &brick) {
  const VoxelImage &image = *voxels.image;
  const Vector3 &corner_m = *voxels.origin_m;
  std::array<Index, 3> first, last; // cells touched
  bool beyond = false;              // part of the brick lies outside of the image
  for (int d = 0; d < 3; ++d) {
    // A brick whose face lies on that of a voxel does not touch the voxel behind it.
    const double slack = k_same_place * image.cell_m[d];
    const double low =
        (brick.center[d] - brick.half_size[d] + slack - corner_m[d]) / image.cell_m[d];
    const double high =
        (brick.center[d] + brick.half_size[d] - slack - corner_m[d]) / image.cell_m[d];
    if (!(high > 0 && low < image.cells[d]))
      return k_no_object;
    beyond = beyond || low < 0 || high > image.cells[d];
    first[d] = static_cast<Index>(std::max(0.0, std::floor(low)));
    last[d] = static_cast<Index>(std::min<double>(image.cells[d] - 1, std::floor(high)));
  }
  const auto label_at = [&](Index i, Index j, Index k) {
    return image.labels[(Offset(k) * image.cells[1] + j) * image.cells[0] + i];
  };
  const int material = material_of_label(item, label_at(first[0], first[1], first[2]));
  if (beyond && material != k_no_object)
    return k_mixed;
  for (Index k = first[2]; k <= last[2]; ++k)
    for (Index j = first[1]; j <= last[1]; ++j)
      for (Index i = first[0]; i <= last[0]; ++i)
        if (material_of_label(item, label_at(i, j, k)) != material)
          return k_mixed;
  return material;
}

} // namespace curlew::fdfd

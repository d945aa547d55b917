#include <curlew/methods/fdfd/scene.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

double dot(const Point &a, const Point &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double length(const Point &a) {
  return std::sqrt(dot(a, a));
}

// How far a point is inside (negative) or outside, in m: a bound from below of the distance to the
// surface, exact in sign. Of all shapes but voxels.
double signed_distance(const ObjectSpec &object, const Point &place) {
  using Shape = ObjectSpec::Shape;
  Point from_center;
  for (int d = 0; d < 3; ++d)
    from_center[d] = place[d] - object.center_m[d];
  switch (object.shape) {
  case Shape::sphere:
    return length(from_center) - object.radii_m[0];
  case Shape::ellipsoid: {
    Point scaled;
    for (int d = 0; d < 3; ++d)
      scaled[d] = from_center[d] / object.radii_m[d];
    const auto &r = object.radii_m;
    return (length(scaled) - 1) * std::min({r[0], r[1], r[2]});
  }
  case Shape::box: {
    double farthest = -1e300;
    for (int d = 0; d < 3; ++d)
      farthest = std::max({farthest, object.min_m[d] - place[d], place[d] - object.max_m[d]});
    return farthest;
  }
  default: { // cylinder
    const double height = length(object.axis_m);
    const double along = dot(from_center, object.axis_m) / height;
    const double across = std::sqrt(std::max(0.0, dot(from_center, from_center) - along * along));
    return std::max({across - object.radii_m[0], -along, along - height});
  }
  }
}

} // namespace

Scene::Scene(const Case &input) {
  const auto index_of = [&](const std::string &name) {
    for (std::size_t m = 0; m < input.materials.size(); ++m)
      if (input.materials[m].name == name)
        return static_cast<int>(m);
    throw InputError(input.where("/objects") + ": there is no material \"" + name + "\"");
  };
  for (const ObjectSpec &object : input.objects) {
    Item item{&object, k_vacuum, {}};
    if (object.shape != ObjectSpec::Shape::voxels)
      item.material = index_of(object.material);
    for (const auto &[label, name] : object.materials)
      item.labels.emplace_back(label, index_of(name));
    items_.push_back(item);
  }
  std::reverse(items_.begin(), items_.end());
}

int Scene::material_at(const Point &place) const {
  for (const Item &item : items_)
    if (const int material = material_in(item, place); material != k_none)
      return material;
  return k_vacuum;
}

int Scene::material_of(const Brick &brick) const {
  for (const Item &item : items_)
    if (const int material = material_in(item, brick); material != k_none)
      return material;
  return k_vacuum;
}

int Scene::material_in(const Item &item, const Point &place) const {
  if (item.spec->shape != ObjectSpec::Shape::voxels)
    return signed_distance(*item.spec, place) <= 0 ? item.material : k_none;
  const VoxelImage &image = *item.spec->image;
  std::array<Index, 3> cell;
  for (int d = 0; d < 3; ++d) {
    const double i = std::floor((place[d] - image.corner_m[d]) / image.cell_m[d]);
    if (!(i >= 0 && i < image.cells[d]))
      return k_none;
    cell[d] = static_cast<Index>(i);
  }
  return material_of_label(
      item, image.labels[(Offset(cell[2]) * image.cells[1] + cell[1]) * image.cells[0] + cell[0]]);
}

int Scene::material_in(const Item &item, const Brick &brick) const {
  if (item.spec->shape == ObjectSpec::Shape::voxels)
    return voxels_in(item, brick);
  const double distance = signed_distance(*item.spec, brick.center);
  // The distance of a box is that of its nearest plane, so that corners need no longer reach.
  const double reach = item.spec->shape == ObjectSpec::Shape::box
                           ? *std::max_element(brick.half_size.begin(), brick.half_size.end())
                           : length(brick.half_size);
  if (distance > reach)
    return k_none;
  return distance <= -reach ? item.material : k_mixed;
}

int Scene::material_of_label(const Item &item, std::int32_t label) const {
  const auto found = std::lower_bound(item.labels.begin(), item.labels.end(), label,
                                      [](const auto &a, std::int32_t b) { return a.first < b; });
  return found != item.labels.end() && found->first == label ? found->second : k_none;
}

int Scene::voxels_in(const Item &item, const Brick &brick) const {
  const VoxelImage &image = *item.spec->image;
  std::array<Index, 3> first, last; // cells touched
  bool beyond = false;              // part of the brick lies outside of the image
  for (int d = 0; d < 3; ++d) {
    // A brick whose face lies on that of a voxel does not touch the voxel behind it.
    const double slack = 1e-9 * image.cell_m[d];
    const double low =
        (brick.center[d] - brick.half_size[d] + slack - image.corner_m[d]) / image.cell_m[d];
    const double high =
        (brick.center[d] + brick.half_size[d] - slack - image.corner_m[d]) / image.cell_m[d];
    if (!(high > 0 && low < image.cells[d]))
      return k_none;
    beyond = beyond || low < 0 || high > image.cells[d];
    first[d] = static_cast<Index>(std::max(0.0, std::floor(low)));
    last[d] = static_cast<Index>(std::min<double>(image.cells[d] - 1, std::floor(high)));
  }
  const auto label_at = [&](Index i, Index j, Index k) {
    return image.labels[(Offset(k) * image.cells[1] + j) * image.cells[0] + i];
  };
  const int material = material_of_label(item, label_at(first[0], first[1], first[2]));
  if (beyond && material != k_none)
    return k_mixed;
  for (Index k = first[2]; k <= last[2]; ++k)
    for (Index j = first[1]; j <= last[1]; ++j)
      for (Index i = first[0]; i <= last[0]; ++i)
        if (material_of_label(item, label_at(i, j, k)) != material)
          return k_mixed;
  return material;
}

} // namespace curlew::fdfd

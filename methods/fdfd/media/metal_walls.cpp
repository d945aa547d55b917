#include <curlew/methods/fdfd/media/brick_average.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Share of a metal in a cell, over that at which the harmonic mean with a dielectric is infinite,
// up to which the mean is taken: it stays a dielectric's.
constexpr double k_off_resonance = 0.8;

bool is_metal(const complex &one) {
  return one.real() <= 0;
}

// Returns the constant across a wall: the metal's where it fills more than half of the cell, else
// the harmonic mean.
complex across_wall(const complex &lower, const complex &upper, double upper_share) {
  double share = upper_share;
  if (is_metal(lower) != is_metal(upper)) {
    const bool is_upper = is_metal(upper);
    const double m = std::abs(is_upper ? upper : lower), d = std::abs(is_upper ? lower : upper);
    double of_metal = is_upper ? share : 1 - share;
    if (of_metal > 0.5)
      return is_upper ? upper : lower;
    of_metal = std::min(of_metal, k_off_resonance * m / (m + d));
    share = is_upper ? of_metal : 1 - of_metal;
  }
  return 1.0 / (share / upper + (1 - share) / lower);
}

} // namespace

// Walls along the grid, or the middle where there is none, part a brick into octants. A node beside
// a wall has half of its metal at least: with less, what is missing acts as a sheet with plasmons
// of its own, which took 2 to 60 times the right absorption.
struct BrickAverage::MetalWalls {
  std::array<bool, 3> has{false, false, false};
  std::array<double, 3> at{0, 0, 0}; // in halves of the brick's edges
  std::array<complex, 8> constant;   // of the octants; bit d is the upper side of axis d

  // Returns by how many pairs of octants the upper side of a wall has more metal than the lower.
  int more_metal_above(int axis) const {
    int more = 0;
    for (int o = 0; o < 8; ++o)
      if ((o >> axis & 1) != 0)
        more += int(is_metal(constant[o])) - int(is_metal(constant[o ^ (1 << axis)]));
    return more;
  }

  bool differ_across(int axis) const {
    for (int o = 0; o < 8; ++o)
      if (constant[o] != constant[o ^ (1 << axis)])
        return true;
    return false;
  }

  double upper_share(int axis) const { return (1 - at[axis]) / 2; }

  // Returns the weight of the upper side of a wall along the entry: its share of the brick, that of
  // a metal half at least.
  double upper_weight(int axis) const {
    const double share = upper_share(axis);
    const int more = more_metal_above(axis);
    return more > 0 ? std::max(share, 0.5) : more < 0 ? std::min(share, 0.5) : share;
  }

  complex at_entry(int component) const {
    const int u = (component + 1) % 3, v = (component + 2) % 3;
    const double upper_u = upper_weight(u), upper_v = upper_weight(v);
    complex sum = 0;
    for (const int side_u : {0, 1})
      for (const int side_v : {0, 1}) {
        const int octant = side_u << u | side_v << v;
        const complex &lower = constant[octant], &upper = constant[octant | 1 << component];
        sum += (side_u == 1 ? upper_u : 1 - upper_u) * (side_v == 1 ? upper_v : 1 - upper_v) *
               (lower == upper ? lower : across_wall(lower, upper, upper_share(component)));
      }
    return sum;
  }
};

std::optional<BrickAverage::MetalWalls> BrickAverage::metal_walls(const Entry &entry) const {
  MetalWalls walls;
  for (int d = 0; d < 3; ++d) {
    const std::vector<double> planes = planes_in(entry.brick, d);
    if (planes.size() > 1)
      return std::nullopt;
    walls.has[d] = !planes.empty();
    walls.at[d] = planes.empty() ? 0 : planes[0];
  }
  for (int octant = 0; octant < 8; ++octant) {
    int material = Scene::k_mixed;
    for (int step = 0; step < 27; ++step) {
      static constexpr std::array<double, 3> k_parts{0.02, 0.5, 0.98}; // from the wall to the end
      const std::array<double, 3> part{k_parts[step / 9], k_parts[step / 3 % 3], k_parts[step % 3]};
      Point point = entry.brick.center;
      for (int d = 0; d < 3; ++d) {
        const double end = (octant >> d & 1) != 0 ? 1 : -1;
        point[d] += entry.brick.half_size[d] * (walls.at[d] + part[d] * (end - walls.at[d]));
      }
      const int here = material_at(point);
      if (material != Scene::k_mixed && here != material)
        return std::nullopt; // a surface that is no wall
      material = here;
    }
    if (table_.is_conductor(material))
      return std::nullopt;
    walls.constant[octant] = table_.at(material)[entry.component];
  }
  for (int d = 0; d < 3; ++d) // where images of an object meet, or objects of one material
    walls.has[d] = walls.has[d] && walls.differ_across(d);
  return walls;
}

std::optional<complex> BrickAverage::at_metal_walls(const Entry &entry) const {
  if (!is_electric_ || is_same_along_[entry.component])
    return std::nullopt;
  const auto walls = metal_walls(entry);
  if (!walls)
    return std::nullopt;
  const auto count = std::count(walls->has.begin(), walls->has.end(), true);
  const auto axis =
      static_cast<int>(std::find(walls->has.begin(), walls->has.end(), true) - walls->has.begin());
  if (count == 0)
    return std::nullopt;
  const double middle = entry.brick.center[axis], half = entry.brick.half_size[axis];
  if (count == 1 && scene_.has_films_only(axis, middle - half, middle + half))
    return std::nullopt; // the averages of the brick are exact there
  // Beside a metal layer off the nodes the layers' own averages go on.
  constexpr double k_off_node = 0.02;
  const double z = entry.brick.center[2], half_z = entry.brick.half_size[2];
  const int below = scene_.layer_at(z - half_z), above = scene_.layer_at(z + half_z);
  const auto is_metal_layer = [&](int layer) {
    return !table_.is_conductor(layer) && is_metal(table_.at(layer)[entry.component]);
  };
  if (below != above && std::abs(walls->at[2]) > k_off_node &&
      (is_metal_layer(below) || is_metal_layer(above)))
    return std::nullopt;
  complex value = walls->at_entry(entry.component);
  if (count == 1 && axis != entry.component)
    value += skin_correction(entry, axis, slices_in(entry, axis));
  return value;
}

} // namespace curlew::fdfd

#include <curlew/methods/fdfd/media/brick_average.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

constexpr int k_samples = BrickAverage::k_samples;

// Steps of half a brick's edge that planes of the materials are rounded to: like k_normal_steps.
constexpr double k_plane_steps = 1024;
// Steps of a sample that the weights of materials are rounded to where round surfaces cut samples.
constexpr double k_share_steps = 1;

// Returns along which axes the neighbours among a brick's samples differ.
using SampledMaterials = std::array<int, k_samples * k_samples * k_samples>;
std::array<bool, 3> variation(const SampledMaterials &seen) {
  std::array<bool, 3> varies{false, false, false};
  for (int at = 0; at < static_cast<int>(seen.size()); ++at) {
    int stride = k_samples * k_samples, left = at;
    for (bool &along : varies) {
      const int step = left / stride;
      left %= stride;
      along = along || (step + 1 < k_samples && seen[at] != seen[at + stride]);
      stride /= k_samples;
    }
  }
  return varies;
}

} // namespace

bool BrickAverage::leaves_grid(const Brick &brick, int axis) const {
  const Axis &along = problem_.axes[axis];
  const double slack = 1e-9 * along.cell_m;
  return brick.center[axis] - brick.half_size[axis] < along.corner_m - slack ||
         brick.center[axis] + brick.half_size[axis] >
             along.corner_m + along.cell_m * along.cells + slack;
}

bool BrickAverage::leaves_grid(const Brick &brick) const {
  return leaves_grid(brick, 0) || leaves_grid(brick, 1) || leaves_grid(brick, 2);
}

std::vector<double> BrickAverage::planes_in(const Brick &brick, int axis) const {
  std::array<bool, 3> anywhere{false, false, false};
  for (int d = 0; d < 3; ++d)
    anywhere[d] = leaves_grid(brick, d);
  std::vector<double> planes = scene_.planes_in(brick, axis, anywhere);
  if (anywhere[axis]) { // the part of the grid that the samples beyond the wall take
    const Axis &along = problem_.axes[axis];
    const double middle = along.corner_m + along.cell_m * along.cells / 2;
    const double sign = along.is_periodic() ? 1 : -1;
    const double wall = brick.center[axis] < middle ? along.corner_m : 2 * middle - along.corner_m;
    const double by = along.is_periodic()
                          ? (brick.center[axis] < middle ? 1 : -1) * along.cell_m * along.cells
                          : 2 * wall;
    Brick there = brick;
    there.center[axis] = sign * brick.center[axis] + by;
    for (const double plane : scene_.planes_in(there, axis, anywhere))
      planes.push_back(sign * (plane - by));
  }
  for (double &plane : planes)
    plane = std::round((plane - brick.center[axis]) / brick.half_size[axis] * k_plane_steps) /
            k_plane_steps;
  std::sort(planes.begin(), planes.end());
  planes.erase(std::unique(planes.begin(), planes.end()), planes.end());
  return planes;
}

BrickAverage::Line BrickAverage::line_along(const Brick &brick, int axis, double scale,
                                            Spread spread) const {
  Line line;
  std::vector<double> ends{-scale};
  if (spread == Spread::exact)
    for (const double plane : planes_in(brick, axis))
      if (std::abs(plane) < scale)
        ends.push_back(plane);
  ends.push_back(scale);
  const std::size_t parts = ends.size() - 1;
  if (parts == 1 || parts > k_samples) {
    for (int step = 0; step < k_samples; ++step) {
      line.at[step] = scale * sample_offset(step);
      line.weight[step] = 1;
    }
    return line;
  }
  // Each part has one sample, and the next one goes to the part with the longest steps.
  std::vector<int> counts(parts, 1);
  for (std::size_t given = parts; given < k_samples; ++given) {
    std::size_t widest = 0;
    for (std::size_t p = 1; p < parts; ++p)
      if ((ends[p + 1] - ends[p]) / counts[p] >
          (ends[widest + 1] - ends[widest]) / counts[widest] * (1 + 1e-9))
        widest = p;
    ++counts[widest];
  }
  int step = 0;
  for (std::size_t p = 0; p < parts; ++p)
    for (int one = 0; one < counts[p]; ++one, ++step) {
      const double length = ends[p + 1] - ends[p];
      line.at[step] = ends[p] + length * (one + 0.5) / counts[p];
      line.weight[step] = length / (2 * scale) * k_samples / counts[p];
    }
  return line;
}

void BrickAverage::add_parts(const Brick &sample, Spread spread,
                             std::vector<Scene::Part> &parts) const {
  parts.clear();
  const Point position = inside(problem_, sample.center);
  if (spread == Spread::equal)
    parts.push_back({scene_.object_at(position), 1});
  else
    scene_.add_parts({position, sample.half_size}, parts);
}

BrickAverage::Samples BrickAverage::sample(const Entry &entry, double scale, Spread spread) const {
  Samples samples;
  std::array<Line, 3> lines;
  for (int d = 0; d < 3; ++d)
    lines[d] = line_along(entry.brick, d, scale, spread);
  double size = 0; // sum of absolute values
  std::array<double, 3> moment{0, 0, 0}, offsets{0, 0, 0};
  SampledMaterials seen;
  auto next = seen.begin();
  std::vector<Scene::Part> parts;
  bool is_cut = false; // a sample has several materials
  for (int a = 0; a < k_samples; ++a)
    for (int b = 0; b < k_samples; ++b)
      for (int c = 0; c < k_samples; ++c) {
        const std::array<int, 3> step{a, b, c};
        Point offset;
        Brick one;
        double weight = 1;
        for (int d = 0; d < 3; ++d) {
          offset[d] = lines[d].at[step[d]];
          weight *= lines[d].weight[step[d]];
          one.center[d] = entry.brick.center[d] + entry.brick.half_size[d] * offset[d];
          one.half_size[d] =
              entry.brick.half_size[d] * scale * lines[d].weight[step[d]] / k_samples;
        }
        add_parts(one, spread, parts);
        is_cut = is_cut || parts.size() > 1;
        double largest = 0;
        for (const Scene::Part &part : parts) {
          int material = part.material;
          if (material == Scene::k_no_object)
            material = scene_.layer_at(inside(problem_, one.center)[2]);
          else
            ++samples.in_objects;
          if (part.share > largest)
            *next = material;
          largest = std::max(largest, part.share);
          samples.add(material, weight * part.share);
          if (table_.is_conductor(material))
            continue;
          const double here = weight * part.share,
                       value = std::abs(table_.at(material)[entry.component]);
          size += here * value;
          for (int d = 0; d < 3; ++d) {
            moment[d] += here * value * offset[d];
            offsets[d] += here * offset[d];
          }
        }
        ++next;
      }
  sum_up(entry, is_cut, samples);
  samples.varies = variation(seen);
  // The normal points to where constants grow. Offsets are in halves of the brick's edges.
  std::array<double, 3> slope{0, 0, 0};
  double squared = 0;
  for (int d = 0; d < 3 && samples.counted > 0; ++d) {
    slope[d] = (moment[d] - size / samples.counted * offsets[d]) / problem_.axes[d].cell_m;
    squared += slope[d] * slope[d];
  }
  // In a single material the slope is rounding.
  const double cell = problem_.axes[entry.component].cell_m;
  if (squared * cell * cell > 1e-20 * size * size)
    for (int d = 0; d < 3; ++d)
      samples.squared_normal[d] = slope[d] * slope[d] / squared;
  return samples;
}

void BrickAverage::sum_up(const Entry &entry, bool is_cut, Samples &samples) const {
  std::sort(samples.parts.begin(), samples.parts.end(),
            [](const auto &a, const auto &b) { return a.material < b.material; });
  if (is_cut)
    for (Scene::Part &part : samples.parts)
      part.share = std::round(part.share * k_share_steps) / k_share_steps;
  for (const auto &[material, share] : samples.parts) {
    if (share == 0)
      continue;
    samples.material = samples.material == Scene::k_no_object ? material : int(Scene::k_mixed);
    if (table_.is_conductor(material)) {
      samples.conducting += share;
      continue;
    }
    const auto constants = table_.at(material);
    samples.is_isotropic =
        samples.is_isotropic && constants[0] == constants[1] && constants[1] == constants[2];
    const complex one = constants[entry.component];
    if (one.real() <= 0) {
      samples.metal_sum += share * one;
      samples.metal += share;
    }
    samples.sum += share * one;
    samples.sum_of_inverse += share / one;
    samples.counted += share;
  }
}

} // namespace curlew::fdfd

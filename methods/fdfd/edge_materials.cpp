#include <curlew/methods/fdfd/edge_materials.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew::fdfd {
namespace {

// Samples of a brick along each direction.
constexpr int k_samples = 8;
// Fractions come in steps of 1/512; squared normals are rounded to these, so that few constants
// differ.
constexpr double k_normal_steps = 64;

// For an interface along the grid the whole brick around an entry counts: that makes it exact.
// Oblique ones get smeared by more than they can be wrong by, since a diagonal cannot hold the
// tensor of what is smeared: there less of it counts. Measured on spheres (docs/methods/fdfd.md,
// "Materials"): with 0.35 a third of the errors of 1, and still falling steadily with the cell.
constexpr double k_oblique_share = 0.35;

double share_of_brick(const std::array<double, 3> &squared_normal) {
  double along_grid = 0; // from 1/3, on a diagonal, to 1
  for (const double one : squared_normal)
    along_grid += one * one;
  const double part = std::max(0.0, 1.5 * (along_grid - 1.0 / 3));
  return k_oblique_share + (1 - k_oblique_share) * part * part;
}

// Where a metal (real part below 0) meets a dielectric, an average may be close to zero or to a
// resonance of its own, so an entry takes the one or the other: the metal from this share of its
// brick on, between half of it along the interface and the greater part across. Measured on spheres
// (docs/methods/fdfd.md, "Materials"): with half in all directions they scatter 4 to 10 % more.
// Across it is more where the metal is closer to resonances, at ratios of the permittivities from
// -18 to -8 and above: with 0.7 there too they absorb up to half more.
constexpr double k_metal_share_along = 0.5;
double metal_share_across(double ratio) {
  return 0.7 + 0.1 * std::clamp((18 + ratio) / 10, 0.0, 1.0);
}

using ConstantIds = std::map<std::pair<double, double>, std::uint32_t>;

struct Entry {
  int component;
  Index k; // of z
  Brick brick;
};

// Where a sample beyond a periodic or a magnetic wall finds its material.
Point inside(const Problem &problem, Point point) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double period = axis.cell_m * axis.cells, upper = axis.corner_m + period;
    if (axis.is_periodic()) {
      if (point[d] < axis.corner_m)
        point[d] += period;
      else if (point[d] >= upper)
        point[d] -= period;
    } else if (point[d] < axis.corner_m && axis.low == Wall::pmc) {
      point[d] = 2 * axis.corner_m - point[d];
    } else if (point[d] > upper && axis.high == Wall::pmc) {
      point[d] = 2 * upper - point[d];
    }
  }
  return point;
}

bool leaves_grid(const Problem &problem, const Brick &brick) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double slack = 1e-9 * axis.cell_m;
    if (brick.center[d] - brick.half_size[d] < axis.corner_m - slack ||
        brick.center[d] + brick.half_size[d] > axis.corner_m + axis.cell_m * axis.cells + slack)
      return true;
  }
  return false;
}

class Averager {
public:
  Averager(const Problem &problem, const Scene &scene, const ConstantTable &table, bool is_electric,
           bool smoothing)
      : problem_(problem), scene_(scene), table_(table), is_electric_(is_electric),
        smoothing_(smoothing) {}

  // The constant of an entry; nothing for one inside a conductor.
  bool constant(const Entry &entry, complex &value) const {
    if (!smoothing_)
      return at_center(entry, value);
    const int material =
        leaves_grid(problem_, entry.brick) ? Scene::k_mixed : scene_.object_of(entry.brick);
    return material == Scene::k_mixed ? mixed(entry, value) : of(material, entry, value);
  }

private:
  bool of(int material, const Entry &entry, complex &value) const {
    if (table_.is_conductor(material))
      return false;
    value = material == Scene::k_no_object ? behind_objects(entry)
                                           : table_.at(material)[entry.component];
    return true;
  }
  bool at_center(const Entry &entry, complex &value) const {
    return of(scene_.object_at(inside(problem_, entry.brick.center)), entry, value);
  }
  // Layers are averaged by themselves, and are not magnetic.
  complex behind_objects(const Entry &entry) const {
    return is_electric_ ? problem_.layers.at(entry.component, entry.k) : complex(1);
  }

  // What the samples of a brick say of an entry's constant.
  struct Samples {
    complex sum = 0, sum_of_inverse = 0; // over `counted` samples, those in no conductor
    int counted = 0, conducting = 0, in_objects = 0;
    complex metal_sum = 0; // over those whose real part is not above 0
    int metal = 0;
    std::array<double, 3> squared_normal{0, 0, 0}; // of the interface; 0 where there is none
  };

  Samples sample(const Entry &entry, double scale) const {
    Samples samples;
    double size = 0; // sum of absolute values
    std::array<double, 3> moment{0, 0, 0}, offsets{0, 0, 0};
    for (int a = 0; a < k_samples; ++a)
      for (int b = 0; b < k_samples; ++b)
        for (int c = 0; c < k_samples; ++c) {
          const std::array<int, 3> step{a, b, c};
          Point offset, point;
          for (int d = 0; d < 3; ++d) {
            offset[d] = scale * ((2 * step[d] + 1.0) / k_samples - 1);
            point[d] = entry.brick.center[d] + entry.brick.half_size[d] * offset[d];
          }
          const Point position = inside(problem_, point);
          int material = scene_.object_at(position);
          if (material == Scene::k_no_object)
            material = scene_.layer_at(position[2]);
          else
            ++samples.in_objects;
          if (table_.is_conductor(material)) {
            ++samples.conducting;
            continue;
          }
          const complex one = table_.at(material)[entry.component];
          if (one.real() <= 0) {
            samples.metal_sum += one;
            ++samples.metal;
          }
          samples.sum += one;
          samples.sum_of_inverse += 1.0 / one;
          ++samples.counted;
          size += std::abs(one);
          for (int d = 0; d < 3; ++d) {
            moment[d] += std::abs(one) * offset[d];
            offsets[d] += offset[d];
          }
        }
    // The normal is where constants grow. Offsets are in halves of the brick's edges.
    std::array<double, 3> slope{0, 0, 0};
    double squared = 0;
    for (int d = 0; d < 3 && samples.counted > 0; ++d) {
      slope[d] = (moment[d] - size / samples.counted * offsets[d]) / problem_.axes[d].cell_m;
      squared += slope[d] * slope[d];
    }
    // One material alone has rounding for a slope.
    const double cell = problem_.axes[entry.component].cell_m;
    if (squared * cell * cell > 1e-20 * size * size)
      for (int d = 0; d < 3; ++d)
        samples.squared_normal[d] = slope[d] * slope[d] / squared;
    return samples;
  }

  bool mixed(const Entry &entry, complex &value) const {
    const Samples whole = sample(entry, 1);
    if (whole.in_objects == 0)
      return of(Scene::k_no_object, entry, value);
    if (whole.conducting > 0 && is_electric_ && half_in_conductor(entry))
      return false;
    if (whole.counted == 0)
      return false;
    const double normal =
        std::round(k_normal_steps * whole.squared_normal[entry.component]) / k_normal_steps;
    if (whole.metal > 0 && whole.metal < whole.counted) {
      value = metal_or_dielectric(whole, normal);
      return true;
    }
    const Samples part = sample(entry, share_of_brick(whole.squared_normal));
    const Samples &used = part.counted > 0 ? part : whole;
    const double n = used.counted;
    value = normal * n / used.sum_of_inverse + (1 - normal) * used.sum / n;
    return true;
  }

  // The mean of those of the samples that are the one or the other.
  static complex metal_or_dielectric(const Samples &samples, double normal) {
    const complex metal = samples.metal_sum / double(samples.metal);
    const complex dielectric =
        (samples.sum - samples.metal_sum) / double(samples.counted - samples.metal);
    const double across = metal_share_across(metal.real() / dielectric.real());
    const double share = k_metal_share_along + (across - k_metal_share_along) * normal;
    return samples.metal >= share * samples.counted ? metal : dielectric;
  }

  bool half_in_conductor(const Entry &entry) const {
    int in = 0;
    for (int s = 0; s < k_samples; ++s) {
      Point point = entry.brick.center;
      point[entry.component] +=
          entry.brick.half_size[entry.component] * ((2 * s + 1.0) / k_samples - 1);
      in += table_.is_conductor(scene_.material_at(inside(problem_, point)));
    }
    return 2 * in >= k_samples;
  }

  const Problem &problem_;
  const Scene &scene_;
  const ConstantTable &table_;
  bool is_electric_, smoothing_;
};

// The ids that a thread gave, by its own counting.
struct Share {
  ConstantIds ids;
  bool has_conductors = false;
  std::size_t begin = 0, end = 0;
};

} // namespace

EntryMaterials entry_materials(const Problem &problem, const Scene &scene,
                               const ConstantTable &table, bool is_electric, bool smoothing,
                               int threads) {
  const Averager averager(problem, scene, table, is_electric, smoothing);
  const std::array<Index, 3> count{problem.count(0), problem.count(1), problem.count(2)};
  const std::size_t rows = std::size_t(3) * count[1] * count[2];
  std::vector<std::uint32_t> local(problem.unknowns()); // a share's id + 1
  std::vector<Share> shares(chunk_count(rows, threads, 16));
  parallel_chunks(
      rows, threads,
      [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        Share &share = shares[chunk];
        share.begin = begin * count[0];
        share.end = end * count[0];
        std::size_t e = share.begin;
        for (std::size_t row = begin; row < end; ++row) {
          const int c = static_cast<int>(row / (std::size_t(count[1]) * count[2]));
          const auto k = static_cast<Index>(row / count[1] % count[2]);
          const auto j = static_cast<Index>(row % count[1]);
          for (Index i = 0; i < count[0]; ++i, ++e) {
            if (problem.is_boundary_fixed(c, {i, j, k}, is_electric))
              continue;
            Entry entry{c, k, {}};
            entry.brick.center =
                is_electric ? problem.e_position_m(c, i, j, k) : problem.h_position_m(c, i, j, k);
            for (int d = 0; d < 3; ++d)
              entry.brick.half_size[d] = problem.axes[d].cell_m / 2;
            complex value;
            if (!averager.constant(entry, value)) {
              share.has_conductors = true;
              continue;
            }
            const auto [known, is_new] = share.ids.try_emplace(
                {value.real(), value.imag()}, static_cast<std::uint32_t>(share.ids.size()));
            local[e] = known->second + 1;
          }
        }
      },
      16);
  // One order for any number of threads: by value.
  ConstantIds all;
  EntryMaterials result;
  for (const Share &share : shares) {
    result.has_conductors = result.has_conductors || share.has_conductors;
    for (const auto &[value, id] : share.ids)
      all[value] = 0;
  }
  if (all.size() > 65535)
    throw ResourceError(std::to_string(all.size()) + " different " +
                        (is_electric ? "permittivities" : "permeabilities") +
                        " of the grid's entries; 65535 are possible. Take fewer materials, or "
                        "grid.smoothing false");
  result.constants = {1};
  for (auto &[value, id] : all) {
    id = static_cast<std::uint32_t>(result.constants.size());
    result.constants.emplace_back(value.first, value.second);
  }
  for (auto &ids : result.id)
    ids.resize(problem.size());
  const std::size_t size = problem.size();
  parallel_chunks(
      shares.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
          const Share &share = shares[s];
          std::vector<std::uint16_t> of_local(share.ids.size() + 1, 0);
          for (const auto &[value, id] : share.ids)
            of_local[id + 1] = static_cast<std::uint16_t>(all.at(value));
          for (std::size_t c = 0; c < 3; ++c) { // the part of each component in this share
            const std::size_t first = std::max(share.begin, c * size);
            const std::size_t last = std::min(share.end, (c + 1) * size);
            for (std::size_t e = first; e < last; ++e)
              result.id[c][e - c * size] = of_local[local[e]];
          }
        }
      },
      1);
  return result;
}

} // namespace curlew::fdfd

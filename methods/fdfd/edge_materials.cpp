#include <curlew/methods/fdfd/edge_materials.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel_host.hpp>

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

// The tensor of a plane interface has n_c^2 in its diagonal. With what is off the diagonal left out
// that makes spheres scatter too little, the plain mean too much; the third power of n_c^2 was the
// best on the dielectric sphere of tests/validation (E-plane, 5 mm: mean error 0.136 dB, against
// 0.181 with n_c^2 and 0.156 with the mean) and is as exact where interfaces lie along the grid.
constexpr int k_normal_power = 3;

using ConstantIds = std::map<std::pair<double, double>, std::uint32_t>;

struct Entry {
  int component;
  Brick brick;
};

// Where a sample beyond a periodic or a magnetic wall finds its material.
Point inside(const Problem &problem, Point place) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double period = axis.cell_m * axis.cells, upper = axis.corner_m + period;
    if (axis.is_periodic()) {
      if (place[d] < axis.corner_m)
        place[d] += period;
      else if (place[d] >= upper)
        place[d] -= period;
    } else if (place[d] < axis.corner_m && axis.low == Wall::pmc) {
      place[d] = 2 * axis.corner_m - place[d];
    } else if (place[d] > upper && axis.high == Wall::pmc) {
      place[d] = 2 * upper - place[d];
    }
  }
  return place;
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
    int material = scene_.material_at(inside(problem_, entry.brick.center));
    if (smoothing_) {
      const int whole =
          leaves_grid(problem_, entry.brick) ? Scene::k_mixed : scene_.material_of(entry.brick);
      if (whole == Scene::k_mixed)
        return mixed(entry, value);
      material = whole;
    }
    if (table_.is_conductor(material))
      return false;
    value = table_.at(material)[entry.component];
    return true;
  }

private:
  bool mixed(const Entry &entry, complex &value) const {
    const auto &[center, half_size] = entry.brick;
    complex sum = 0, sum_of_inverse = 0;
    std::array<double, 3> moment{0, 0, 0};
    double mean = 0;
    int counted = 0, conducting = 0;
    std::array<double, 3> center_of_counted{0, 0, 0};
    for (int a = 0; a < k_samples; ++a)
      for (int b = 0; b < k_samples; ++b)
        for (int c = 0; c < k_samples; ++c) {
          const std::array<int, 3> step{a, b, c};
          Point offset, place;
          for (int d = 0; d < 3; ++d) {
            offset[d] = (2 * step[d] + 1.0) / k_samples - 1;
            place[d] = center[d] + half_size[d] * offset[d];
          }
          const int material = scene_.material_at(inside(problem_, place));
          if (table_.is_conductor(material)) {
            ++conducting;
            continue;
          }
          const complex one = table_.at(material)[entry.component];
          sum += one;
          sum_of_inverse += 1.0 / one;
          ++counted;
          mean += std::abs(one);
          for (int d = 0; d < 3; ++d) {
            moment[d] += std::abs(one) * offset[d];
            center_of_counted[d] += offset[d];
          }
        }
    if (conducting > 0 && is_electric_ && half_in_conductor(entry))
      return false;
    if (counted == 0)
      return false;
    // Offsets are in halves of the brick's edges: the gradient wants one more division.
    double squared = 0, along = 0;
    for (int d = 0; d < 3; ++d) {
      const double slope =
          (moment[d] - mean / counted * center_of_counted[d]) / problem_.axes[d].cell_m;
      squared += slope * slope;
      if (d == entry.component)
        along = slope * slope;
    }
    // One material alone has rounding for a slope.
    const double cell = problem_.axes[entry.component].cell_m;
    const bool has_slope = squared * cell * cell > 1e-20 * mean * mean;
    const double squared_normal =
        has_slope ? std::round(k_normal_steps * along / squared) / k_normal_steps : 0;
    const double across = std::pow(squared_normal, k_normal_power);
    const double n = counted;
    value = across * n / sum_of_inverse + (1 - across) * sum / n;
    return true;
  }

  bool half_in_conductor(const Entry &entry) const {
    int in = 0;
    for (int s = 0; s < k_samples; ++s) {
      Point place = entry.brick.center;
      place[entry.component] +=
          entry.brick.half_size[entry.component] * ((2 * s + 1.0) / k_samples - 1);
      in += table_.is_conductor(scene_.material_at(inside(problem_, place)));
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

// Whether the walls hold an entry at 0: the walls' own nodes, and what lies beyond.
bool is_fixed(const Problem &problem, bool is_electric, int component,
              const std::array<Index, 3> &at) {
  for (int d = 0; d < 3; ++d) {
    const bool on_half = (d == component) == is_electric;
    if (on_half ? problem.axes[d].half_is_fixed(at[d]) : problem.axes[d].node_is_fixed(at[d]))
      return true;
  }
  return false;
}

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
            if (is_fixed(problem, is_electric, c, {i, j, k}))
              continue;
            Entry entry{c, {}};
            entry.brick.center =
                is_electric ? problem.e_place(c, i, j, k) : problem.h_place(c, i, j, k);
            for (int d = 0; d < 3; ++d)
              entry.brick.half_size[d] = problem.axes[d].cell_m / 2;
            complex value;
            if (!averager.constant(entry, value)) {
              share.has_conductors = true;
              continue;
            }
            const auto [place, is_new] = share.ids.try_emplace(
                {value.real(), value.imag()}, static_cast<std::uint32_t>(share.ids.size()));
            local[e] = place->second + 1;
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
  for (const Share &share : shares) {
    std::vector<std::uint16_t> of_local(share.ids.size() + 1, 0);
    for (const auto &[value, id] : share.ids)
      of_local[id + 1] = static_cast<std::uint16_t>(all[value]);
    for (std::size_t e = share.begin; e < share.end; ++e)
      result.id[e / problem.size()][e % problem.size()] = of_local[local[e]];
  }
  return result;
}

} // namespace curlew::fdfd

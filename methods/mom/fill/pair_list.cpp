#include <curlew/methods/mom/fill/pair_list.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace curlew::mom {
namespace {

constexpr double k_reach = 4; // radii

struct Extent {
  double low[3], size = 0;
};

Extent extent_of(const Surface &surface) {
  Extent extent{{0, 0, 0}, 0};
  for (int d = 0; d < 3; ++d) {
    double low = surface.faces[0].centroid[d], high = low;
    for (const Face &face : surface.faces) {
      low = std::min(low, face.centroid[d]);
      high = std::max(high, face.centroid[d]);
    }
    extent.low[d] = low;
    extent.size = std::max(extent.size, high - low);
  }
  for (const Face &face : surface.faces)
    extent.size = std::max(extent.size, face.radius);
  return extent;
}

// Cubes as long as the largest reach, and the faces in each.
class Bins {
public:
  Bins(const Surface &surface, const Extent &extent) : extent_(extent) {
    double radius = 0;
    for (const Face &face : surface.faces)
      radius = std::max(radius, face.radius);
    size_ = 2 * k_reach * radius * (1 + 1e-6);
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      bins_[key(bin_of(surface.faces[f]))].push_back(static_cast<Index>(f));
  }

  template <class F> void for_each_around(const Face &face, F &&f) const {
    const auto middle = bin_of(face);
    for (std::int64_t x = -1; x <= 1; ++x)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto found = bins_.find(key({middle[0] + x, middle[1] + y, middle[2] + z}));
          if (found != bins_.end())
            for (const Index q : found->second)
              f(q);
        }
  }

private:
  using Bin = std::array<std::int64_t, 3>;

  Bin bin_of(const Face &face) const {
    Bin bin;
    for (int d = 0; d < 3; ++d)
      bin[d] = static_cast<std::int64_t>((face.centroid[d] - extent_.low[d]) / size_) + 1;
    return bin;
  }
  static std::int64_t key(const Bin &bin) { return (bin[0] * 2000003 + bin[1]) * 2000003 + bin[2]; }

  Extent extent_;
  double size_;
  std::unordered_map<std::int64_t, std::vector<Index>> bins_;
};

} // namespace

NearTest make_near_test(const Surface &surface) {
  constexpr double k_steps = 1 << 30;
  const Extent extent = extent_of(surface);
  const double unit = extent.size / (k_steps - 1);
  NearTest test;
  for (const Face &face : surface.faces) {
    std::array<std::int32_t, 3> at;
    for (int d = 0; d < 3; ++d)
      at[d] = static_cast<std::int32_t>((face.centroid[d] - extent.low[d]) / unit);
    test.centroid.push_back(at);
    test.reach.push_back(
        static_cast<std::int32_t>(std::min(std::ceil(k_reach * face.radius / unit), k_steps)));
  }
  return test;
}

PairList near_pairs(const Surface &surface, const NearTest &test, int threads) {
  const Bins bins(surface, extent_of(surface));
  std::vector<std::vector<Index>> near(surface.faces.size());
  parallel_chunks(
      near.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
          bins.for_each_around(surface.faces[p], [&](Index q) {
            if (q >= static_cast<Index>(p) && test.is_near(static_cast<Index>(p), q))
              near[p].push_back(q);
          });
          std::sort(near[p].begin(), near[p].end());
        }
      },
      64);
  PairList list;
  list.offset.push_back(0);
  for (const auto &one : near) {
    list.second.insert(list.second.end(), one.begin(), one.end());
    list.offset.push_back(static_cast<Offset>(list.second.size()));
  }
  return list;
}

} // namespace curlew::mom

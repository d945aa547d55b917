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

// The faces of a size: radii up to `radius`, and more than half of it. Cubes as long as the reach
// of two of them, and the faces in each.
class Bins {
public:
  Bins(const Surface &surface, const Extent &extent, double radius)
      : extent_(extent), size_(2 * k_reach * radius * (1 + 1e-6)) {
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      if (surface.faces[f].radius <= radius && surface.faces[f].radius > 0.5 * radius)
        bins_[key(bin_of(surface.faces[f]))].push_back(static_cast<Index>(f));
  }

  bool is_empty() const { return bins_.empty(); }

  // Calls f(q) for all q that a face no larger than these reaches, and some more.
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

// Every size that occurs, from the largest on: a graded mesh has many small faces, of which few are
// near each other.
std::vector<Bins> bins_by_size(const Surface &surface, const Extent &extent,
                               std::vector<std::size_t> &size_of) {
  double largest = 0, smallest = surface.faces[0].radius;
  for (const Face &face : surface.faces) {
    largest = std::max(largest, face.radius);
    smallest = std::min(smallest, face.radius);
  }
  std::vector<Bins> bins;
  size_of.assign(surface.faces.size(), 0);
  for (double radius = largest; radius >= smallest; radius *= 0.5) {
    Bins some(surface, extent, radius);
    if (some.is_empty())
      continue;
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      if (surface.faces[f].radius <= radius && surface.faces[f].radius > 0.5 * radius)
        size_of[f] = bins.size();
    bins.push_back(std::move(some));
  }
  return bins;
}

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
  std::vector<std::size_t> size_of;
  const std::vector<Bins> bins = bins_by_size(surface, extent_of(surface), size_of);
  // A pair is found by the smaller face, or by the first one.
  std::vector<std::vector<Index>> found(surface.faces.size());
  parallel_chunks(
      found.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f)
          for (std::size_t size = 0; size <= size_of[f]; ++size)
            bins[size].for_each_around(surface.faces[f], [&](Index q) {
              const auto p = static_cast<Index>(f);
              if ((size < size_of[f] || q >= p) && test.is_near(p, q))
                found[f].push_back(q);
            });
      },
      64);
  std::vector<std::vector<Index>> near(surface.faces.size());
  for (std::size_t f = 0; f < found.size(); ++f)
    for (const Index q : found[f])
      if (const Index first = std::min(static_cast<Index>(f), q); first < surface.own_faces())
        near[first].push_back(std::max(static_cast<Index>(f), q));
  PairList list;
  list.offset.push_back(0);
  for (auto &one : near) {
    std::sort(one.begin(), one.end());
    list.second.insert(list.second.end(), one.begin(), one.end());
    list.offset.push_back(static_cast<Offset>(list.second.size()));
  }
  return list;
}

} // namespace curlew::mom

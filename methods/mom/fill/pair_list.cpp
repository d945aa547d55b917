#include <curlew/methods/mom/fill/pair_list.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/mom/fill/face_bins.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

constexpr double k_reach = 4; // reach of a face, in radii

struct Extent {
  std::array<double, 3> low;
  double size = 0;
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

// Returns the faces sorted by size, and in each size into cubes as long as the reach of two of its
// faces. A size has the faces with radii up to a largest one and more than half of it. Sizes go
// from the largest down; only those that occur are kept. A graded mesh has many small faces, of
// which few are near each other. `size_of`: size of each face.
std::vector<FaceBins> bins_by_size(const Surface &surface, const Extent &extent,
                                   std::vector<std::size_t> &size_of) {
  double largest = 0, smallest = surface.faces[0].radius;
  for (const Face &face : surface.faces) {
    largest = std::max(largest, face.radius);
    smallest = std::min(smallest, face.radius);
  }
  std::vector<FaceBins> bins;
  size_of.assign(surface.faces.size(), 0);
  for (double radius = largest; radius >= smallest; radius *= 0.5) {
    FaceBins some(extent.low, 2 * k_reach * radius * (1 + 1e-6));
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      if (surface.faces[f].radius <= radius && surface.faces[f].radius > 0.5 * radius) {
        size_of[f] = bins.size();
        some.add(surface.faces[f], static_cast<Index>(f));
      }
    if (!some.is_empty())
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

PairList near_pairs(const Surface &surface, const NearTest &test, int threads,
                    const std::vector<char> &wanted) {
  const auto is_wanted = [&](Index p, Index q) {
    return wanted.empty() || wanted[p % surface.own_faces()] != 0 ||
           wanted[q % surface.own_faces()] != 0;
  };
  std::vector<std::size_t> size_of;
  const std::vector<FaceBins> bins = bins_by_size(surface, extent_of(surface), size_of);
  // A pair is found by its smaller face, or by the first one of equal size. Larger faces lie in
  // larger cubes.
  std::vector<std::vector<Index>> found(surface.faces.size());
  parallel_chunks(
      found.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f)
          for (std::size_t size = 0; size <= size_of[f]; ++size)
            bins[size].for_each_around(surface.faces[f], [&](Index q) {
              const auto p = static_cast<Index>(f);
              if ((size < size_of[f] || q >= p) && is_wanted(p, q) && test.is_near(p, q))
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

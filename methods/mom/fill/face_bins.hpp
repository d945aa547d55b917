#pragma once

#include <curlew/methods/mom/surface.hpp>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace curlew::mom {

// Faces sorted into cubes by their centroids.
class FaceBins {
public:
  // `low_m`: no centroid is below it along any axis.
  FaceBins(const std::array<double, 3> &low_m, double size_m) : low_m_(low_m), size_m_(size_m) {}

  void add(const Face &face, Index number) { bins_[key(bin_of(face))].push_back(number); }
  bool is_empty() const { return bins_.empty(); }

  // Calls f(q), in no order, for all q whose centroids are within the size of a cube, and for some
  // more.
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
      bin[d] = static_cast<std::int64_t>((face.centroid[d] - low_m_[d]) / size_m_) + 1;
    return bin;
  }
  static std::int64_t key(const Bin &bin) { return (bin[0] * 2000003 + bin[1]) * 2000003 + bin[2]; }

  std::array<double, 3> low_m_;
  double size_m_;
  std::unordered_map<std::int64_t, std::vector<Index>> bins_;
};

} // namespace curlew::mom

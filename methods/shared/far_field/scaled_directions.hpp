#pragma once

#include <curlew/methods/shared/far_field/direction.hpp>

#include <cstddef>

namespace curlew {

// `count` directions from `first` on times a wavenumber, one behind the other.
inline std::vector<double> scaled(const std::vector<UnitVector> &towards, std::size_t first,
                                  std::size_t count, double wavenumber) {
  std::vector<double> values;
  values.reserve(3 * count);
  for (std::size_t d = first; d < first + count; ++d)
    for (const double component : towards[d])
      values.push_back(wavenumber * component);
  return values;
}

} // namespace curlew

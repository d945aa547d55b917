#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/shared/far_field/direction.hpp>

#include <cstddef>

namespace curlew {

// Returns `count` directions from `first` on times a wavenumber, one behind the other.
inline std::vector<double> scaled(const std::vector<UnitVector> &towards, std::size_t first,
                                  std::size_t count, double wavenumber) {
  std::vector<double> values;
  values.reserve(3 * count);
  for (std::size_t d = first; d < first + count; ++d)
    for (const double component : towards[d])
      values.push_back(wavenumber * component);
  return values;
}

// Runs a kernel that sums blocks of directions: one item per block and segment on hosts, one team
// per block and segment on devices. Returns when it has ended.
template <class Sums, class Space>
void sum_blocks(const char *label, const Space &space, Offset items, const Sums &sums) {
  if constexpr (is_device<Space>)
    Kokkos::parallel_for(
        label,
        Kokkos::TeamPolicy<Space>(space, static_cast<int>(items), Sums::k_team_size)
            .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Sums::scratch_bytes()))),
        sums);
  else
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, items), sums);
  space.fence();
}

} // namespace curlew

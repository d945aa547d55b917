#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/far_field/direction.hpp>

#include <cstddef>
#include <vector>

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

// Sums the contributions of `segments` segments towards directions, `numbers` sums for each, by a
// Kernel made from `tables`.
template <class Kernel, class Space, class Tables>
std::vector<double> sums_towards(const char *label, const Space &space, Tables tables,
                                 Offset segments, int numbers, const std::vector<double> &towards) {
  const auto k = to_view<Space>("curlew::far_field::directions", towards);
  tables.towards = k.data();
  tables.directions = static_cast<Offset>(towards.size() / 3);
  Kokkos::View<double *, Space> sums(
      Kokkos::view_alloc("curlew::far_field::sums", Kokkos::WithoutInitializing),
      tables.directions * segments * numbers);
  tables.sums = sums.data();
  const Offset blocks = (tables.directions + Kernel::k_block - 1) / Kernel::k_block;
  sum_blocks(label, space, blocks * segments, Kernel{tables});
  return to_vector(sums);
}

} // namespace curlew

#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layout.hpp>

#include <vector>

namespace curlew::dgtd {

// Returns the numbers of this rank's tets in the order of the mesh, [tet][entry].
template <class Space>
std::vector<double> in_mesh_order(const Slots &slots, const Kokkos::View<double *, Space> &values,
                                  int entries) {
  const std::vector<double> all = to_vector(values);
  std::vector<double> result(slots.owned_tets * entries);
  for (std::size_t t = 0; t < slots.owned_tets; ++t)
    for (int i = 0; i < entries; ++i)
      result[t * entries + i] = all[Packs<Space>::at(slots.of_tet[t], i, entries)];
  return result;
}

// Puts such numbers into the slots, and 0 elsewhere.
template <class Space>
void put_in_slots(const Slots &slots, const std::vector<double> &values, int entries,
                  const Kokkos::View<double *, Space> &to) {
  const auto host = Kokkos::create_mirror_view(to);
  Kokkos::deep_copy(host, 0.0);
  for (std::size_t t = 0; t < slots.owned_tets; ++t)
    for (int i = 0; i < entries; ++i)
      host(Packs<Space>::at(slots.of_tet[t], i, entries)) = values.at(t * entries + i);
  Kokkos::deep_copy(to, host);
}

} // namespace curlew::dgtd

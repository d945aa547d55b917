#pragma once

#include <curlew/methods/dgtd/layout.hpp>

#include <vector>

namespace curlew::dgtd {

// Data that the matrices of a tet depend on: the tet itself, or also its neighbours behind the
// faces.
enum class Shared { tet, neighbours };

// Packs of tets with the same matrices, which are stored once. Stored packs of tets that universal
// matrices and scalars serve come first, as slots do.
struct SharedPacks {
  std::vector<Index> of_pack; // pack of slots -> first slot of its matrices; empty: the slot itself
  std::vector<Index> slots;   // [slot of the tables] a slot whose tet it stands for
  Index plain = 0;            // slots of the tables for plain packs, before special ones

  Index size() const { return static_cast<Index>(slots.size()); }
};

// Returns the slot of the tables whose matrices serve a slot; `of_pack` is that of SharedPacks on
// the device.
template <class Space>
KOKKOS_INLINE_FUNCTION Index stored_slot(const Kokkos::View<const Index *, Space> &of_pack,
                                         const Index slot) {
  constexpr int k_pack = Packs<Space>::k_pack;
  return of_pack.extent(0) == 0 ? slot : of_pack(slot / k_pack) + slot % k_pack;
}

// Returns the tet of the tables (Problem::table_tet) that an owned slot has; -1: padding. In arrays
// it needs no search for the tet's cell.
inline Index table_tet(const Slots &slots, Index slot, int pack) {
  if (!slots.small)
    return slots.tet[slot];
  return slots.small
      ->tet[static_cast<std::size_t>(slots.small_pack[slot / pack]) * pack + slot % pack];
}

// Returns the shared packs of the owned slots, in packs of `pack`: packs whose tets are copies of
// the same ones share their tables.
SharedPacks share_packs(const Problem &problem, const Slots &slots, int pack,
                        Shared what = Shared::tet);

} // namespace curlew::dgtd

#pragma once

#include <curlew/core/parallel/simd.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Where numbers of tets lie in arrays: packs of k_pack tets, in each entry after entry, so that
// neighbouring tets lie side by side for the threads of a device or the lanes of a host. A kernel's
// work item takes k_lanes tets.
template <class Space> struct Packs {
  static constexpr int k_pack = is_device<Space> ? 32 : k_simd_lanes;
  static constexpr int k_lanes = is_device<Space> ? 1 : k_simd_lanes;

  // Of entry `entry` of `entries` that each tet has.
  KOKKOS_INLINE_FUNCTION static Offset at(Index slot, int entry, int entries) {
    return (static_cast<Offset>(slot / k_pack) * entries + entry) * k_pack + slot % k_pack;
  }
};

struct SlotRange {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

// Consecutive layers of tets: sets that a kernel may be launched for. On several ranks inner tets,
// which have owned tets alone behind their faces, and outer ones, which have ghosts too; with local
// time steps those of StepClasses.
struct Layers {
  int begin = 0, end = 0;
};

// The order of tets in the arrays: first those that universal matrices and scalars serve, then
// those with matrices of their own, both layer by layer, then ghosts; all in the order of the mesh,
// and every layer filled up to whole packs.
struct Slots {
  std::vector<Index> of_tet; // ghosts included, behind:
  std::size_t owned_tets = 0;
  std::vector<Index> tet;                        // of each slot; -1: padding, ghosts
  Index plain = 0, owned = 0;                    // slots of the first part, of both
  std::vector<Index> plain_begin, special_begin; // of each layer, and the end of the last

  Index size() const { return static_cast<Index>(tet.size()); }
  int layers() const { return static_cast<int>(plain_begin.size()) - 1; }
  SlotRange range(Layers which, bool special) const {
    const std::vector<Index> &begin = special ? special_begin : plain_begin;
    return {begin[which.begin], begin[which.end]};
  }
};

// Whether a tet needs matrices of its own: tensors, and absorbing walls except in "upwind", where
// they are part of the flux.
bool is_special(const Problem &problem, Index tet);

// `layer`: of each tet; empty: those of ranks.
Slots make_slots(const Problem &problem, int pack, const std::vector<std::uint8_t> &layer = {});

// Unknowns of all tets: E, H and what a scheme keeps beside them (dfdd: the doubles inside each
// tet; upwind: the increments of Runge and Kutta's method, and the fields before a stage).
template <class Space> struct Fields {
  using View = Kokkos::View<double *, Space>;
  View e, h, electric_own, magnetic_own, e_next, h_next;
};

enum class Side { electric, magnetic };

} // namespace curlew::dgtd

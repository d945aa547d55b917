#pragma once

#include <curlew/core/parallel/simd.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace curlew::dgtd {

// Places of the numbers of tets in arrays: packs of k_pack tets, in each entry after entry, so that
// neighbouring tets lie side by side for the threads of a device or the lanes of a host. A kernel's
// work item takes k_lanes tets.
template <class Space> struct Packs {
  static constexpr int k_pack = is_device<Space> ? 32 : k_simd_lanes;
  static constexpr int k_lanes = is_device<Space> ? 1 : k_simd_lanes;

  // Returns the place of entry `entry` of `entries` that each tet has.
  KOKKOS_INLINE_FUNCTION static Offset at(Index slot, int entry, int entries) {
    return (static_cast<Offset>(slot / k_pack) * entries + entry) * k_pack + slot % k_pack;
  }
};

struct SlotRange {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
};

// Consecutive shells of tets: sets that a kernel may be launched for. With local time steps they
// are those of StepClasses, else there is one shell.
struct Shells {
  int begin = 0, end = 0;
};

// On several ranks inner tets have only owned tets behind their faces, outer ones also ghosts.
enum class Part { inner, outer };

// Order of the tets in the arrays: first the tets that universal matrices and scalars serve, then
// those with matrices of their own, in both the inner tets shell by shell, then the outer ones
// alike; then ghosts. All are in the order of the mesh, and every such set is filled up to whole
// packs.
struct Slots {
  std::vector<Index> of_tet; // slot of each tet; ghosts included, behind:
  std::size_t owned_tets = 0;
  std::vector<Index> tet;     // tet of each slot; -1: padding, ghosts
  Index plain = 0, owned = 0; // slots of the first part, slots of both
  int shells = 1;
  std::vector<Index> plain_begin, special_begin; // first slot of each set, and the end of the last
  // Slots of the small array whose tables a large array has, and the pack there with the same tets,
  // [pack of owned slots].
  std::shared_ptr<const Slots> small;
  std::vector<Index> small_pack;

  void fill_up(int pack);    // fills up with padding to a whole pack
  void add_ghosts(int pack); // of_tet has the number of tets with ghosts

  Index size() const { return static_cast<Index>(tet.size()); }
  Shells all() const { return {0, shells}; }
  SlotRange range(Shells which, Part part, bool special) const {
    const std::vector<Index> &begin = special ? special_begin : plain_begin;
    const int first = part == Part::outer ? shells : 0;
    return {begin[first + which.begin], begin[first + which.end]};
  }
  // Calls f with each range of owned tets of some shells.
  template <class F> void for_each_range(Shells which, const F &f) const {
    for (const bool special : {false, true})
      for (const Part part : {Part::inner, Part::outer})
        if (const SlotRange one = range(which, part, special); one.size() > 0)
          f(one);
  }
};

// Returns true where a tet needs matrices of its own: with tensors, and at absorbing walls except
// in "upwind", where they are part of the flux.
bool is_special(const Problem &problem, Index tet);

// `shell`: the shell of each tet; empty: one shell for all.
Slots make_slots(const Problem &problem, int pack, const std::vector<std::uint8_t> &shell = {},
                 int shells = 1);

// Unknowns of all tets: E, H and the further arrays that a scheme keeps (dfdd: the doubles inside
// each tet; upwind: the increments of the Runge-Kutta method, and the fields before a stage).
template <class Space> struct Fields {
  using View = Kokkos::View<double *, Space>;
  View e, h, electric_own, magnetic_own, e_next, h_next;
};

enum class Side { electric, magnetic };

} // namespace curlew::dgtd

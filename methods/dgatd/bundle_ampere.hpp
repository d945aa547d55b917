#pragma once

#include <curlew/core/kokkos_compat.hpp>
#include <curlew/methods/dgatd/fused_layout.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// What LaneAmpere does, on devices: a team takes a bundle of dual volumes with about as many rows
// as it has threads. The bundle's packed matrices, which lie side by side, come into scratch memory
// in one sweep of 16-byte loads; then each thread multiplies a row. Verified by DgatdVariants.*.
template <class Space, int k_parts> struct BundleAmpere {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  template <class T> using Array = Kokkos::View<const T *, Space>;
  static constexpr int k_team = FusedShape<Space>::k_bundle_team;
  // Entries of a bundle's matrices that scratch memory holds. Bundles beyond it (a single node with
  // 40 edges has 820) read theirs where they lie: rare, and scratch for the largest node of a mesh
  // would leave room for fewer teams everywhere.
  static constexpr int k_staged = 1280;

  Array<Index> bundles;
  Array<FusedLayout::NodeBlock> blocks; // and one behind the last
  Array<std::uint8_t> slot_block;
  Array<Index> slot_edge;
  Array<double> inverse; // packed A; every block begins at an even entry
  Array<double> loss;    // packed L where needed, same order
  Array<double> decay;   // [block] g; empty when no volume has one
  Array<double> r;
  Kokkos::View<double *, Space> u;
  int largest_slots; // of a bundle
  Index bundle_count;

  void launch(const Space &space) const {
    const std::size_t bytes =
        Scratch::shmem_size(k_staged) + (k_parts == 2 ? 2 : 1) * Scratch::shmem_size(largest_slots);
    Kokkos::parallel_for("curlew::dgatd::fused_ampere",
                         compat::light(Kokkos::TeamPolicy<Space>(space, bundle_count, k_team)
                                           .set_scratch_size(0, Kokkos::PerTeam(bytes))),
                         *this);
  }

  // Row `row` of a packed symmetric matrix of order `rows`, times x.
  static KOKKOS_INLINE_FUNCTION double row_product(const double *matrix, const double *x,
                                                   const int row, const int rows) {
    double sum = 0;
    int at = row * (row + 1) / 2;
    for (int j = 0; j < rows; ++j) {
      sum += matrix[at] * x[j];
      at += j < row ? 1 : j + 1; // along the row, then down the column
    }
    return sum;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Scratch matrices(team.team_scratch(0), k_staged);
    const Scratch x(team.team_scratch(0), largest_slots);
    const Index first = bundles(team.league_rank()), last = bundles(team.league_rank() + 1);
    const Offset slot0 = blocks(first).slot, matrix0 = blocks(first).matrix;
    const int slots = static_cast<int>(blocks(last).slot - slot0);
    const int entries = static_cast<int>(blocks(last).matrix - matrix0);
    const bool staged = entries <= k_staged;

    if (staged) {
      const Pair *pairs = reinterpret_cast<const Pair *>(&inverse(matrix0));
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, entries / 2), [&](const int k) {
        const Pair pair = pairs[k];
        matrices(2 * k) = pair.first;
        matrices(2 * k + 1) = pair.second;
      });
    }
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, slots),
                         [&](const int k) { x(k) = r(slot_edge(slot0 + k)); });
    if (k_parts == 2 && loss.extent(0) > 0)
      subtract_losses(team, first, slot0, slots, x);
    team.team_barrier();

    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, slots), [&](const int k) {
      const Index index = first + slot_block(slot0 + k);
      const FusedLayout::NodeBlock block = blocks(index);
      const int begin = static_cast<int>(block.slot - slot0);
      double change;
      if (staged)
        change = row_product(&matrices(block.matrix - matrix0), &x(begin), k - begin, block.rows);
      else
        change = row_product(&inverse(block.matrix), &x(begin), k - begin, block.rows);
      if (k_parts == 1) {
        Kokkos::atomic_add(&u(slot_edge(slot0 + k)), change);
      } else {
        const double before = u(slot0 + k);
        if (decay.extent(0) > 0)
          change -= decay(index) * before;
        u(slot0 + k) = before + change;
      }
    });
  }

private:
  struct alignas(16) Pair {
    double first, second;
  };

  // x -= L u where a block has a matrix L.
  KOKKOS_INLINE_FUNCTION void subtract_losses(const Team &team, const Index first,
                                              const Offset slot0, const int slots,
                                              const Scratch &x) const {
    const Scratch state(team.team_scratch(0), largest_slots);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, slots),
                         [&](const int k) { state(k) = u(slot0 + k); });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, slots), [&](const int k) {
      const FusedLayout::NodeBlock block = blocks(first + slot_block(slot0 + k));
      const int begin = static_cast<int>(block.slot - slot0);
      if (block.loss >= 0)
        x(k) -= row_product(&loss(block.loss), &state(begin), k - begin, block.rows);
    });
  }
};

} // namespace curlew::dgatd

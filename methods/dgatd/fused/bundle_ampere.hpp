#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/methods/dgatd/fused/warp_layout.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// Two numbers of a packed inverse, read in one load.
struct alignas(16) InversePair {
  double first, second;
};

// Ampere's law as in LaneAmpere, on devices: a team takes a bundle of dual volumes with about as
// many rows as it has threads. The bundle's packed matrices, which lie side by side, are copied
// into scratch memory in 16-byte loads, all of them issued before the first is waited for; then
// each thread multiplies a row. Verified by DgatdVariants.*.
template <class Space, int k_parts> struct BundleAmpere {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  template <class T> using Array = Kokkos::View<const T *, Space>;
  using Pair = InversePair;
  using Entry = Pair; // entry of the inverses

  static constexpr int k_team = FusedShape<Space>::k_bundle_team;
  // Pairs of matrix entries that scratch memory holds. A bundle with more (a single node with 51
  // edges has 663) reads the rest from global memory. This is rare, and scratch memory for the
  // largest node of a mesh would leave room for fewer teams everywhere.
  static constexpr int k_staged = 640;
  // Pairs that a thread loads at once (measured: more cost registers, and teams).
  static constexpr int k_loads = 2;

  Array<BundleRecord> bundles;
  Array<HalfEdgeRecord> half_edges;
  Array<Pair> inverse;    // packed A; every dual volume begins with a pair
  Array<double> loss;     // packed L where needed, same order
  Array<Index> loss_pair; // half edge -> first pair of its L, -1: none; empty without losses
  Array<double> decay;    // half edge -> g; empty without losses
  Array<double> r;
  Kokkos::View<double *, Space> u;
  int largest_slots; // upper limit of the half edges of a bundle
  Index bundle_count;
  // Number of bundles that other ranks wait for: the first ones.
  Index boundary_count;

  void launch(const Space &space) const { launch(space, 0, bundle_count); }
  void launch_boundary(const Space &space) const { launch(space, 0, boundary_count); }
  void launch_interior(const Space &space) const { launch(space, boundary_count, bundle_count); }

  void launch(const Space &space, Index begin, Index end) const {
    if (begin == end)
      return;
    BundleAmpere part = *this;
    part.begin_ = begin;
    const std::size_t bytes = Scratch::shmem_size(2 * k_staged + 1) +
                              (decay.extent(0) > 0 ? 2 : 1) * Scratch::shmem_size(largest_slots);
    Kokkos::parallel_for("curlew::dgatd::fused_ampere",
                         compat::light_weight(Kokkos::TeamPolicy<Space>(space, end - begin, k_team)
                                                  .set_scratch_size(0, Kokkos::PerTeam(bytes))),
                         part);
  }

  // Returns row `row` of a packed symmetric matrix of order `rows`, times x.
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
    const Scratch space(team.team_scratch(0), 2 * k_staged + 1);
    // Scratch memory begins at a multiple of 8 bytes; pairs need one of 16.
    const auto address = reinterpret_cast<std::uintptr_t>(space.data());
    double *const matrices = space.data() + address % sizeof(Pair) / sizeof(double);
    const Scratch x(team.team_scratch(0), largest_slots);
    const BundleRecord bundle = bundles(begin_ + team.league_rank());
    const int rank = team.team_rank(), threads = team.team_size();
    const bool staged = bundle.pairs <= k_staged;

    HalfEdgeRecord mine{};
    if (rank < bundle.slots)
      mine = half_edges(bundle.slot + rank);
    if (staged)
      stage(reinterpret_cast<Pair *>(matrices), &inverse(bundle.pair), bundle.pairs, rank, threads);
    if (rank < bundle.slots)
      x(rank) = r(mine.edge);
    for (int k = rank + threads; k < bundle.slots; k += threads) // one node with many edges
      x(k) = r(half_edges(bundle.slot + k).edge);
    if (k_parts == 2 && decay.extent(0) > 0)
      subtract_losses(team, bundle, x);
    team.team_barrier();

    for (int k = rank; k < bundle.slots; k += threads) {
      if (k > rank)
        mine = half_edges(bundle.slot + k);
      const int rows = mine.rows > 0 ? mine.rows : bundle.slots, row = k - mine.begin;
      double change;
      if (staged)
        change = row_product(matrices + 2 * mine.pair, &x(mine.begin), row, rows);
      else
        change = row_product(&inverse(bundle.pair + mine.pair).first, &x(mine.begin), row, rows);
      if (k_parts == 1) {
        compat::atomic_add(&u(mine.edge), change);
      } else {
        const double before = u(bundle.slot + k);
        if (decay.extent(0) > 0)
          change -= decay(bundle.slot + k) * before;
        u(bundle.slot + k) = before + change;
      }
    }
  }

private:
  Index begin_ = 0; // first bundle of a launch

  static KOKKOS_INLINE_FUNCTION void stage(Pair *to, const Pair *from, const int pairs,
                                           const int rank, const int threads) {
    for (int begin = rank; begin < pairs; begin += k_loads * threads) {
      Pair pair[k_loads];
      CURLEW_UNROLL
      for (int i = 0; i < k_loads; ++i)
        if (begin + i * threads < pairs)
          pair[i] = from[begin + i * threads];
      CURLEW_UNROLL
      for (int i = 0; i < k_loads; ++i)
        if (begin + i * threads < pairs)
          to[begin + i * threads] = pair[i];
    }
  }

  // Computes x -= L u where a dual volume has a matrix L.
  KOKKOS_INLINE_FUNCTION void subtract_losses(const Team &team, const BundleRecord &bundle,
                                              const Scratch &x) const {
    const Scratch state(team.team_scratch(0), largest_slots);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bundle.slots),
                         [&](const int k) { state(k) = u(bundle.slot + k); });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, bundle.slots), [&](const int k) {
      const HalfEdgeRecord one = half_edges(bundle.slot + k);
      const Index pair = loss_pair(bundle.slot + k);
      if (pair >= 0)
        x(k) -= row_product(&loss(2 * static_cast<std::size_t>(pair)), &state(one.begin),
                            k - one.begin, one.rows > 0 ? one.rows : bundle.slots);
    });
  }
};

} // namespace curlew::dgatd

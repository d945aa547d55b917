#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/team_scratch.hpp>
#include <curlew/methods/dgatd/fused/fused_layout.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::dgatd {

// Ampere's law on dual volumes, @cite cicuttin2018 (eq. 6), on hosts: k_lanes of them at a time,
//
//   u' = u + A (r - L u),   A = (M/dt + L/2)^-1
//
// A is symmetric, so only its lower triangle is stored. L is stored only where it is not L = rate M
// with a single rate (L = rate M makes A (r - L u) = A r - g u with g = rate / (1/dt + rate/2)).
// With k_parts 1 the unknowns are the sums e of two halves, and each half adds its change to its
// edge: lossless problems only, whose halves are not read. Verified by DgatdVariants.*.
template <class Space, int k_parts> struct LaneAmpere {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Entry = double; // entry of the inverses
  static constexpr int k_lanes = FusedShape<Space>::k_node_lanes;

  Kokkos::View<const FusedLayout::NodeBlock *, Space> blocks;
  Kokkos::View<const Index *, Space> slot_edge;
  Kokkos::View<const double *, Space> inverse; // packed A, [entry][lane] per block
  Kokkos::View<const double *, Space> loss;    // packed L where needed, same order
  Kokkos::View<const double *, Space> decay;   // [block][lane] g; empty when no volume has one
  Kokkos::View<const double *, Space> r;
  Kokkos::View<double *, Space> u;
  int largest_rows;
  Index block_count, edge_count;
  // Number of blocks that other ranks wait for: the first ones.
  Index boundary_count;

  // Blocks per team: enough work to hide the start of a team.
  static constexpr int k_blocks_per_team = 32;

  void launch(const Space &space) const { launch(space, 0, block_count); }
  void launch_boundary(const Space &space) const { launch(space, 0, boundary_count); }
  void launch_interior(const Space &space) const { launch(space, boundary_count, block_count); }

  void launch(const Space &space, Index begin, Index end) const {
    LaneAmpere part = *this;
    part.begin_ = begin;
    part.end_ = end;
    const Index teams = (end - begin + k_blocks_per_team - 1) / k_blocks_per_team;
    const auto bytes = 2 * aligned_scratch_bytes<double>(scratch_doubles());
    Kokkos::parallel_for(
        "curlew::dgatd::fused_ampere",
        Kokkos::TeamPolicy<Space>(space, teams, 1).set_scratch_size(0, Kokkos::PerThread(bytes)),
        part);
  }

  // Computes y := packed symmetric matrix times x, for k_lanes dual volumes of `rows` rows.
  static KOKKOS_INLINE_FUNCTION void multiply(const double *matrix, const double *x, double *y,
                                              const int rows) {
    for (int i = 0; i < rows; ++i) {
      double sum[k_lanes], xi[k_lanes];
      for (int lane = 0; lane < k_lanes; ++lane) {
        sum[lane] = 0;
        xi[lane] = x[i * k_lanes + lane];
      }
      for (int j = 0; j < i; ++j, matrix += k_lanes)
        for (int lane = 0; lane < k_lanes; ++lane) {
          sum[lane] += matrix[lane] * x[j * k_lanes + lane];
          y[j * k_lanes + lane] += matrix[lane] * xi[lane];
        }
      for (int lane = 0; lane < k_lanes; ++lane)
        y[i * k_lanes + lane] = sum[lane] + matrix[lane] * xi[lane];
      matrix += k_lanes;
    }
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index first = begin_ + team.league_rank() * k_blocks_per_team;
    const Index last = first + k_blocks_per_team < end_ ? first + k_blocks_per_team : end_;
    double *const x = aligned_scratch<double>(team.thread_scratch(0), scratch_doubles());
    double *const y = aligned_scratch<double>(team.thread_scratch(0), scratch_doubles());
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last),
                         [&](const Index index) { advance_block(index, x, y); });
  }

  KOKKOS_INLINE_FUNCTION void advance_block(const Index index, double *x, double *y) const {
    const FusedLayout::NodeBlock block = blocks(index);
    const int size = block.rows * k_lanes;
    const Index *edge = &slot_edge(block.slot);
    for (int k = 0; k < size; ++k)
      x[k] = r(edge[k]);
    if (k_parts == 1) {
      multiply(&inverse(block.matrix), x, y, block.rows);
      for (int k = 0; k < size; ++k)
        if (edge[k] < edge_count) // the rest is padding
          compat::atomic_add(&u(edge[k]), y[k]);
      return;
    }
    double *state = &u(block.slot);
    if (block.loss >= 0) {
      multiply(&loss(static_cast<std::size_t>(block.loss) * k_lanes), state, y, block.rows);
      for (int k = 0; k < size; ++k)
        x[k] -= y[k];
    }
    multiply(&inverse(block.matrix), x, y, block.rows);
    if (decay.extent(0) > 0) {
      const double *g = &decay(static_cast<std::size_t>(index) * k_lanes);
      for (int row = 0; row < block.rows; ++row)
        for (int lane = 0; lane < k_lanes; ++lane)
          y[row * k_lanes + lane] -= g[lane] * state[row * k_lanes + lane];
    }
    for (int k = 0; k < size; ++k)
      state[k] += y[k];
  }

private:
  KOKKOS_INLINE_FUNCTION std::size_t scratch_doubles() const {
    return static_cast<std::size_t>(largest_rows) * k_lanes;
  }

  Index begin_ = 0, end_ = 0; // blocks of a launch
};

} // namespace curlew::dgatd

#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/combination.hpp>

namespace curlew::dgtd {

// The matrices of one tet and side, as one row of numbers; n functions, nf with a trace on a face:
//   keep n x n, other n x n, other traces 4 (n x nf), own traces 4 (n x nf), double n x n, and of
//   the double itself: keep n x n, gain n x n. Those that a scheme has no use for are left out.
struct StoredRow {
  int n = 0, nf = 0;
  bool has_jumps = false, has_double = false;

  KOKKOS_INLINE_FUNCTION int keep(int i, int j) const { return i * n + j; }
  KOKKOS_INLINE_FUNCTION int other(int i, int j) const { return n * n + i * n + j; }
  KOKKOS_INLINE_FUNCTION int other_trace(int face, int i, int j) const {
    return 2 * n * n + (face * n + i) * nf + j;
  }
  KOKKOS_INLINE_FUNCTION int own_trace(int face, int i, int j) const {
    return 2 * n * n + ((4 + face) * n + i) * nf + j;
  }
  KOKKOS_INLINE_FUNCTION int first_double() const {
    return 2 * n * n + (has_jumps ? 8 : 4) * n * nf;
  }
  KOKKOS_INLINE_FUNCTION int from_double(int i, int j) const { return first_double() + i * n + j; }
  KOKKOS_INLINE_FUNCTION int double_keep(int i, int j) const { return from_double(n + i, j); }
  KOKKOS_INLINE_FUNCTION int double_gain(int i, int j) const { return from_double(2 * n + i, j); }
  KOKKOS_INLINE_FUNCTION int size() const { return first_double() + (has_double ? 3 * n * n : 0); }
};

// One side of a step or stage, all matrices read from memory:
//   x1 = keep x + other y + sum over faces (other_trace y+ + own_trace x+) + from_double d
//   d1 = double_keep d + double_gain (x + x1)
// Stages take x1 for the rates; combined, a sum of fields is in the place of keep x, and a factor
// before the rest. Walls are part of keep and other. Verified by DgtdVariants.*.
template <class Space, bool k_stages> struct StoredKernel {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  static constexpr int W = Layout::k_lanes;

  StoredRow row;
  // Pack of slots -> first stored slot of its matrices; empty: each slot has its own.
  Kokkos::View<const Index *, Space> shared;
  Kokkos::View<const double *, Space> matrices;   // Packs::at(stored slot, StoredRow, row.size())
  Kokkos::View<const Index *, Space> neighbours;  // Packs::at(slot, face, 4)
  Kokkos::View<const std::int8_t *, Space> local; // the same: the face as the neighbour numbers it
  Kokkos::View<const int *, Space> numbers;       // [face][trace] of functions with a trace there
  Values x, y, x_out, own;
  double a = 0, b = 0, dt = 0; // of a stage
  bool is_combined = false;    // without losses
  Combination<Space> sum = {}; // x_out may be one of its fields
  double factor = 0;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = item * W;
    for (int i = 0; i < row.n; ++i) {
      double total[W] = {};
      for (int j = 0; j < row.n; ++j) {
        if (!is_combined)
          add(slot, row.keep(i, j), x, j, total);
        add(slot, row.other(i, j), y, j, total);
        if (row.has_double)
          add(slot, row.from_double(i, j), own, j, total);
      }
      for (int face = 0; face < 4; ++face)
        for (int j = 0; j < row.nf; ++j)
          add_behind(slot, face, i, j, total);
      const Offset at = Layout::at(slot, i, row.n);
      for (int lane = 0; lane < W; ++lane) {
        if constexpr (k_stages) {
          own(at + lane) = a * own(at + lane) + dt * total[lane];
          total[lane] = x(at + lane) + b * own(at + lane);
        }
        if (is_combined)
          total[lane] = sum(at + lane) + factor * total[lane];
        x_out(at + lane) = total[lane];
      }
    }
    if (row.has_double)
      for (int lane = 0; lane < W; ++lane)
        step_double(slot, lane);
  }

private:
  KOKKOS_INLINE_FUNCTION Index stored(Index slot) const { return stored_slot<Space>(shared, slot); }
  KOKKOS_INLINE_FUNCTION double matrix(Index slot, int entry, int lane) const {
    return matrices(Layout::at(stored(slot), entry, row.size()) + lane);
  }
  KOKKOS_INLINE_FUNCTION void add(Index slot, int entry, const Values &from, int j,
                                  double (&total)[W]) const {
    const Offset at = Layout::at(slot, j, row.n),
                 matrix_at = Layout::at(stored(slot), entry, row.size());
    for (int lane = 0; lane < W; ++lane)
      total[lane] += matrices(matrix_at + lane) * from(at + lane);
  }
  KOKKOS_INLINE_FUNCTION void add_behind(Index slot, int face, int i, int j,
                                         double (&total)[W]) const {
    const Offset at = Layout::at(slot, face, 4);
    for (int lane = 0; lane < W; ++lane) {
      const Offset from =
          Layout::at(neighbours(at + lane), numbers(local(at + lane) * row.nf + j), row.n);
      total[lane] += matrix(slot, row.other_trace(face, i, j), lane) * y(from);
      if (row.has_jumps)
        total[lane] += matrix(slot, row.own_trace(face, i, j), lane) * x(from);
    }
  }
  KOKKOS_INLINE_FUNCTION void step_double(Index slot, int lane) const {
    constexpr int k_most = space_size<3>(k_bernstein + 4); // functions of full fourth order
    double next[k_most];
    for (int i = 0; i < row.n; ++i) {
      next[i] = 0;
      for (int j = 0; j < row.n; ++j) {
        const Offset at = Layout::at(slot, j, row.n) + lane;
        next[i] += matrix(slot, row.double_keep(i, j), lane) * own(at) +
                   matrix(slot, row.double_gain(i, j), lane) * (x(at) + x_out(at));
      }
    }
    for (int i = 0; i < row.n; ++i)
      own(Layout::at(slot, i, row.n) + lane) = next[i];
  }
};

} // namespace curlew::dgtd

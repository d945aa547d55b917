#pragma once

#include <Kokkos_Core.hpp>

namespace curlew::dgtd {

// Returns how many rows of a matrix are computed at a time: a divisor of their number n for which
// the sums and a column of entries fit into a device's registers.
KOKKOS_INLINE_FUNCTION constexpr int stored_tile(int n) {
  constexpr int k_most = 21; // divides 105, full fourth order
  int tile = n < k_most ? n : k_most;
  while (tile > 1 && n % tile != 0)
    --tile;
  return tile;
}

// Places of the matrices of one tet and side, as one row of numbers; n functions, nf with a trace
// on a face:
//   keep n x n, other n x n, per face other trace and own trace n x nf, from double n x n, and of
//   the double itself: keep n x n, gain n x n. Those that a scheme has no use for are left out.
// The kernel reads them in this order: tile by tile of their rows, in each column by column of all
// matrices in turn, those of the double itself behind the last tile.
struct StoredRow {
  int n = 0, nf = 0;
  bool has_jumps = false, has_double = false;

  KOKKOS_INLINE_FUNCTION int keep(int i, int j) const { return at(i, j); }
  KOKKOS_INLINE_FUNCTION int other(int i, int j) const { return at(i, n + j); }
  KOKKOS_INLINE_FUNCTION int other_trace(int face, int i, int j) const {
    return at(i, 2 * n + face * face_columns() + j);
  }
  KOKKOS_INLINE_FUNCTION int own_trace(int face, int i, int j) const {
    return other_trace(face, i, nf + j);
  }
  KOKKOS_INLINE_FUNCTION int from_double(int i, int j) const {
    return at(i, 2 * n + 4 * face_columns() + j);
  }
  KOKKOS_INLINE_FUNCTION int double_keep(int i, int j) const {
    return n * columns() + within(2 * n, i, j);
  }
  KOKKOS_INLINE_FUNCTION int double_gain(int i, int j) const { return double_keep(i, n + j); }
  KOKKOS_INLINE_FUNCTION int size() const { return n * columns() + (has_double ? 2 * n * n : 0); }

private:
  KOKKOS_INLINE_FUNCTION int face_columns() const { return (has_jumps ? 2 : 1) * nf; }
  KOKKOS_INLINE_FUNCTION int columns() const {
    return 2 * n + 4 * face_columns() + (has_double ? n : 0);
  }
  KOKKOS_INLINE_FUNCTION int within(int all_columns, int i, int column) const {
    const int tile = stored_tile(n);
    return (i / tile * all_columns + column) * tile + i % tile;
  }
  KOKKOS_INLINE_FUNCTION int at(int i, int column) const { return within(columns(), i, column); }
};

} // namespace curlew::dgtd

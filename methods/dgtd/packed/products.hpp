#pragma once

#include <curlew/methods/dgtd/packed/lanes.hpp>
#include <curlew/methods/dgtd/packed/reference_tables.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

// Products of small matrices with the vectors of W tets, r = A x or r += A x. x(j) points to the W
// numbers of column j. entry(i, j), or entry(packed(i, j)) of a symmetric matrix, is a number that
// all tets share, or Lanes<W>. Hosts compute k_row_block rows at once: their sums lie in vector
// registers while j runs, and an entry is the only number that a multiplication reads. Devices have
// one lane, as many registers as rows, and unroll the loops Unrolled times.
namespace curlew::dgtd {

// A quarter of a processor's vector registers: symmetric matrices need two sets.
constexpr int k_row_block = k_simd_lanes == 8 ? 8 : 4;

enum class Result { set, added };

// Row i of a product goes to r[row(i)].
struct SameRow {
  KOKKOS_FORCEINLINE_FUNCTION constexpr int operator()(int i) const { return i; }
};

// Numbers of a face's functions among those of the tet; the compiler knows them where it knows the
// face.
template <int Blocks> struct FaceRows {
  int face;
  KOKKOS_FORCEINLINE_FUNCTION int operator()(int i) const {
    constexpr TraceNumbers<Blocks> numbers = trace_numbers<Blocks>();
    return numbers.of[face][i];
  }
};

// Return x of multiply(): entries in the order of Packs, or in an array of rows.
template <class Layout> KOKKOS_INLINE_FUNCTION auto rows_of(const double *first) {
  return [first](int entry) { return first + entry * Layout::k_pack; };
}
template <int Rows, int W> KOKKOS_INLINE_FUNCTION auto rows_of(const double (&values)[Rows][W]) {
  return [&values](int entry) -> const double * { return values[entry]; };
}

// Computes rows first ... first + Rows - 1 of a product.
template <Result result, int Rows, int W, class Entry, class X, class Row>
KOKKOS_FORCEINLINE_FUNCTION void multiply_rows(int first, int columns, const Entry &entry,
                                               const X &x, const Row &row, double (*r)[W]) {
  Lanes<W> sum[Rows];
  for (int i = 0; i < Rows; ++i)
    sum[i] = result == Result::added ? load<W>(r[row(first + i)]) : Lanes<W>();
  for (int j = 0; j < columns; ++j) {
    const Lanes<W> value = load<W>(x(j));
    for (int i = 0; i < Rows; ++i)
      sum[i] += entry(first + i, j) * value;
  }
  for (int i = 0; i < Rows; ++i)
    store<W>(sum[i], r[row(first + i)]);
}

// Sets the sums of a device to 0.
template <int Unrolled, int Rows, class Row>
KOKKOS_FORCEINLINE_FUNCTION void clear_rows(double (*r)[1], const Row &row) {
  constexpr int k_unrolled = Unrolled;
  CURLEW_UNROLL_SMALL
  for (int i = 0; i < Rows; ++i)
    r[row(i)][0] = 0;
}

template <Result result, int Unrolled, int Rows, int Columns, int W, class Entry, class X,
          class Row = SameRow>
KOKKOS_FORCEINLINE_FUNCTION void multiply(const Entry &entry, const X &x, double (*r)[W],
                                          const Row &row = {}) {
  if constexpr (W == 1) {
    constexpr int k_unrolled = Unrolled;
    if constexpr (result == Result::set)
      clear_rows<Unrolled, Rows>(r, row);
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < Rows; ++i) {
      CURLEW_UNROLL_SMALL
      for (int j = 0; j < Columns; ++j)
        r[row(i)][0] += entry(i, j) * *x(j);
    }
  } else {
    constexpr int k_rest = Rows % k_row_block;
    if constexpr (Rows >= k_row_block)
      for (int first = 0; first < Rows - k_rest; first += k_row_block)
        multiply_rows<result, k_row_block>(first, Columns, entry, x, row, r);
    if constexpr (k_rest > 0)
      multiply_rows<result, k_rest>(Rows - k_rest, Columns, entry, x, row, r);
  }
}

// Computes rows first ... first + Rows - 1 up to their diagonal, and adds what the same entries
// give as columns to the rows before.
template <Result result, int Rows, int W, class Entry, class X, class Row>
KOKKOS_FORCEINLINE_FUNCTION void multiply_symmetric_rows(int first, const Entry &entry, const X &x,
                                                         const Row &row, double (*r)[W]) {
  Lanes<W> sum[Rows], own[Rows];
  for (int i = 0; i < Rows; ++i) {
    sum[i] = result == Result::added ? load<W>(r[row(first + i)]) : Lanes<W>();
    own[i] = load<W>(x(first + i));
  }
  for (int j = 0; j < first; ++j) {
    const Lanes<W> value = load<W>(x(j));
    Lanes<W> before = load<W>(r[row(j)]);
    for (int i = 0; i < Rows; ++i) {
      const auto one = entry(packed(first + i, j));
      sum[i] += one * value;
      before += one * own[i];
    }
    store<W>(before, r[row(j)]);
  }
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j <= i; ++j) {
      const auto one = entry(packed(first + i, first + j));
      sum[i] += one * own[j];
      if (j < i)
        sum[j] += one * own[i];
    }
  for (int i = 0; i < Rows; ++i)
    store<W>(sum[i], r[row(first + i)]);
}

// Multiplies with a symmetric matrix, reading each entry once.
template <Result result, int Unrolled, int Rows, int W, class Entry, class X, class Row = SameRow>
KOKKOS_FORCEINLINE_FUNCTION void multiply_symmetric(const Entry &entry, const X &x, double (*r)[W],
                                                    const Row &row = {}) {
  if constexpr (W == 1) {
    constexpr int k_unrolled = Unrolled;
    if constexpr (result == Result::set)
      clear_rows<Unrolled, Rows>(r, row);
    CURLEW_UNROLL_SMALL
    for (int i = 0; i < Rows; ++i) {
      CURLEW_UNROLL_SMALL
      for (int j = 0; j <= i; ++j) {
        const double value = entry(packed(i, j));
        r[row(i)][0] += value * *x(j);
        if (j < i)
          r[row(j)][0] += value * *x(i);
      }
    }
  } else {
    constexpr int k_rest = Rows % k_row_block;
    if constexpr (Rows >= k_row_block)
      for (int first = 0; first < Rows - k_rest; first += k_row_block)
        multiply_symmetric_rows<result, k_row_block>(first, entry, x, row, r);
    if constexpr (k_rest > 0)
      multiply_symmetric_rows<result, k_rest>(Rows - k_rest, entry, x, row, r);
  }
}

} // namespace curlew::dgtd

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/sparse/row_offsets.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/sparse/space_copy.hpp>

#include <algorithm>

namespace curlew {
namespace {

template <class Space> struct LongestOfRows {
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row, Offset &longest) const {
    const Offset length = row_begin(row + 1) - row_begin(row);
    longest = length > longest ? length : longest;
  }
};

// Counting sort of the rows of each window by falling length, equal ones in their order. A block of
// rows has a counter for each length; counters lie window by window, length by length and block by
// block, so that a scan over all of them gives each block its places in the order.
template <class Space> struct RowSort {
  static constexpr Index k_window = SellMatrix<Space, double>::k_sorted_rows;
  Kokkos::View<Offset *, Space> row_begin;
  Kokkos::View<Index *, Space> counters, order;
  Index rows, longest, block_rows;

  KOKKOS_INLINE_FUNCTION Index blocks() const { return k_window / block_rows; } // of a window
  KOKKOS_INLINE_FUNCTION Index end(Index block) const {
    return (block + 1) * block_rows < rows ? (block + 1) * block_rows : rows;
  }
  KOKKOS_INLINE_FUNCTION Index &counter(Index block, Index row) const {
    const auto length = static_cast<Index>(row_begin(row + 1) - row_begin(row));
    const Offset window = block / blocks(), behind = longest - length;
    return counters((window * (longest + 1) + behind) * blocks() + block % blocks());
  }
};

template <class Space> struct CountLengths {
  RowSort<Space> sort;
  KOKKOS_INLINE_FUNCTION void operator()(const Index block) const {
    for (Index row = block * sort.block_rows; row < sort.end(block); ++row)
      ++sort.counter(block, row);
  }
};

template <class Space> struct PlaceRows {
  RowSort<Space> sort;
  KOKKOS_INLINE_FUNCTION void operator()(const Index block) const {
    for (Index row = block * sort.block_rows; row < sort.end(block); ++row)
      sort.order(sort.counter(block, row)++) = row;
  }
};

// Turns counts into the sums of those before.
template <class Space> struct ExclusiveSums {
  Kokkos::View<Index *, Space> values;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, Index &sum, const bool is_final) const {
    const Index count = values(i);
    if (is_final)
      values(i) = sum;
    sum += count;
  }
};

template <class Space, int k_rows> struct LongestOfSlice {
  Kokkos::View<Offset *, Space> row_begin, slice_begin;
  Kokkos::View<Index *, Space> order;
  KOKKOS_INLINE_FUNCTION void operator()(const Index slice) const {
    Offset longest = 0;
    for (int lane = 0; lane < k_rows; ++lane)
      if (const Index row = order(slice * k_rows + lane); row >= 0) {
        const Offset length = row_begin(row + 1) - row_begin(row);
        longest = length > longest ? length : longest;
      }
    slice_begin(slice + 1) = k_rows * longest;
  }
};

template <class Space, class Target, class Scalar> struct FillSlot {
  static constexpr int k_rows = SellMatrix<Space, Target>::k_rows;
  SparseMatrix<Space, Scalar> matrix;
  SellMatrix<Space, Target> sell;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset slot) const {
    const Index row = sell.order(slot);
    const Offset slice = slot / k_rows, end = sell.slice_begin(slice + 1);
    Offset from = row < 0 ? 0 : matrix.row_begin(row);
    const Offset last = row < 0 ? 0 : matrix.row_begin(row + 1);
    Index column = 0; // padding reads what the row has read before
    for (Offset at = sell.slice_begin(slice) + slot % k_rows; at < end; at += k_rows) {
      Target value(0);
      if (from < last) {
        column = matrix.columns(from);
        value = static_cast<Target>(matrix.values(from));
        ++from;
      }
      sell.columns(at) = column;
      sell.values(at) = value;
    }
  }
};

// Returns the rows in the order of the slots, -1 behind the last one.
template <class Space>
Kokkos::View<Index *, Space> sorted_rows(const Space &space,
                                         const Kokkos::View<Offset *, Space> &row_begin, Index rows,
                                         Offset slots) {
  using Sort = RowSort<Space>;
  Offset longest = 0;
  Kokkos::parallel_reduce("curlew::solvers::sell_longest", RangePolicy<Space>(space, 0, rows),
                          LongestOfRows<Space>{row_begin}, Kokkos::Max<Offset>(longest));
  Sort sort;
  sort.row_begin = row_begin;
  sort.order = room_for<Index, Space>("curlew::solvers::order", slots);
  sort.rows = rows;
  sort.longest = static_cast<Index>(std::max<Offset>(longest, 0)); // without rows
  sort.block_rows = 64; // as many as keep counters fewer than two for a row
  while (sort.block_rows < Sort::k_window && 2 * sort.block_rows < sort.longest)
    sort.block_rows *= 2;
  const Offset windows = (Offset(rows) + Sort::k_window - 1) / Sort::k_window;
  const Offset counters = windows * (Offset(sort.longest) + 1) * sort.blocks();
  sort.counters = Kokkos::View<Index *, Space>("curlew::solvers::sell_counters", counters);
  const RangePolicy<Space> blocks(space, 0, (Offset(rows) + sort.block_rows - 1) / sort.block_rows);
  Kokkos::deep_copy(space, sort.order, Index(-1));
  Kokkos::parallel_for("curlew::solvers::sell_count", blocks, CountLengths<Space>{sort});
  Kokkos::parallel_scan("curlew::solvers::sell_places", RangePolicy<Space>(space, 0, counters),
                        ExclusiveSums<Space>{sort.counters});
  Kokkos::parallel_for("curlew::solvers::sell_order", blocks, PlaceRows<Space>{sort});
  space.fence(); // the counters are freed after this
  return sort.order;
}

} // namespace

template <class Target, class Space, class Scalar>
SellMatrix<Space, Target> make_sell(const Space &space, const SparseMatrix<Space, Scalar> &matrix) {
  using Sell = SellMatrix<Space, Target>;
  constexpr int k_rows = Sell::k_rows;
  static_assert(Sell::k_sorted_rows % k_rows == 0, "no slice lies across the end of a window");
  Sell sell;
  sell.rows = matrix.rows;
  sell.column_count = matrix.column_count;
  sell.slices = (matrix.rows + k_rows - 1) / k_rows;
  sell.entries = matrix.entries();
  const Offset slots = Offset(sell.slices) * k_rows;
  sell.order = sorted_rows(space, matrix.row_begin, matrix.rows, slots);
  sell.slice_begin = Kokkos::View<Offset *, Space>("curlew::solvers::slice_begin", sell.slices + 1);
  Kokkos::parallel_for(
      "curlew::solvers::sell_slices", RangePolicy<Space>(space, 0, sell.slices),
      LongestOfSlice<Space, k_rows>{matrix.row_begin, sell.slice_begin, sell.order});
  const Offset stored = sum_to_offsets(space, "curlew::solvers::sell_offsets", sell.slice_begin);
  sell.columns = room_for<Index, Space>("curlew::solvers::columns", stored);
  sell.values = room_for<Target, Space>("curlew::solvers::values", stored);
  Kokkos::parallel_for("curlew::solvers::sell_fill", RangePolicy<Space>(space, 0, slots),
                       FillSlot<Space, Target, Scalar>{matrix, sell});
  space.fence(); // the matrix may be freed after this
  return sell;
}

template <class Target, class Space, class Scalar>
SellMatrix<Space, Target> make_sell(const Space &space, const HostSparse<Scalar> &matrix) {
  return make_sell<Target>(space, seen_from(space, matrix));
}

#define CURLEW_INSTANTIATE_MAKE(Space, Target, Scalar)                                             \
  template SellMatrix<Space, Target> make_sell(const Space &,                                      \
                                               const SparseMatrix<Space, Scalar> &);               \
  template SellMatrix<Space, Target> make_sell(const Space &, const HostSparse<Scalar> &);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_MAKE(Space, float, double)                                                    \
  CURLEW_INSTANTIATE_MAKE(Space, double, double)                                                   \
  CURLEW_INSTANTIATE_MAKE(Space, Kokkos::complex<float>, Kokkos::complex<double>)                  \
  CURLEW_INSTANTIATE_MAKE(Space, Kokkos::complex<double>, Kokkos::complex<double>)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_MAKE

} // namespace curlew

#include <curlew/methods/fem/assembly/space_pattern.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/sparse/row_offsets.hpp>

namespace curlew::fem {
namespace {

template <class Space> struct CountTets {
  RowsOfTets<Space> tet_rows;
  Kokkos::View<Offset *, Space> begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index t) const {
    for (std::size_t i = 0; i < tet_rows.extent(1); ++i)
      if (const Index row = tet_rows(t, i);
          row >= 0 && row + 1 < static_cast<Index>(begin.extent(0)))
        Kokkos::atomic_add(&begin(row + 1), Offset(1));
  }
};

template <class Space> struct ListTets {
  RowsOfTets<Space> tet_rows;
  Kokkos::View<Offset *, Space> next;
  Kokkos::View<Index *, Space> tets;
  KOKKOS_INLINE_FUNCTION void operator()(const Index t) const {
    for (std::size_t i = 0; i < tet_rows.extent(1); ++i)
      if (const Index row = tet_rows(t, i);
          row >= 0 && row + 1 < static_cast<Index>(next.extent(0)))
        tets(Kokkos::atomic_fetch_add(&next(row), Offset(1))) = t;
  }
};

// Puts a number in its place behind or among `count` ones that rise.
KOKKOS_INLINE_FUNCTION void insert(Index *numbers, Offset count, Index number) {
  Offset at = count;
  for (; at > 0 && numbers[at - 1] > number; --at)
    numbers[at] = numbers[at - 1];
  numbers[at] = number;
}

template <class Space> struct SortTets {
  Kokkos::View<Offset *, Space> begin;
  Kokkos::View<Index *, Space> tets;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    Index *numbers = tets.data() + begin(row); // few, nearly in order
    for (Offset k = 1; k < begin(row + 1) - begin(row); ++k)
      insert(numbers, k, numbers[k]);
  }
};

// Calls visit(column) for each column of a row, once: a tet's column is left out where an earlier
// tet of the row has it.
template <class Space> struct RowColumns {
  RowsOfTets<Space> tet_rows;
  Kokkos::View<Offset *, Space> begin;
  Kokkos::View<Index *, Space> tets;

  template <class Visit> KOKKOS_INLINE_FUNCTION void each(Index row, const Visit &visit) const {
    for (Offset k = begin(row); k < begin(row + 1); ++k)
      for (std::size_t i = 0; i < tet_rows.extent(1); ++i)
        if (const Index column = tet_rows(tets(k), i); column >= 0 && !is_met(row, k, column))
          visit(column);
  }

private:
  KOKKOS_INLINE_FUNCTION bool is_met(Index row, Offset before, Index column) const {
    for (Offset k = begin(row); k < before; ++k)
      for (std::size_t i = 0; i < tet_rows.extent(1); ++i)
        if (tet_rows(tets(k), i) == column)
          return true;
    return false;
  }
};

template <class Space> struct CountRowColumns {
  RowColumns<Space> row_columns;
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    Offset count = 0;
    row_columns.each(row, [&](Index) { ++count; });
    row_begin(row + 1) = count;
  }
};

template <class Space> struct ListRowColumns {
  RowColumns<Space> row_columns;
  Kokkos::View<Offset *, Space> row_begin;
  Kokkos::View<Index *, Space> columns;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    Index *to = columns.data() + row_begin(row);
    Offset count = 0;
    row_columns.each(row, [&](Index column) { insert(to, count++, column); });
  }
};

} // namespace

template <class Space>
SpacePattern<Space> make_pattern(const Space &space, const RowsOfTets<Space> &tet_rows,
                                 Index rows) {
  using Offsets = Kokkos::View<Offset *, Space>;
  const RangePolicy<Space> each_tet(space, 0, tet_rows.extent(0)), each_row(space, 0, rows);
  SpacePattern<Space> pattern;
  pattern.tet_begin = Offsets("curlew::fem::row_tet_begin", rows + 1);
  Kokkos::parallel_for("curlew::fem::count_tets", each_tet,
                       CountTets<Space>{tet_rows, pattern.tet_begin});
  pattern.row_tets =
      room_for<Index, Space>("curlew::fem::row_tets",
                             sum_to_offsets(space, "curlew::fem::tet_offsets", pattern.tet_begin));
  const Offsets next(Kokkos::view_alloc("curlew::fem::next_tet", Kokkos::WithoutInitializing),
                     rows + 1);
  Kokkos::deep_copy(space, next, pattern.tet_begin);
  Kokkos::parallel_for("curlew::fem::list_tets", each_tet,
                       ListTets<Space>{tet_rows, next, pattern.row_tets});
  Kokkos::parallel_for("curlew::fem::sort_tets", each_row,
                       SortTets<Space>{pattern.tet_begin, pattern.row_tets});
  const RowColumns<Space> row_columns{tet_rows, pattern.tet_begin, pattern.row_tets};
  pattern.row_begin = Offsets("curlew::fem::row_begin", rows + 1);
  Kokkos::parallel_for("curlew::fem::count_columns", each_row,
                       CountRowColumns<Space>{row_columns, pattern.row_begin});
  pattern.columns = room_for<Index, Space>(
      "curlew::fem::columns",
      sum_to_offsets(space, "curlew::fem::column_offsets", pattern.row_begin));
  Kokkos::parallel_for("curlew::fem::list_columns", each_row,
                       ListRowColumns<Space>{row_columns, pattern.row_begin, pattern.columns});
  space.fence();
  return pattern;
}

template <class Space> SpacePattern<Space> to_space_pattern(const Pattern &pattern) {
  return {to_view<Space>("curlew::fem::row_begin", pattern.row_begin),
          to_view<Space>("curlew::fem::columns", pattern.columns),
          to_view<Space>("curlew::fem::row_tet_begin", pattern.row_tets.offsets),
          to_view<Space>("curlew::fem::row_tets", pattern.row_tets.indices)};
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template SpacePattern<Space> make_pattern(const Space &, const RowsOfTets<Space> &, Index);      \
  template SpacePattern<Space> to_space_pattern(const Pattern &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem

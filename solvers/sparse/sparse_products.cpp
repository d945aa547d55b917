#include <curlew/solvers/sparse/sparse_products.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/solvers/spaces_and_scalars.hpp>
#include <curlew/solvers/sparse/row_offsets.hpp>

#include <algorithm>

namespace curlew {
namespace {

constexpr Index k_empty = -1;

// Sorts the entries of a row by their columns; rows are short.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void sort_row(Index *columns, Scalar *values, Offset count) {
  for (Offset k = 1; k < count; ++k) {
    const Index column = columns[k];
    const Scalar value = values[k];
    Offset at = k;
    for (; at > 0 && columns[at - 1] > column; --at) {
      columns[at] = columns[at - 1];
      values[at] = values[at - 1];
    }
    columns[at] = column;
    values[at] = value;
  }
}

// Returns a power of two with room for `count` columns in a table.
KOKKOS_INLINE_FUNCTION Index table_size(Offset count) {
  Index size = 8;
  while (size < 2 * count)
    size *= 2;
  return size;
}

// The columns that a row has so far, with their places in it: a table with open addressing.
struct RowTable {
  Index *columns, *places;
  Index size;

  KOKKOS_INLINE_FUNCTION void clear() const {
    for (Index i = 0; i < size; ++i)
      columns[i] = k_empty;
  }
  // Returns the place of a column; a new one takes `next`.
  KOKKOS_INLINE_FUNCTION Index place(Index column, Index next) const {
    constexpr unsigned k_golden = 2654435769u; // spreads neighbours
    const Index mask = size - 1;
    Index slot = static_cast<Index>((static_cast<unsigned>(column) * k_golden) >> 7) & mask;
    while (columns[slot] != column) {
      if (columns[slot] == k_empty) {
        columns[slot] = column;
        return places[slot] = next;
      }
      slot = (slot + 1) & mask;
    }
    return places[slot];
  }
};

// --- P^T A P -------------------------------------------------------------------------------------

template <class Space, class Scalar> struct TripleFactors {
  SparseMatrix<Space, double> transposed, p;
  SparseMatrix<Space, Scalar> a;

  // Calls visit(column, value) for every term of a row, until it returns false.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void each_term(Index row, const Visit &visit) const {
    for (Offset i = transposed.row_begin(row); i < transposed.row_begin(row + 1); ++i) {
      const Index fine = transposed.columns(i);
      if (fine >= a.rows)
        return;
      for (Offset k = a.row_begin(fine); k < a.row_begin(fine + 1); ++k) {
        const Scalar value = transposed.values(i) * a.values(k);
        const Index other = a.columns(k);
        for (Offset j = p.row_begin(other); j < p.row_begin(other + 1); ++j)
          if (!visit(p.columns(j), value * p.values(j)))
            return;
      }
    }
  }
};

template <class Space> using Team = typename Kokkos::TeamPolicy<Space>::member_type;
template <class Space> constexpr int k_team = is_device<Space> ? 64 : 1;
template <class Space> constexpr Index k_rows_of_a_thread = is_device<Space> ? 1 : 64;
constexpr int k_level = 1; // of scratch memory: the large one

template <class Space>
using TableMemory = Kokkos::View<Index *, typename Space::scratch_memory_space,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// Calls row(number, table) for the rows, each by one thread, with a table of `size`.
template <class Space, class Row> struct EachRow {
  Row row;
  Index rows, size;

  KOKKOS_INLINE_FUNCTION void operator()(const Team<Space> &team) const {
    const TableMemory<Space> memory(team.thread_scratch(+k_level), 2 * size);
    const RowTable table{memory.data(), memory.data() + size, size};
    const Index thread = team.league_rank() * team.team_size() + team.team_rank();
    for (Index k = 0; k < k_rows_of_a_thread<Space>; ++k)
      if (const Index number = thread * k_rows_of_a_thread<Space> + k; number < rows)
        row(number, table);
  }
};

template <class Space, class Row>
void each_row(const Space &space, const char *label, Index rows, Index size, const Row &row) {
  const Index of_team = k_team<Space> * k_rows_of_a_thread<Space>;
  Kokkos::TeamPolicy<Space> policy(space, (rows + of_team - 1) / of_team, k_team<Space>);
  policy.set_scratch_size(
      k_level, Kokkos::PerThread(static_cast<int>(TableMemory<Space>::shmem_size(2 * size))));
  Kokkos::parallel_for(label, policy, EachRow<Space, Row>{row, rows, size});
}

// Counts the columns of each row; sets a flag where a table is too small for one.
template <class Space, class Scalar> struct CountColumns {
  TripleFactors<Space, Scalar> factors;
  Kokkos::View<Offset *, Space> row_begin;
  Kokkos::View<int, Space> is_short;

  KOKKOS_INLINE_FUNCTION void operator()(Index row, const RowTable &table) const {
    Index count = 0;
    table.clear();
    factors.each_term(row, [&](Index column, const Scalar &) {
      if (table.place(column, count) == count)
        ++count;
      return 2 * count < table.size;
    });
    if (2 * count >= table.size)
      is_short() = 1;
    row_begin(row + 1) = count;
  }
};

template <class Space, class Scalar> struct FillRow {
  TripleFactors<Space, Scalar> factors;
  SparseMatrix<Space, Scalar> product;

  KOKKOS_INLINE_FUNCTION void operator()(Index row, const RowTable &all) const {
    const Offset first = product.row_begin(row), entries = product.row_begin(row + 1) - first;
    const RowTable table{all.columns, all.places, table_size(entries)};
    Index count = 0;
    table.clear();
    factors.each_term(row, [&](Index column, const Scalar &value) {
      const Index place = table.place(column, count);
      if (place == count) {
        ++count;
        product.columns(first + place) = column;
        product.values(first + place) = value;
      } else {
        product.values(first + place) += value;
      }
      return true;
    });
    sort_row(&product.columns(first), &product.values(first), entries);
  }
};

template <class Space> struct LongestRow {
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row, Offset &longest) const {
    const Offset count = row_begin(row + 1);
    longest = count > longest ? count : longest;
  }
};

// --- A^T -----------------------------------------------------------------------------------------

template <class Space> struct CountTransposed {
  Kokkos::View<Index *, Space> columns;
  Kokkos::View<Offset *, Space> row_begin;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
    Kokkos::atomic_add(&row_begin(columns(k) + 1), Offset(1));
  }
};

template <class Space, class Scalar> struct FillTransposed {
  SparseMatrix<Space, Scalar> a, transposed;
  Kokkos::View<Offset *, Space> next;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    for (Offset k = a.row_begin(row); k < a.row_begin(row + 1); ++k) {
      const Offset at = Kokkos::atomic_fetch_add(&next(a.columns(k)), Offset(1));
      transposed.columns(at) = row;
      transposed.values(at) = a.values(k);
    }
  }
};

template <class Space, class Scalar> struct SortRow {
  SparseMatrix<Space, Scalar> matrix;
  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    const Offset first = matrix.row_begin(row), count = matrix.row_begin(row + 1) - first;
    if (count > 1)
      sort_row(&matrix.columns(first), &matrix.values(first), count);
  }
};

// Turns the counts of a matrix' rows into offsets, and makes room for the entries.
template <class Space, class Scalar>
void make_room(const Space &space, SparseMatrix<Space, Scalar> &matrix) {
  const Offset entries =
      sum_to_offsets(space, "curlew::solvers::product_offsets", matrix.row_begin);
  matrix.columns = room_for<Index, Space>("curlew::solvers::columns", entries);
  matrix.values = room_for<Scalar, Space>("curlew::solvers::values", entries);
}

template <class Scalar, class Space>
SparseMatrix<Space, Scalar> empty_rows(Index rows, Index columns) {
  SparseMatrix<Space, Scalar> matrix;
  matrix.rows = rows;
  matrix.column_count = columns;
  matrix.row_begin = Kokkos::View<Offset *, Space>("curlew::solvers::row_begin", rows + 1);
  return matrix;
}

} // namespace

template <class Space, class Scalar>
SparseMatrix<Space, Scalar> transpose(const Space &space, const SparseMatrix<Space, Scalar> &a) {
  auto result = empty_rows<Scalar, Space>(a.column_count, a.rows);
  Kokkos::parallel_for("curlew::solvers::transposed_counts",
                       RangePolicy<Space>(space, 0, a.entries()),
                       CountTransposed<Space>{a.columns, result.row_begin});
  make_room(space, result);
  const Kokkos::View<Offset *, Space> next(
      Kokkos::view_alloc("curlew::solvers::next", Kokkos::WithoutInitializing), a.column_count + 1);
  Kokkos::deep_copy(space, next, result.row_begin);
  Kokkos::parallel_for("curlew::solvers::transposed_fill", RangePolicy<Space>(space, 0, a.rows),
                       FillTransposed<Space, Scalar>{a, result, next});
  Kokkos::parallel_for("curlew::solvers::transposed_sort",
                       RangePolicy<Space>(space, 0, result.rows), SortRow<Space, Scalar>{result});
  space.fence();
  return result;
}

template <class Space, class Scalar>
SparseMatrix<Space, Scalar> triple_product(const Space &space, const SparseMatrix<Space, Scalar> &a,
                                           const SparseMatrix<Space, double> &p) {
  require_equal_size("rows of a prolongation", p.rows, a.column_count);
  const TripleFactors<Space, Scalar> factors{transpose(space, p), p, a};
  auto result = empty_rows<Scalar, Space>(p.column_count, p.column_count);
  constexpr Index k_first_size = 512; // rows of half of it fit
  for (Index size = k_first_size;; size *= 2) {
    const Kokkos::View<int, Space> is_short("curlew::solvers::is_short");
    each_row(space, "curlew::solvers::product_counts", result.rows, size,
             CountColumns<Space, Scalar>{factors, result.row_begin, is_short});
    int is_too_short = 0;
    Kokkos::deep_copy(space, is_too_short, is_short);
    space.fence();
    if (is_too_short == 0)
      break;
  }
  Offset longest = 0;
  Kokkos::parallel_reduce("curlew::solvers::longest_row", RangePolicy<Space>(space, 0, result.rows),
                          LongestRow<Space>{result.row_begin}, Kokkos::Max<Offset>(longest));
  longest = std::max<Offset>(longest, 0); // without rows
  make_room(space, result);
  each_row(space, "curlew::solvers::product_fill", result.rows, table_size(longest),
           FillRow<Space, Scalar>{factors, result});
  space.fence();
  return result;
}

#define CURLEW_INSTANTIATE(Space, Scalar)                                                          \
  template SparseMatrix<Space, Scalar> transpose(const Space &,                                    \
                                                 const SparseMatrix<Space, Scalar> &);             \
  template SparseMatrix<Space, Scalar> triple_product(                                             \
      const Space &, const SparseMatrix<Space, Scalar> &, const SparseMatrix<Space, double> &);
CURLEW_FOR_EACH_SPACE_AND_SCALAR
#undef CURLEW_INSTANTIATE

} // namespace curlew

#include <curlew/methods/fem/assembly/assemble.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/core/words.hpp>
#include <curlew/methods/fem/assembly/add_to.hpp>
#include <curlew/methods/fem/assembly/edge_rows.hpp>

#include <algorithm>
#include <array>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

constexpr WordTable<Assembly, 4> k_names = {{{Assembly::atomic, "atomic"},
                                             {Assembly::by_dof, "by-dof"},
                                             {Assembly::row, "row"},
                                             {Assembly::row, "auto"}}};

template <class Space> struct AssembleAtomic {
  TetTables<Space> tables;
  Weights weights;
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index t) const {
    const TetMetrics metrics = tables.metrics(t, weights);
    for (int i = 0; i < tables.per_tet; ++i)
      for (int j = 0; j <= i; ++j) {
        const Index row = tables.rows(t, i), column = tables.rows(t, j);
        if (row < 0 || column < 0)
          continue;
        const Complex value = tables.entry(metrics, i, j);
        if (row < matrix.rows)
          add_to(matrix.values(position_in(matrix, row, column)), value);
        if (i != j && column < matrix.rows)
          add_to(matrix.values(position_in(matrix, column, row)), value);
      }
  }
};

template <class Space> using TetMatrices = Kokkos::View<Complex **, Space>;

template <class Space> struct ComputeTetMatrices {
  TetTables<Space> tables;
  Weights weights;
  TetMatrices<Space> matrices;

  KOKKOS_INLINE_FUNCTION void operator()(const Index t) const {
    const TetMetrics metrics = tables.metrics(t, weights);
    int p = 0;
    for (int i = 0; i < tables.per_tet; ++i)
      for (int j = 0; j <= i; ++j)
        matrices(t, p++) = tables.entry(metrics, i, j);
  }
};

template <class Space> struct StoredEntries {
  TetMatrices<Space> matrices;
  Index tet = 0;
  KOKKOS_INLINE_FUNCTION Complex operator()(int i, int j) const {
    return matrices(tet, i >= j ? packed(i, j) : packed(j, i));
  }
};

template <class Space> struct ComputedEntries {
  const TetTables<Space> &tables;
  TetMetrics metrics;
  KOKKOS_INLINE_FUNCTION Complex operator()(int i, int j) const {
    return tables.entry(metrics, i, j);
  }
};

// Computes a row of the matrix from the tets around its unknown, one after the other.
template <class Space, bool k_stored> struct AssembleRow {
  TetTables<Space> tables;
  RowTables<Space> around;
  Weights weights;
  TetMatrices<Space> matrices; // filled where the tets' matrices are stored
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    for (Offset k = matrix.row_begin(row); k < matrix.row_begin(row + 1); ++k)
      matrix.values(k) = 0;
    for (Offset k = around.begin(row); k < around.begin(row + 1); ++k) {
      const Index t = around.tets(k);
      if constexpr (k_stored)
        add_row(row, t, StoredEntries<Space>{matrices, t});
      else
        add_row(row, t, ComputedEntries<Space>{tables, tables.metrics(t, weights)});
    }
  }

private:
  template <class Entries>
  KOKKOS_INLINE_FUNCTION void add_row(Index row, Index t, const Entries &entry) const {
    int i = 0;
    while (tables.rows(t, i) != row)
      ++i;
    for (int j = 0; j < tables.per_tet; ++j)
      if (const Index column = tables.rows(t, j); column >= 0)
        matrix.values(position_in(matrix, row, column)) += entry(i, j);
  }
};

// Adds the weighted matrix of a curved tet, first one of its parts, then the other, because the
// parts are large.
template <int k_blocks, class Space> struct AddCurved {
  TetTables<Space> tables;
  Weights weights;
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index number) const {
    using Matrices = CurvedTetMatrices<k_blocks, Space>;
    const Matrices matrices{tables.quadrature};
    const TetShape shape = tables.curved_shape(number);
    const Index t = tables.curved(number), medium = tables.medium(t);
    Complex lower[Matrices::k_pairs];
    matrices.curl_curl(shape, tables.inverse_mu(medium).full(), lower);
    add(t, weights.curl, lower);
    matrices.mass(shape, tables.eps(medium).full(), lower);
    add(t, weights.mass, lower);
  }

private:
  KOKKOS_INLINE_FUNCTION void add(Index t, const Complex &weight, const Complex *lower) const {
    constexpr int k_functions = CurvedTetMatrices<k_blocks, Space>::k_functions;
    for (int i = 0; i < k_functions; ++i)
      for (int j = 0; j < k_functions; ++j) {
        const Index row = tables.rows(t, i), column = tables.rows(t, j);
        if (row >= 0 && row < matrix.rows && column >= 0)
          add_to(matrix.values(position_in(matrix, row, column)),
                 weight * lower[i >= j ? packed(i, j) : packed(j, i)]);
      }
  }
};

// The largest number of entries of a tile of rows.
template <class Space> struct MostEntries {
  Kokkos::View<Offset *, Space> row_begin;
  Index rows, tile;
  KOKKOS_INLINE_FUNCTION void operator()(const Index number, Offset &most) const {
    const Index first = number * tile, end = first + tile < rows ? first + tile : rows;
    const Offset entries = row_begin(end) - row_begin(first);
    most = entries > most ? entries : most;
  }
};

template <class Space>
Offset most_entries(const Space &space, const SpacePattern<Space> &pattern, Index tile) {
  Offset most = 0;
  Kokkos::parallel_reduce("curlew::fem::most_entries",
                          RangePolicy<Space>(space, 0, (Offset(pattern.rows()) + tile - 1) / tile),
                          MostEntries<Space>{pattern.row_begin, pattern.rows(), tile},
                          Kokkos::Max<Offset>(most));
  return most;
}

template <class Space> struct AddFaces {
  FaceTables<Space> faces;
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index f) const {
    for (int i = 0; i < faces.per_face; ++i)
      for (int j = 0; j < faces.per_face; ++j) {
        const Index row = faces.rows(f, i), column = faces.rows(f, j);
        if (row >= 0 && row < matrix.rows && column >= 0)
          add_to(matrix.values(position_in(matrix, row, column)),
                 faces.factor(f) * faces.matrix(f, i >= j ? packed(i, j) : packed(j, i)));
      }
  }
};

} // namespace

Assembly parse_assembly(std::string_view name) {
  return parse_word(k_names, name);
}

std::string to_string(Assembly assembly) {
  return word_of(k_names, assembly);
}

template <class Space>
SparseMatrix<Space, Complex> make_matrix(const SpacePattern<Space> &pattern, Index ghosts) {
  SparseMatrix<Space, Complex> matrix;
  matrix.rows = pattern.rows();
  matrix.column_count = matrix.rows + ghosts;
  matrix.row_begin = pattern.row_begin;
  matrix.columns = pattern.columns;
  matrix.values = Kokkos::View<Complex *, Space>(
      Kokkos::view_alloc("curlew::fem::values", Kokkos::WithoutInitializing),
      pattern.columns.extent(0));
  return matrix;
}

template <class Space>
RowTables<Space> make_row_tables(const Space &space, const SpacePattern<Space> &pattern,
                                 const TetTables<Space> &tables, Assembly how,
                                 const SparseMatrix<Space, Complex> &matrix) {
  RowTables<Space> rows;
  rows.begin = pattern.tet_begin;
  rows.tets = pattern.row_tets;
  if (how != Assembly::row || tables.per_tet != 6 ||
      most_entries(space, pattern, 1) >= TetOfEdge::k_position)
    return rows;
  rows.tile_entries = most_entries(space, pattern, k_tile_rows<Space>);
  rows.edges = decltype(rows.edges)("curlew::fem::edges", pattern.rows());
  rows.tets_of_edges =
      decltype(rows.tets_of_edges)("curlew::fem::tets_of_edges", rows.tets.extent(0));
  Kokkos::parallel_for("curlew::fem::find_tets_of_edges",
                       RangePolicy<Space>(space, 0, pattern.rows()),
                       FindTetsOfEdges<Space>{tables, rows, matrix});
  return rows;
}

template <class Space>
void assemble(const Space &space, const TetTables<Space> &tables, const RowTables<Space> &rows,
              const Weights &weights, Assembly how, const SparseMatrix<Space, Complex> &matrix) {
  using Policy = RangePolicy<Space>;
  if (how == Assembly::atomic) {
    Kokkos::deep_copy(space, matrix.values, Complex(0));
    Kokkos::parallel_for("curlew::fem::assemble_atomic", Policy(space, 0, tables.tets),
                         AssembleAtomic<Space>{tables, weights, matrix});
  } else if (how == Assembly::by_dof) {
    const TetMatrices<Space> matrices(
        Kokkos::view_alloc("curlew::fem::tet_matrices", Kokkos::WithoutInitializing), tables.tets,
        tables.per_tet * (tables.per_tet + 1) / 2);
    Kokkos::parallel_for("curlew::fem::tet_matrices", Policy(space, 0, tables.tets),
                         ComputeTetMatrices<Space>{tables, weights, matrices});
    Kokkos::parallel_for("curlew::fem::assemble_by_dof", Policy(space, 0, matrix.rows),
                         AssembleRow<Space, true>{tables, rows, weights, matrices, matrix});
    space.fence(); // `matrices` is freed after this
  } else if (rows.tets_of_edges.extent(0) > 0) {
    if (tables.is_isotropic)
      AssembleEdgeRows<Space, true>{tables, rows, weights, matrix}.launch(space);
    else
      AssembleEdgeRows<Space, false>{tables, rows, weights, matrix}.launch(space);
  } else {
    Kokkos::parallel_for("curlew::fem::assemble_row", Policy(space, 0, matrix.rows),
                         AssembleRow<Space, false>{tables, rows, weights, {}, matrix});
  }
}

template <class Space>
void add_curved(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
                const Weights &weights, const SparseMatrix<Space, Complex> &matrix) {
  with_blocks(elements, [&](auto blocks) {
    Kokkos::parallel_for("curlew::fem::add_curved",
                         RangePolicy<Space>(space, 0, tables.curved.extent(0)),
                         AddCurved<decltype(blocks)::value, Space>{tables, weights, matrix});
  });
}

template <class Space>
void add_faces(const Space &space, const FaceTables<Space> &faces,
               const SparseMatrix<Space, Complex> &matrix) {
  Kokkos::parallel_for("curlew::fem::add_faces", RangePolicy<Space>(space, 0, faces.rows.extent(0)),
                       AddFaces<Space>{faces, matrix});
}

double assembly_bytes(double entries, double tets, int per_tet) {
  return entries * (sizeof(Complex) + sizeof(Index)) + tets * (4.0 + per_tet + 1) * sizeof(Index);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template SparseMatrix<Space, Complex> make_matrix(const SpacePattern<Space> &, Index);           \
  template RowTables<Space> make_row_tables(const Space &, const SpacePattern<Space> &,            \
                                            const TetTables<Space> &, Assembly,                    \
                                            const SparseMatrix<Space, Complex> &);                 \
  template void assemble(const Space &, const TetTables<Space> &, const RowTables<Space> &,        \
                         const Weights &, Assembly, const SparseMatrix<Space, Complex> &);         \
  template void add_curved(const Space &, const TetTables<Space> &, const ElementSpace &,          \
                           const Weights &, const SparseMatrix<Space, Complex> &);                 \
  template void add_faces(const Space &, const FaceTables<Space> &,                                \
                          const SparseMatrix<Space, Complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem

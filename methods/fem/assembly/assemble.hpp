#pragma once

#include <curlew/methods/fem/assembly/pattern.hpp>
#include <curlew/methods/fem/assembly/tet_tables.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// How a matrix is assembled, @cite meng2015 section 3.3; all give the same matrix to rounding.
//   atomic  a tet to a work item, which adds its entries to the matrix one by one
//   by_dof  the matrices of all tets first, then a row to a work item, which gathers
//   row     a row to a work item, which computes its rows of the tets around
enum class Assembly { atomic, by_dof, row };

// "auto", "atomic", "by-dof", "row"; auto is `row`.
Assembly parse_assembly(const std::string &name);
std::string to_string(Assembly assembly);

// Rows that a team of `row` has at a time.
template <class Space> constexpr Index k_tile_rows = is_device<Space> ? 128 : 64;

// Of a row of mixed first order: the nodes of its edge.
struct EdgeNodes {
  Index a = -1, b = -1;
};
// Of a tet around edge ab: its other nodes (-1: it is curved), and of its edges ab, ac, ad, bc, bd,
// cd the positions in the row of ab, with a bit where the unknown is directed the other way.
struct TetOfEdge {
  static constexpr int k_reversed = 0x8000, k_position = 0x7fff; // also: no position, it is fixed
  Index c = -1, d = -1;
  std::uint16_t slots[6] = {};
};

// What `row` and `by_dof` read beside the tets: which tets each row has.
template <class Space> struct RowTables {
  Kokkos::View<Offset *, Space> begin;
  Kokkos::View<Index *, Space> tets;
  // Of mixed first order with rows of fewer than 32,767 entries.
  Kokkos::View<EdgeNodes *, Space> edges;
  Kokkos::View<TetOfEdge *, Space> tets_of_edges; // in the order of `tets`
  Offset tile_entries = 0;                        // the most that a tile has
};

// The matrix of a pattern, its values not set. `ghosts`: columns behind those of its own rows.
template <class Space>
SparseMatrix<Space, Kokkos::complex<double>> make_matrix(const Pattern &pattern, Index ghosts = 0);

// `matrix` has the pattern.
template <class Space>
RowTables<Space> make_row_tables(const Space &space, const Pattern &pattern,
                                 const TetTables<Space> &tables, Assembly how,
                                 const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// values := c_S S + c_M M. Memory beside the matrix: `by_dof` per_tet^2 complex numbers a tet.
template <class Space>
void assemble(const Space &space, const TetTables<Space> &tables, const RowTables<Space> &rows,
              const Weights &weights, Assembly how,
              const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// values += what curved tets have, which assemble() leaves out.
template <class Space>
void add_curved(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
                const Weights &weights, const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// What the faces of walls, impedances and ports add: the integrals of the products of tangential
// functions, and a complex factor for each face.
template <class Space> struct FaceTables {
  int per_face = 0;
  Kokkos::View<Index **, Kokkos::LayoutRight, Space> rows;    // of each function; -1: fixed
  Kokkos::View<double **, Kokkos::LayoutRight, Space> matrix; // lower triangles, packed()
  Kokkos::View<Kokkos::complex<double> *, Space> factor;
};

// values += sum of factor times the faces' matrices.
template <class Space>
void add_faces(const Space &space, const FaceTables<Space> &faces,
               const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// The least that an assembly moves: the matrix written, and of each tet nodes, rows and medium
// read, bytes.
double assembly_bytes(double entries, double tets, int per_tet);

} // namespace curlew::fem

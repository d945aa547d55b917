#pragma once

#include <curlew/methods/fem/assembly/space_pattern.hpp>
#include <curlew/methods/fem/assembly/tet_tables.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew::fem {

// Ways of assembling a matrix, @cite meng2015 section 3.3; all give the same matrix to rounding.
//   atomic  a work item takes a tet, and adds its entries to the matrix one by one
//   by_dof  the matrices of all tets are computed first; then a work item gathers a row
//   row     a work item takes a row, and computes this row of each tet around
enum class Assembly { atomic, by_dof, row };

// Names: "auto", "atomic", "by-dof", "row"; auto is `row`.
Assembly parse_assembly(std::string_view name);
std::string to_string(Assembly assembly);

// Rows of a tile, which one team of `row` assembles.
template <class Space> constexpr Index k_tile_rows = is_device<Space> ? 128 : 64;

// Nodes of the edge of a row, in mixed first order.
struct EdgeNodes {
  Index a = -1, b = -1;
};
// A tet around edge ab: its other nodes (-1: the tet is curved), and the positions of its edges ab,
// ac, ad, bc, bd, cd in the row of ab, with a bit where the unknown is directed the other way.
struct TetOfEdge {
  // k_position also marks an edge without position: it is fixed.
  static constexpr int k_reversed = 0x8000, k_position = 0x7fff;
  Index c = -1, d = -1;
  std::uint16_t slots[6] = {};
};

// Tables that `row` and `by_dof` read beside those of the tets: the tets of each row.
template <class Space> struct RowTables {
  Kokkos::View<Offset *, Space> begin;
  Kokkos::View<Index *, Space> tets;
  // Filled for mixed first order with rows of fewer than 32,767 entries.
  Kokkos::View<EdgeNodes *, Space> edges;
  Kokkos::View<TetOfEdge *, Space> tets_of_edges; // in the order of `tets`
  Offset tile_entries = 0;                        // largest number of entries of a tile
};

// Makes the matrix of a pattern, without values. `ghosts`: columns behind those of the rank's own
// rows.
template <class Space>
SparseMatrix<Space, Kokkos::complex<double>> make_matrix(const SpacePattern<Space> &pattern,
                                                         Index ghosts = 0);

// `matrix` must have the pattern. Copies share its memory.
template <class Space>
RowTables<Space> make_row_tables(const Space &space, const SpacePattern<Space> &pattern,
                                 const TetTables<Space> &tables, Assembly how,
                                 const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// values := c_S S + c_M M. `by_dof` needs per_tet^2 complex numbers a tet of memory beside the
// matrix.
template <class Space>
void assemble(const Space &space, const TetTables<Space> &tables, const RowTables<Space> &rows,
              const Weights &weights, Assembly how,
              const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// values += the entries of curved tets, which assemble() leaves out.
template <class Space>
void add_curved(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
                const Weights &weights, const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// Tables of the faces of walls, impedances and ports: the integrals of the products of tangential
// functions, and a complex factor for each face.
template <class Space> struct FaceTables {
  int per_face = 0;
  Kokkos::View<Index **, Kokkos::LayoutRight, Space> rows;    // [face][function]; -1: fixed
  Kokkos::View<double **, Kokkos::LayoutRight, Space> matrix; // lower triangles, packed()
  Kokkos::View<Kokkos::complex<double> *, Space> factor;
};

// values += sum of factor times the faces' matrices.
template <class Space>
void add_faces(const Space &space, const FaceTables<Space> &faces,
               const SparseMatrix<Space, Kokkos::complex<double>> &matrix);

// Returns the least number of bytes that an assembly moves: it writes the matrix, and reads nodes,
// rows and medium of each tet.
double assembly_bytes(double entries, double tets, int per_tet);

} // namespace curlew::fem

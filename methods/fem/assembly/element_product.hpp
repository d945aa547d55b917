#pragma once

#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

#include <cstdint>

namespace curlew::fem {

// Where products element by element add up. Consecutive tets form a tile: a team computes their
// parts in scratch memory, adds up each row of the tile there, and stores it, or as a partial sum
// where other tiles have the row too. A second pass adds the partial sums in the order of the
// tiles: no atomic additions, and the same bits for any number of threads.
template <class Space> struct TileTables {
  Index tets = 0, tiles = 0;                              // tets of a tile
  Kokkos::View<Index *, Space> row_begin;                 // tiles + 1: first row of a tile
  Kokkos::View<Index *, Space> target;                    // the row; of a partial sum k: -1 - k
  Kokkos::View<Offset *, Space> source_begin;             // of a row of a tile; and an end
  Kokkos::View<std::uint16_t *, Space> sources;           // function * tets + tet of the tile
  Kokkos::View<Index *, Space> shared_rows;               // rows of several tiles
  Kokkos::View<Index *, Space> partial_begin;             // of each of these; and an end
  Kokkos::View<Kokkos::complex<double> *, Space> partial; // sums
};

// The rows that faces have, and which functions of which faces.
template <class Space> struct FaceRowTables {
  Kokkos::View<Index *, Space> rows;
  Kokkos::View<Offset *, Space> begin;  // of each row; and an end
  Kokkos::View<Index *, Space> sources; // face * per_face + function
};

// The matrix that assemble(), add_curved() and add_faces() give, never stored: products compute
// each tet's part from its geometry and medium.
template <class Space> class ElementProduct {
public:
  using Complex = Kokkos::complex<double>;
  using Column = Kokkos::View<Complex *, Space>;

  // `tet_rows` as in make_pattern(), `face_rows` alike.
  ElementProduct(const Pattern &pattern, const std::vector<Index> &tet_rows, int per_tet,
                 const std::vector<Index> &face_rows, int threads);

  // Of these media and weights. Views are shared with the tables.
  LinearOperator<Space, Complex> product(const TetTables<Space> &tables,
                                         const ElementSpace &elements,
                                         const FaceTables<Space> &faces,
                                         const Weights &weights) const;
  // The matrix' diagonal.
  Column diagonal(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
                  const FaceTables<Space> &faces, const Weights &weights) const;

private:
  Index rows_ = 0;
  TileTables<Space> tiles_;
  FaceRowTables<Space> face_rows_;
};

} // namespace curlew::fem

#pragma once

#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

#include <cstdint>

namespace curlew::fem {

// Tables for adding up products element by element. Consecutive tets form a tile. A team computes
// the parts of its tile in scratch memory, adds up each row of the tile there, and stores it, or as
// a partial sum where other tiles have the row too. A second pass adds the partial sums in the
// order of the tiles. There are no atomic additions, and the result has the same bits for any
// number of threads.
template <class Space> struct TileTables {
  Index tets = 0, tiles = 0;                    // number of tets of a tile; number of tiles
  Kokkos::View<Index *, Space> row_begin;       // tiles + 1: first row of a tile
  Kokkos::View<Index *, Space> target;          // the row; for a partial sum k: -1 - k
  Kokkos::View<Offset *, Space> source_begin;   // [row of a tile], and an end
  Kokkos::View<std::uint16_t *, Space> sources; // function * tets + tet of the tile
  Kokkos::View<Index *, Space> shared_rows;     // rows of several tiles
  Kokkos::View<Index *, Space> partial_begin;   // [shared row], and an end
  Kokkos::View<Kokkos::complex<double> *, Space> partial; // sums
};

// Rows that faces contribute to, and for each row its functions on faces.
template <class Space> struct FaceRowTables {
  Kokkos::View<Index *, Space> rows;
  Kokkos::View<Offset *, Space> begin;  // [row of `rows`], and an end
  Kokkos::View<Index *, Space> sources; // face * per_face + function
};

// The matrix that assemble(), add_curved() and add_faces() make, without storing it: products
// compute each tet's part from its geometry and medium.
template <class Space> class ElementProduct {
public:
  using Complex = Kokkos::complex<double>;
  using Column = Kokkos::View<Complex *, Space>;

  // `tet_rows`: as in make_pattern(); `face_rows`: likewise for faces. Rows behind those of the
  // pattern belong to other ranks, and are read from x alone.
  ElementProduct(const Pattern &pattern, const std::vector<Index> &tet_rows, int per_tet,
                 const std::vector<Index> &face_rows, int threads);

  // Returns the product with the matrix for these media and weights. It shares the views of the
  // tables.
  LinearOperator<Space, Complex> product(const TetTables<Space> &tables,
                                         const ElementSpace &elements,
                                         const FaceTables<Space> &faces,
                                         const Weights &weights) const;
  // Returns the diagonal of the matrix.
  Column diagonal(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
                  const FaceTables<Space> &faces, const Weights &weights) const;

private:
  Index rows_ = 0;
  TileTables<Space> tiles_;
  FaceRowTables<Space> face_rows_;
};

} // namespace curlew::fem

#pragma once

#include <curlew/methods/dgatd/mesh/mesh_tables.hpp>
#include <curlew/methods/dgatd/published/face_table.hpp>

#include <cmath>

namespace curlew::dgatd {

// Faraday's law in the paper's form (@cite cicuttin2018, eq. 5 and sec. V): a stored 4 x 6 block
// per tet on the circulations of its edges, one thread per row, the blocks column-major over all
// rows, so that neighbouring threads load neighbouring values.
//
// Bytes per tet: 192 block + 64 fractions + 24 edge ids + shared circulations.
template <class Space> struct BlockFaraday {
  Kokkos::View<double *[6], Kokkos::LayoutLeft, Space> block; // [fraction][edge], dt included
  Kokkos::View<Index *[6], Kokkos::LayoutLeft, Space> edges;  // [tet][edge]
  Kokkos::View<double *, Space> fractions;                    // A, along the face's normal
  Kokkos::View<double *, Space> e;                            // V, per edge

  void fill(const Problem &problem, const FaceTable &faces, double dt_s) {
    const std::size_t tets = problem.nodes.size();
    block = decltype(block)(
        Kokkos::view_alloc("curlew::dgatd::faraday_blocks", Kokkos::WithoutInitializing), 4 * tets);
    edges = decltype(edges)(
        Kokkos::view_alloc("curlew::dgatd::tet_edges", Kokkos::WithoutInitializing), tets);
    fractions = Kokkos::View<double *, Space>("curlew::dgatd::fractions", 4 * tets);
    const auto host_block = Kokkos::create_mirror_view(block);
    const auto host_edges = Kokkos::create_mirror_view(edges);
    for (std::size_t t = 0; t < tets; ++t) {
      double one[4][6];
      faraday_block(problem, faces, static_cast<Index>(t), dt_s, one);
      for (int k = 0; k < 6; ++k) {
        host_edges(t, k) = problem.edges[t][k];
        for (int i = 0; i < 4; ++i)
          host_block(4 * t + i, k) = one[i][k];
      }
    }
    Kokkos::deep_copy(block, host_block);
    Kokkos::deep_copy(edges, host_edges);
  }

  double minimum_bytes() const {
    return static_cast<double>(fractions.extent(0)) * (6 * 8 + 2 * 8 + 6) + 8.0 * e.extent(0);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    const Index tet = row / 4;
    double sum = 0;
    for (int k = 0; k < 6; ++k)
      sum += block(row, k) * e(edges(tet, k));
    fractions(row) -= sum;
  }
};

// Returns H of a tet from its four fractions: H = (1/V) sum of f_i A_i with A_i the outward area
// vector of face i, exact for the fractions of one uniform H.
template <class Space> struct FractionReader {
  MeshTables<Space> mesh;
  Kokkos::View<const double *, Space> fractions, sign;

  KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
    double x[4][3];
    mesh.corners(tet, x);
    const TetGeometry geometry = tet_geometry(x); // A_i / V = -3 grad(lambda_i)
    for (int d = 0; d < 3; ++d)
      field[d] = 0;
    for (int i = 0; i < 4; ++i) {
      const double f = sign(4 * tet + i) * fractions(4 * tet + i);
      for (int d = 0; d < 3; ++d)
        field[d] -= 3 * f * geometry.gradient[i][d];
    }
  }
};

} // namespace curlew::dgatd

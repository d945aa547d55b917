#pragma once

#include <Kokkos_Macros.hpp>

namespace curlew::dgatd {

// The local edges (i,j) of a tet whose nodes are sorted by rising global id, each with its opposite
// edge (k,l) such that (i,j,k,l) is an even permutation of (0,1,2,3). Because i < j, the local
// direction of an edge is its global one and no sign has to be stored.
struct LocalEdge {
  int i, j, k, l;
};

KOKKOS_INLINE_FUNCTION constexpr LocalEdge local_edge(int edge) {
  constexpr LocalEdge edges[6] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                  {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
  return edges[edge];
}

// Local number of the edge between local nodes a and b (a != b).
KOKKOS_INLINE_FUNCTION constexpr int local_edge_between(int a, int b) {
  constexpr int table[4][4] = {{-1, 0, 1, 2}, {0, -1, 3, 4}, {1, 3, -1, 5}, {2, 4, 5, -1}};
  return table[a][b];
}

// Volume and gradients of the barycentric coordinates of a tet.
struct TetGeometry {
  double signed_volume;  // m^3; negative where the sorted nodes are oriented negatively
  double gradient[4][3]; // grad lambda_i in 1/m
};

// Computes the geometry from the four node positions `x[node][component]` in m.
KOKKOS_INLINE_FUNCTION TetGeometry tet_geometry(const double (&x)[4][3]) {
  double a[3][3]; // edge vectors from node 0
  for (int n = 0; n < 3; ++n)
    for (int d = 0; d < 3; ++d)
      a[n][d] = x[n + 1][d] - x[0][d];
  double cofactor[3][3]; // row n: cross product of the other two edge vectors
  for (int n = 0; n < 3; ++n) {
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    cofactor[n][0] = a[p][1] * a[q][2] - a[p][2] * a[q][1];
    cofactor[n][1] = a[p][2] * a[q][0] - a[p][0] * a[q][2];
    cofactor[n][2] = a[p][0] * a[q][1] - a[p][1] * a[q][0];
  }
  const double six_volume =
      a[0][0] * cofactor[0][0] + a[0][1] * cofactor[0][1] + a[0][2] * cofactor[0][2];
  TetGeometry tet;
  tet.signed_volume = six_volume / 6;
  for (int d = 0; d < 3; ++d) {
    for (int n = 0; n < 3; ++n)
      tet.gradient[n + 1][d] = cofactor[n][d] / six_volume;
    tet.gradient[0][d] = -(tet.gradient[1][d] + tet.gradient[2][d] + tet.gradient[3][d]);
  }
  return tet;
}

} // namespace curlew::dgatd

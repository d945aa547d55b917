#pragma once

#include <Kokkos_Core.hpp>

namespace curlew {

// Returns the edge between vertices a < b of a simplex, in the numbering of basis_function<D>.
template <int D> KOKKOS_INLINE_FUNCTION constexpr int simplex_edge(int a, int b) {
  return D == 3 ? (a == 0 ? b - 1 : a + b) : a + b - 1;
}

// A tet (D = 3) or triangle (D = 2) in space, its vertices in ascending order of their numbers:
// straight, or curved of second order by a point on each edge,
//   x(l) = sum_i l_i (2 l_i - 1) x_i + sum_{a<b} 4 l_a l_b m_ab.
template <int D> struct SimplexShape {
  double vertices[D + 1][3];          // m
  double middles[D * (D + 1) / 2][3]; // m; only where curved
  bool is_curved = false;

  KOKKOS_INLINE_FUNCTION void point(const double *l, double *x) const {
    for (int axis = 0; axis < 3; ++axis) {
      double sum = 0;
      for (int a = 0; a <= D; ++a) {
        sum += (is_curved ? l[a] * (2 * l[a] - 1) : l[a]) * vertices[a][axis];
        if (is_curved)
          for (int b = a + 1; b <= D; ++b)
            sum += 4 * l[a] * l[b] * middles[simplex_edge<D>(a, b)][axis];
      }
      x[axis] = sum;
    }
  }

  // Column k of the Jacobian dx/dxi, xi_k = l_(k+1), as tangents[k].
  KOKKOS_INLINE_FUNCTION void tangents(const double *l, double (*columns)[3]) const {
    for (int axis = 0; axis < 3; ++axis) {
      double slope[D + 1];
      for (int a = 0; a <= D; ++a)
        slope[a] = (is_curved ? 4 * l[a] - 1 : 1) * vertices[a][axis];
      if (is_curved)
        for (int a = 0; a <= D; ++a)
          for (int b = a + 1; b <= D; ++b) {
            const double middle = 4 * middles[simplex_edge<D>(a, b)][axis];
            slope[a] += l[b] * middle;
            slope[b] += l[a] * middle;
          }
      for (int k = 0; k < D; ++k)
        columns[k][axis] = slope[k + 1] - slope[0];
    }
  }
};
using TetShape = SimplexShape<3>;
using TriangleShape = SimplexShape<2>;

// The map from the reference tet at a point. E = sum over rows of dual: E_x = sum_k dual[k][x]
// E^_k; curl E_x = sum_k tangent[k][x] curl^_k / det. det < 0 where the ascending vertices are a
// left-handed tet.
struct TetFrame {
  double tangent[3][3]; // columns of J, m
  double dual[3][3];    // rows of J^-1: the gradients of l_1, l_2, l_3 in 1/m
  double det = 0;       // determinant of J, m^3

  KOKKOS_INLINE_FUNCTION double volume_factor() const { return det < 0 ? -det : det; }

  KOKKOS_INLINE_FUNCTION void set_dual() {
    for (int k = 0; k < 3; ++k) {
      const double *u = tangent[(k + 1) % 3], *v = tangent[(k + 2) % 3];
      for (int x = 0; x < 3; ++x)
        dual[k][x] = u[(x + 1) % 3] * v[(x + 2) % 3] - u[(x + 2) % 3] * v[(x + 1) % 3];
    }
    det = tangent[0][0] * dual[0][0] + tangent[0][1] * dual[0][1] + tangent[0][2] * dual[0][2];
    for (auto &row : dual)
      for (double &component : row)
        component /= det;
  }
  // Maps covariant components on the reference tet to the vector in space; the second function maps
  // curls.
  KOKKOS_INLINE_FUNCTION void map_value(const double *reference, double *value) const {
    for (int x = 0; x < 3; ++x)
      value[x] = dual[0][x] * reference[0] + dual[1][x] * reference[1] + dual[2][x] * reference[2];
  }
  KOKKOS_INLINE_FUNCTION void map_curl(const double *reference, double *curl) const {
    for (int x = 0; x < 3; ++x)
      curl[x] = (tangent[0][x] * reference[0] + tangent[1][x] * reference[1] +
                 tangent[2][x] * reference[2]) /
                det;
  }
};

KOKKOS_INLINE_FUNCTION TetFrame frame_at(const TetShape &shape, const double *l) {
  TetFrame frame;
  shape.tangents(l, frame.tangent);
  frame.set_dual();
  return frame;
}

// The same for a triangle; dual[k] are the gradients of l_1, l_2 in its plane.
struct TriangleFrame {
  double tangent[2][3]; // m
  double dual[2][3];    // 1/m
  double normal[3];     // unit, right-handed about the ascending vertices
  double area_factor = 0;

  KOKKOS_INLINE_FUNCTION void set_dual() {
    double area[3], size = 0;
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      area[x] = tangent[0][y] * tangent[1][z] - tangent[0][z] * tangent[1][y];
      size += area[x] * area[x];
    }
    area_factor = sqrt(size);
    for (int x = 0; x < 3; ++x)
      normal[x] = area[x] / area_factor;
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      dual[0][x] = (tangent[1][y] * normal[z] - tangent[1][z] * normal[y]) / area_factor;
      dual[1][x] = (normal[y] * tangent[0][z] - normal[z] * tangent[0][y]) / area_factor;
    }
  }
  KOKKOS_INLINE_FUNCTION void map_value(const double *reference, double *value) const {
    for (int x = 0; x < 3; ++x)
      value[x] = dual[0][x] * reference[0] + dual[1][x] * reference[1];
  }
};

KOKKOS_INLINE_FUNCTION TriangleFrame frame_at(const TriangleShape &shape, const double *l) {
  TriangleFrame frame;
  shape.tangents(l, frame.tangent);
  frame.set_dual();
  return frame;
}

} // namespace curlew

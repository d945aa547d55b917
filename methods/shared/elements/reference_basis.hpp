#pragma once

#include <Kokkos_Core.hpp>

namespace curlew {

// Hierarchical bases of edge elements on the reference simplex: the tet (D = 3) and, for traces and
// cross-sections, the triangle (D = 2). The vertices of a simplex are always taken in the ascending
// order of their numbers in the mesh: then two tets have the same function on a common face or
// edge, and no signs are needed.
//
// With barycentric coordinates l_i, N_ab = l_a grad l_b - l_b grad l_a (Whitney) and a < b < c the
// blocks of the basis are, after @cite webb1999 @cite ingelstrom2006:
//   0  edge   N_ab                                       mixed first order ends here
//   1  edge   grad(l_a l_b)                              full first
//   2  face   l_c N_ab, l_b N_ac                         mixed second
//   3  edge   grad(l_a l_b (l_b - l_a))
//   4  face   grad(l_a l_b l_c)                          full second
//   5  face   l_c (l_a - l_b) N_ab, l_b (l_a - l_c) N_ac, l_c (l_b - l_c) N_ab
//   6  tet    l_2 l_3 N_01, l_1 l_3 N_02, l_1 l_2 N_03   mixed third
//   7  edge   grad(l_a l_b (5 (l_b - l_a)^2 - (l_a + l_b)^2))
//   8  face   grad(l_a l_b l_c (l_b - l_a)), grad(l_a l_b l_c (l_c - l_a))
//   9  tet    grad(l_0 l_1 l_2 l_3)                      full third
//   10 face   l_c p_ab N_ab, l_b p_ac N_ac, l_c (l_a - l_b)(l_a + l_b - 2 l_c) N_ab,
//             l_b (l_a - l_c)(l_a + l_c - 2 l_b) N_ac; p_ab = 5 (l_a - l_b)^2 - (l_a + l_b)^2
//   11 tet    l_u l_v (l_0 - l_k) N_0k, l_u l_v (l_u - l_v) N_0k, u < v beside k = 1, 2, 3, and
//             l_u l_v (l_0 + l_k - l_u - l_v) N_0k of k = 1, 2   mixed fourth
// A space consists of the first blocks, so that one table serves all spaces. The functions of a
// simplex are numbered block by block, in each by entity. Edges are numbered as in k_tet_edges,
// (0,1), (0,2), (1,2) on a triangle; face i lies opposite vertex i.
enum class Entity { edge, face, cell };

struct BasisBlock {
  Entity entity = Entity::edge;
  int count = 1;  // functions per entity
  int degree = 1; // degree of the polynomial
  // The functions are gradients of scalar functions, one for each.
  bool is_gradient = true;
};

constexpr int k_basis_blocks = 12;

KOKKOS_INLINE_FUNCTION constexpr BasisBlock basis_block(int block) {
  return block == 0    ? BasisBlock{Entity::edge, 1, 1, false}
         : block == 1  ? BasisBlock{Entity::edge, 1, 1, true}
         : block == 2  ? BasisBlock{Entity::face, 2, 2, false}
         : block == 3  ? BasisBlock{Entity::edge, 1, 2, true}
         : block == 4  ? BasisBlock{Entity::face, 1, 2, true}
         : block == 5  ? BasisBlock{Entity::face, 3, 3, false}
         : block == 6  ? BasisBlock{Entity::cell, 3, 3, false}
         : block == 7  ? BasisBlock{Entity::edge, 1, 3, true}
         : block == 8  ? BasisBlock{Entity::face, 2, 3, true}
         : block == 9  ? BasisBlock{Entity::cell, 1, 3, true}
         : block == 10 ? BasisBlock{Entity::face, 4, 4, false}
                       : BasisBlock{Entity::cell, 8, 4, false};
}

// Returns the number of entities of a kind that a simplex has: a triangle is its own face and has
// no cell.
template <int D> KOKKOS_INLINE_FUNCTION constexpr int entity_count(Entity entity) {
  if (D == 3)
    return entity == Entity::edge ? 6 : entity == Entity::face ? 4 : 1;
  return entity == Entity::edge ? 3 : entity == Entity::face ? 1 : 0;
}

// Functions of a simplex in the first `blocks` blocks.
template <int D> KOKKOS_INLINE_FUNCTION constexpr int basis_size(int blocks) {
  int size = 0;
  for (int b = 0; b < blocks; ++b)
    size += basis_block(b).count * entity_count<D>(basis_block(b).entity);
  return size;
}

// Returns the highest degree of the functions in the first `blocks` blocks.
KOKKOS_INLINE_FUNCTION constexpr int basis_degree(int blocks) {
  int degree = 1;
  for (int b = 0; b < blocks; ++b)
    degree = basis_block(b).degree > degree ? basis_block(b).degree : degree;
  return degree;
}

// Function i of a simplex: the `index`-th of an entity in a block, and the entity's vertices,
// ascending (c only for faces).
struct BasisFunction {
  int block = 0, entity = 0, index = 0;
  int a = 0, b = 0, c = 0;
};

template <int D> KOKKOS_INLINE_FUNCTION constexpr BasisFunction basis_function(int i) {
  BasisFunction f;
  for (;;) {
    const BasisBlock block = basis_block(f.block);
    const int size = block.count * entity_count<D>(block.entity);
    if (i < size || f.block + 1 == k_basis_blocks) {
      f.entity = i / block.count;
      f.index = i % block.count;
      if (block.entity == Entity::edge && D == 3) {
        f.a = f.entity < 3 ? 0 : f.entity < 5 ? 1 : 2;
        f.b = f.entity < 3 ? f.entity + 1 : f.entity < 5 ? f.entity - 1 : 3;
      } else if (block.entity == Entity::edge) {
        f.a = f.entity < 2 ? 0 : 1;
        f.b = f.entity < 1 ? 1 : 2;
      } else if (block.entity == Entity::face && D == 3) {
        f.a = f.entity == 0 ? 1 : 0;
        f.b = f.entity <= 1 ? 2 : 1;
        f.c = f.entity <= 2 ? 3 : 2;
      } else {
        f.b = 1;
        f.c = 2;
      }
      return f;
    }
    i -= size;
    ++f.block;
  }
}

// Function j of the triangle that is face `face` of a tet, as the number among the tet's functions
// of which it is the tangential trace. All other functions of the tet have none there.
KOKKOS_INLINE_FUNCTION constexpr int trace_function(int face, int j) {
  const BasisFunction f = basis_function<2>(j);
  const BasisBlock block = basis_block(f.block);
  int entity = face;
  if (block.entity == Entity::edge) {
    const int a = f.a + (f.a >= face), b = f.b + (f.b >= face);
    entity = a == 0 ? b - 1 : a + b; // k_tet_edges
  }
  return basis_size<3>(f.block) + entity * block.count + f.index;
}

// The reference simplex has its vertex 0 at the origin, vertex k at 1 on axis k - 1: component
// `axis` of grad l_k.
KOKKOS_INLINE_FUNCTION constexpr double reference_gradient(int k, int axis) {
  return k == 0 ? -1.0 : k == axis + 1 ? 1.0 : 0.0;
}

// A function as q N_ab, with q and the derivatives of q by the l_k; or, where `is_gradient`, a
// scalar function whose derivatives by the l_k are dq.
struct BasisTerms {
  bool is_gradient = false;
  int a = 0, b = 0;
  double q = 1;
  double dq[4] = {0, 0, 0, 0};
};

// A factor of a polynomial in the l_k, with its derivatives by the l_k.
struct BasisFactor {
  double value = 0;
  double by[4] = {0, 0, 0, 0};

  KOKKOS_INLINE_FUNCTION void add(double factor, int k, const double *l) {
    value += factor * l[k];
    by[k] += factor;
  }
  KOKKOS_INLINE_FUNCTION void times(const BasisFactor &other) {
    for (int k = 0; k < 4; ++k)
      by[k] = by[k] * other.value + value * other.by[k];
    value *= other.value;
  }
  KOKKOS_INLINE_FUNCTION void times(int k, const double *l) {
    BasisFactor one;
    one.add(1, k, l);
    times(one);
  }
};

// 5 (l_b - l_a)^2 - (l_a + l_b)^2: l_a l_b times it is Legendre's integrated polynomial.
KOKKOS_INLINE_FUNCTION BasisFactor integrated_legendre(int a, int b, const double *l) {
  BasisFactor factor;
  const double difference = l[b] - l[a], sum = l[a] + l[b];
  factor.value = 5 * difference * difference - sum * sum;
  factor.by[a] = -10 * difference - 2 * sum;
  factor.by[b] = 10 * difference - 2 * sum;
  return factor;
}

// Returns the factor q, or the scalar function, of function f of blocks 7 to 11.
KOKKOS_INLINE_FUNCTION BasisFactor high_factor(const BasisFunction &f, const double *l) {
  const int a = f.a, b = f.b, c = f.c;
  BasisFactor q;
  if (f.block == 7) {
    q = integrated_legendre(a, b, l);
    q.times(a, l);
    q.times(b, l);
  } else if (f.block == 8) {
    q.add(1, f.index == 0 ? b : c, l);
    q.add(-1, a, l);
    q.times(a, l);
    q.times(b, l);
    q.times(c, l);
  } else if (f.block == 9) {
    q.add(1, 0, l);
    for (int k = 1; k < 4; ++k)
      q.times(k, l);
  } else if (f.block == 10) {
    // second vertex of N_a second, and the other one
    const int second = f.index % 2 == 0 ? b : c, other = f.index % 2 == 0 ? c : b;
    if (f.index < 2) {
      q = integrated_legendre(a, second, l);
    } else {
      BasisFactor sum;
      sum.add(1, a, l);
      sum.add(1, second, l);
      sum.add(-2, other, l);
      q.add(1, a, l);
      q.add(-1, second, l);
      q.times(sum);
    }
    q.times(other, l);
  } else {
    const int k = f.index < 6 ? f.index / 2 + 1 : f.index - 5;
    const int u = k == 1 ? 2 : 1, v = k == 3 ? 2 : 3;
    if (f.index >= 6) {
      q.add(1, 0, l);
      q.add(1, k, l);
      q.add(-1, u, l);
      q.add(-1, v, l);
    } else {
      q.add(1, f.index % 2 == 0 ? 0 : u, l);
      q.add(-1, f.index % 2 == 0 ? k : v, l);
    }
    q.times(u, l);
    q.times(v, l);
  }
  return q;
}

// Returns the terms at barycentric coordinates l (D + 1 of them).
KOKKOS_INLINE_FUNCTION BasisTerms basis_terms(const BasisFunction &f, const double *l) {
  BasisTerms t;
  const int a = f.a, b = f.b, c = f.c;
  t.a = a;
  t.b = b;
  if (f.block == 1) {
    t.is_gradient = true;
    t.dq[a] = l[b];
    t.dq[b] = l[a];
  } else if (f.block == 2) {
    t.b = f.index == 0 ? b : c;
    const int other = f.index == 0 ? c : b;
    t.q = l[other];
    t.dq[other] = 1;
  } else if (f.block == 3) {
    t.is_gradient = true;
    t.dq[a] = l[b] * (l[b] - 2 * l[a]);
    t.dq[b] = l[a] * (2 * l[b] - l[a]);
  } else if (f.block == 4) {
    t.is_gradient = true;
    t.dq[a] = l[b] * l[c];
    t.dq[b] = l[a] * l[c];
    t.dq[c] = l[a] * l[b];
  } else if (f.block == 5) {
    t.b = f.index == 1 ? c : b;
    const int other = f.index == 1 ? b : c; // q = l_other (l_plus - l_minus)
    const int plus = f.index == 2 ? b : a, minus = f.index == 0 ? b : c;
    t.q = l[other] * (l[plus] - l[minus]);
    t.dq[other] = l[plus] - l[minus];
    t.dq[plus] += l[other];
    t.dq[minus] -= l[other];
  } else if (f.block == 6) {
    t.a = 0;
    t.b = f.index + 1;
    const int u = f.index == 0 ? 2 : 1, v = f.index == 2 ? 2 : 3;
    t.q = l[u] * l[v];
    t.dq[u] = l[v];
    t.dq[v] = l[u];
  } else if (f.block > 6) {
    t.is_gradient = f.block < 10;
    if (f.block == 10)
      t.b = f.index % 2 == 0 ? b : c;
    if (f.block == 11) {
      t.a = 0;
      t.b = f.index < 6 ? f.index / 2 + 1 : f.index - 5;
    }
    const BasisFactor factor = high_factor(f, l);
    t.q = factor.value;
    for (int k = 0; k < 4; ++k)
      t.dq[k] = factor.by[k];
  }
  return t;
}

// The vector function at barycentric coordinates l: D covariant components on the reference
// simplex (E = J^-T times them, J the Jacobian of the map to the simplex in the mesh).
template <int D>
KOKKOS_INLINE_FUNCTION void reference_value(const BasisFunction &f, const double *l,
                                            double *value) {
  const BasisTerms t = basis_terms(f, l);
  for (int axis = 0; axis < D; ++axis) {
    double sum = 0;
    if (t.is_gradient)
      for (int k = 0; k <= D; ++k)
        sum += t.dq[k] * reference_gradient(k, axis);
    else
      sum = t.q * (l[t.a] * reference_gradient(t.b, axis) - l[t.b] * reference_gradient(t.a, axis));
    value[axis] = sum;
  }
}

// The curl of the vector function on the reference simplex: three components on the tet (curl E = J
// times them over det J), one on the triangle (over the area factor).
template <int D>
KOKKOS_INLINE_FUNCTION void reference_curl(const BasisFunction &f, const double *l, double *curl) {
  const BasisTerms t = basis_terms(f, l);
  double gradient[3] = {0, 0, 0}, whitney[3] = {0, 0, 0}, ga[3] = {0, 0, 0}, gb[3] = {0, 0, 0};
  for (int axis = 0; axis < D; ++axis) {
    for (int k = 0; k <= D; ++k)
      gradient[axis] += t.dq[k] * reference_gradient(k, axis);
    ga[axis] = reference_gradient(t.a, axis);
    gb[axis] = reference_gradient(t.b, axis);
    whitney[axis] = l[t.a] * gb[axis] - l[t.b] * ga[axis];
  }
  for (int axis = D == 3 ? 0 : 2; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double value = gradient[u] * whitney[v] - gradient[v] * whitney[u] +
                         2 * t.q * (ga[u] * gb[v] - ga[v] * gb[u]);
    curl[D == 3 ? axis : 0] = t.is_gradient ? 0.0 : value;
  }
}

// Returns the scalar function whose gradient is function f of a gradient block; 0 for the others.
// (The gradients of block 0 are those of the l_k themselves.)
KOKKOS_INLINE_FUNCTION double scalar_value(const BasisFunction &f, const double *l) {
  return f.block == 1                   ? l[f.a] * l[f.b]
         : f.block == 3                 ? l[f.a] * l[f.b] * (l[f.b] - l[f.a])
         : f.block == 4                 ? l[f.a] * l[f.b] * l[f.c]
         : f.block >= 7 && f.block <= 9 ? high_factor(f, l).value
                                        : 0.0;
}

} // namespace curlew

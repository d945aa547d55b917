#pragma once

#include <curlew/methods/dgtd/space/function_space.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew::dgtd {

// `Blocks` is a space's number (space/function_space.hpp).
//
// Number of the polynomials that curls are made of: all of one degree less than the functions.
template <int Blocks>
constexpr int k_curl_polynomials = space_degree(Blocks) * (space_degree(Blocks) + 1) *
                                   (space_degree(Blocks) + 2) / 6;

// Numbers of the functions with a trace on each face, among those of the tet.
template <int Blocks> struct TraceNumbers {
  int of[4][space_size<2>(Blocks)] = {};
};

template <int Blocks> KOKKOS_INLINE_FUNCTION constexpr TraceNumbers<Blocks> trace_numbers() {
  TraceNumbers<Blocks> numbers;
  for (int face = 0; face < 4; ++face)
    for (int j = 0; j < space_size<2>(Blocks); ++j)
      numbers.of[face][j] = space_trace(Blocks, face, j);
  return numbers;
}

// Matrices that all tets share, because E is the covariant image of functions on the reference tet:
// integrals of N_i . curl N_j and of N_i . (n x N_j) depend on the tet only by its orientation
// (docs/methods/dgtd-notes.md, "Universal matrices"). Part of a kernel, by value: a device keeps it
// in its constant memory.
template <int Blocks> struct ReferenceTables {
  static constexpr int k_functions = space_size<3>(Blocks);
  static constexpr int k_traces = space_size<2>(Blocks);
  static constexpr int k_polynomials = k_curl_polynomials<Blocks>;
  double own[k_functions * (k_functions + 1) / 2]; // (D + D^T) / 2 of orientation 1, packed(i, j)
  double turned[k_traces][k_traces]; // integral of u_i . (n x u_j), n right-handed on the face
  double trace[k_traces * (k_traces + 1) / 2][3];   // integral of u_i . u_j, with the face's metric
  double curl[3 * k_polynomials][k_functions];      // coefficients of curls, [polynomial, axis]
  double polynomials[k_polynomials][k_polynomials]; // orthonormal, by monomials()
  int numbers[4][k_traces];                         // trace_numbers(), for faces known at run time
};

template <int Blocks> ReferenceTables<Blocks> make_reference_tables();

// Returns polynomial p of a table at barycentric coordinates.
template <int Blocks>
double curl_polynomial(const ReferenceTables<Blocks> &tables, int p, const double *l);

} // namespace curlew::dgtd

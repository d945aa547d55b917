#pragma once

#include <curlew/methods/shared/elements/reference_basis.hpp>

namespace curlew::dgtd {

// Basis of all fields of degree k on the reference simplex (D = 3; D = 2 for traces): monomials of
// Bernstein, k! / a! l^a with |a| = k, times constant covectors, D to each: with S the vertices
// whose powers are above 0, the grad l_v of all v outside of S, then grad l_s - grad l_s0 for the
// others in S than its first. On face i only those have a tangential trace where a_i = 0 and the
// covector is not grad l_i, and these are the same functions of the triangle on either side:
// vertices ascend.
struct BernsteinFunction {
  int power[4] = {0, 0, 0, 0};
  int plus = 0, minus = -1; // vertices of the covector; -1: none
};

template <int D> KOKKOS_INLINE_FUNCTION constexpr int bernstein_count(int degree) {
  return D == 3 ? (degree + 1) * (degree + 2) * (degree + 3) / 2 : (degree + 1) * (degree + 2);
}

// Returns the number of a monomial: lexicographic, from the highest power of vertex 0 on.
template <int D>
KOKKOS_INLINE_FUNCTION constexpr int monomial_number(int degree, const int (&power)[4]) {
  int number = 0, rest = degree;
  for (int v = 0; v < D; ++v) {
    const int left = rest - power[v]; // degree left to the vertices behind v
    if (v + 1 < D)
      for (int total = 0; total < left; ++total) // monomials with a higher power of v
        number += D - v == 3 ? (total + 1) * (total + 2) / 2 : total + 1;
    else
      number += left;
    rest = left;
  }
  return number;
}

template <int D>
KOKKOS_INLINE_FUNCTION constexpr void monomial_powers(int degree, int number, int (&power)[4]) {
  for (int a = degree; a >= 0; --a)
    for (int b = degree - a; b >= 0; --b)
      for (int c = D == 3 ? degree - a - b : 0; c >= 0; --c) {
        power[0] = a;
        power[1] = b;
        power[2] = D == 3 ? c : degree - a - b;
        power[3] = D == 3 ? degree - a - b - c : 0;
        if (monomial_number<D>(degree, power) == number)
          return;
      }
}

template <int D>
KOKKOS_INLINE_FUNCTION constexpr BernsteinFunction bernstein_function(int degree, int i) {
  BernsteinFunction f;
  monomial_powers<D>(degree, i / D, f.power);
  int vector = i % D, first = -1;
  for (int v = 0; v <= D; ++v) {
    if (f.power[v] == 0 && vector-- == 0) {
      f.plus = v;
      return f;
    }
    if (f.power[v] > 0 && first < 0)
      first = v;
  }
  for (int v = first + 1; v <= D; ++v)
    if (f.power[v] > 0 && vector-- == 0) {
      f.plus = v;
      f.minus = first;
    }
  return f;
}

// Returns the same as trace_function() of the shared basis.
KOKKOS_INLINE_FUNCTION constexpr int bernstein_trace(int degree, int face, int j) {
  const BernsteinFunction f = bernstein_function<2>(degree, j);
  int power[4] = {0, 0, 0, 0};
  for (int v = 0; v < 3; ++v)
    power[v + (v >= face)] = f.power[v];
  const bool is_difference = f.minus >= 0;
  const int behind = is_difference || face < f.plus + (f.plus >= face);
  return 3 * monomial_number<3>(degree, power) + j % 2 + behind;
}

namespace bernstein {

// Returns the monomial, or its derivative by l_v (-1: none).
template <int D>
KOKKOS_INLINE_FUNCTION double monomial(int degree, const int (&power)[4], const double *l, int by) {
  double value = 1;
  int factorial = 1;
  for (int v = 0; v <= D; ++v) {
    if (v == by)
      value *= power[v];
    for (int k = 0; k < power[v] - (v == by); ++k)
      value *= l[v];
    for (int k = 2; k <= power[v]; ++k)
      factorial *= k;
  }
  int all = 1;
  for (int k = 2; k <= degree; ++k)
    all *= k;
  return value * all / factorial;
}

KOKKOS_INLINE_FUNCTION double covector(const BernsteinFunction &f, int axis) {
  return reference_gradient(f.plus, axis) - (f.minus < 0 ? 0.0 : reference_gradient(f.minus, axis));
}

} // namespace bernstein

template <int D>
KOKKOS_INLINE_FUNCTION void bernstein_value(int degree, int i, const double *l, double *value) {
  const BernsteinFunction f = bernstein_function<D>(degree, i);
  const double size = bernstein::monomial<D>(degree, f.power, l, -1);
  for (int axis = 0; axis < D; ++axis)
    value[axis] = size * bernstein::covector(f, axis);
}

KOKKOS_INLINE_FUNCTION void bernstein_curl(int degree, int i, const double *l, double *curl) {
  const BernsteinFunction f = bernstein_function<3>(degree, i);
  double gradient[3] = {0, 0, 0};
  for (int v = 0; v < 4; ++v)
    for (int axis = 0; axis < 3; ++axis)
      gradient[axis] += bernstein::monomial<3>(degree, f.power, l, v) * reference_gradient(v, axis);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    curl[axis] = gradient[u] * bernstein::covector(f, v) - gradient[v] * bernstein::covector(f, u);
  }
}

} // namespace curlew::dgtd

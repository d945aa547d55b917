#pragma once

#include <curlew/methods/dgtd/space/bernstein.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>

namespace curlew::dgtd {

// Numbers of the spaces of this method, also as template arguments: 1, 2, 3, 5, so many blocks of
// the shared basis of edge elements (mixed first, full first, mixed second, full second);
// k_bernstein and 3 or 4 more, full third and fourth order by Bernstein's monomials.
constexpr int k_bernstein = 20; // the degree is added

KOKKOS_INLINE_FUNCTION constexpr bool is_bernstein(int space) {
  return space > k_bernstein;
}
template <int D> KOKKOS_INLINE_FUNCTION constexpr int space_size(int space) {
  return is_bernstein(space) ? bernstein_count<D>(space - k_bernstein) : basis_size<D>(space);
}
KOKKOS_INLINE_FUNCTION constexpr int space_degree(int space) {
  return is_bernstein(space) ? space - k_bernstein : basis_degree(space);
}

// Returns which of the tet's functions has function j of the triangle on face `face` as its
// tangential trace. All other functions of the tet have none there.
KOKKOS_INLINE_FUNCTION constexpr int space_trace(int space, int face, int j) {
  return is_bernstein(space) ? bernstein_trace(space - k_bernstein, face, j)
                             : trace_function(face, j);
}

// Computes covariant components on the reference simplex at barycentric coordinates, as
// reference_value().
template <int D>
KOKKOS_INLINE_FUNCTION void space_value(int space, int i, const double *l, double *value) {
  if (is_bernstein(space))
    bernstein_value<D>(space - k_bernstein, i, l, value);
  else
    reference_value<D>(basis_function<D>(i), l, value);
}
// Computes the curl on the reference tet, as reference_curl().
KOKKOS_INLINE_FUNCTION void space_curl(int space, int i, const double *l, double *curl) {
  if (is_bernstein(space))
    bernstein_curl(space - k_bernstein, i, l, curl);
  else
    reference_curl<3>(basis_function<3>(i), l, curl);
}

// Space of functions in each tet. As an ElementSpace it serves the shared tables up to full second
// order; full spaces above have other functions there.
struct FunctionSpace : ElementSpace {
  FunctionSpace(int order, bool mixed) : ElementSpace{order, mixed} {}

  int number() const { return !mixed && order >= 3 ? k_bernstein + order : blocks(); }
  int per_tet() const { return space_size<3>(number()); }
  int per_triangle() const { return space_size<2>(number()); } // with a trace on one face
  int degree() const { return space_degree(number()); }
  int trace(int face, int j) const { return space_trace(number(), face, j); }
  std::string name() const {
    return is_bernstein(number()) ? order == 3 ? "full third order" : "full fourth order"
                                  : ElementSpace::name();
  }
};

} // namespace curlew::dgtd

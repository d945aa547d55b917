#pragma once

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/layout.hpp>

namespace curlew::dgtd {

// Tables for full spaces of third and fourth order. Their functions are a Bernstein polynomial of
// degree p times a constant covector, three to each polynomial, and a product of two polynomials is
// a multiple of one of degree 2p. So the integrals of a slope of D, a tensor, against the products
// of all pairs are those against 84 or 165 polynomials, of 210 or 630 pairs.
template <class Space> struct BernsteinTables {
  template <class T> using Array = Kokkos::View<T *, Space>;
  int polynomials = 0, products = 0; // number of polynomials of degree p, 2p
  int wide_points = 0, wide_polynomials = 0,
      wide_products = 0; // filled up with zeros to whole Packs::k_lanes

  Array<const double> by_polynomial; // [polynomial][point]
  Array<const double> by_point;      // [point][polynomial]
  Array<const double> products_at;   // [point][product]
  Array<const int> product_of;       // number of the product, [polynomial][polynomial]
  Array<const double> factor_of;     // its factor, likewise
  Array<const double> covectors;     // [function][component]
  double integral = 0; // integral of each polynomial of degree 2p over the reference tet
};

template <class Space>
BernsteinTables<Space> make_bernstein_tables(int degree, const SimplexRule<4> &rule);

} // namespace curlew::dgtd

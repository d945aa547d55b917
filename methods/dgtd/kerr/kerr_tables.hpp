#pragma once

#include <curlew/methods/dgtd/kerr/bernstein_tables.hpp>
#include <curlew/methods/dgtd/kerr/constitutive.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew::dgtd {

// The tets of nonlinear media, in arrays of their own in the order of their slots, filled up to
// whole packs: entry k of a list.
struct KerrList {
  std::vector<Index> tets; // -1: padding
  std::int64_t count = 0;  // without padding
};
KerrList list_kerr_tets(const Problem &problem, const Slots &slots, int pack);

// How a solve of a tet ended.
enum KerrStatus : int { k_kerr_solved = 0, k_kerr_not_converged = 1, k_kerr_not_admissible = 2 };

// What the solves of nonlinear tets read and keep, on the device.
template <class Space> struct KerrTables {
  using Layout = Packs<Space>;
  template <class T> using Array = Kokkos::View<T *, Space>;
  int n = 0, points = 0;
  Index count = 0; // of the list, with padding

  // A rule on the reference tet, exact for products of four functions; weights add up to 1/6.
  Array<const double> weights;
  Array<const double> values; // [point][function][component], covariant
  typename ReferenceMatrices<Space>::Table mass;
  // Of full spaces, n x n: the components at the nodes of the polynomials, [node, component], from
  // the unknowns, and back.
  Array<const double> at_nodes, from_nodes;
  BernsteinTables<Space> bernstein; // of full third and fourth order

  // Of variant `stored`, first order: of each tet, Layout::at(k, entry, entries). Empty otherwise.
  Array<const double> stored_values;   // entry (q n + i) 3 + component: N_i in the tet, 1/m
  Array<const double> stored_products; // entry q n (n + 1) / 2 + packed(i, j): w |det J| N_i . N_j

  Array<const Index> slots;    // [k]; padding: 0
  Array<const int> is_padding; // [k]
  Array<const double> metric;  // Layout::at(k, m, 6): mass_metric of the tet
  Array<const double>
      medium; // Layout::at(k, value, 4): eps_r, what losses add to it in a step, chi3, 1/|det J|

  Array<double> before;           // E before the step, Layout::at(k, i, n), V
  Array<double> displacement;     // unknowns of D / eps0 (its moments are M times them), V
  Array<int> iterations, status;  // [k], of the last solve
  Array<double> residual, lowest; // [k], likewise: |r| / |d|; the least eps_r + 3 chi3 |E|^2 at its
                                  // points
};

template <class Space>
KerrTables<Space> make_kerr_tables(const Problem &problem, const Slots &slots, const KerrList &list,
                                   double dt_s);

} // namespace curlew::dgtd

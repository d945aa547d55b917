#pragma once

#include <curlew/methods/dgtd/kerr/bernstein_tables.hpp>
#include <curlew/methods/dgtd/kerr/constitutive.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>

namespace curlew::dgtd {

// Tets of nonlinear media, in arrays of their own in the order of their slots, filled up to whole
// packs: entry k of a list.
struct KerrList {
  std::vector<Index> tets; // -1: padding
  std::int64_t count = 0;  // without padding
};
KerrList list_kerr_tets(const Problem &problem, const Slots &slots, int pack);

// Outcome of the solve of a tet.
enum KerrStatus : int { k_kerr_solved = 0, k_kerr_not_converged = 1, k_kerr_not_admissible = 2 };

// Tables that the solves of nonlinear tets read and keep, on the device.
template <class Space> struct KerrTables {
  using Layout = Packs<Space>;
  template <class T> using Array = Kokkos::View<T *, Space>;
  int n = 0, points = 0;
  Index count = 0; // entries of the list, with padding

  // Weights of a rule on the reference tet, exact for products of four functions; they add up to
  // 1/6.
  Array<const double> weights;
  Array<const double> values; // [point][function][component], covariant
  typename ReferenceMatrices<Space>::Table mass;
  // Full spaces, n x n: matrices from the unknowns to the components at the nodes of the
  // polynomials, [node, component], and back.
  Array<const double> at_nodes, from_nodes;
  BernsteinTables<Space> bernstein; // full third and fourth order

  // Functions and constituent matrices of each tet for the variant `stored`, first order:
  // Layout::at(k, entry, entries). Empty otherwise.
  Array<const double> stored_values;   // entry (q n + i) 3 + component: N_i in the tet, 1/m
  Array<const double> stored_products; // entry q n (n + 1) / 2 + packed(i, j): w |det J| N_i . N_j

  Array<const Index> slots;    // [k]; padding: 0
  Array<const int> is_padding; // [k]
  Array<const double> metric;  // Layout::at(k, m, 6): mass_metric of the tet
  Array<const double>
      medium; // Layout::at(k, value, 4): eps_r, part of losses in a step, chi3, 1/|det J|

  Array<double> before;          // E before the step, Layout::at(k, i, n), V
  Array<double> displacement;    // unknowns of D / eps0 (its moments are M times them), V
  Array<int> iterations, status; // [k], of the last solve
  // [k], likewise: |r| / |d|; the least eps_r + 3 chi3 |E|^2 at its points
  Array<double> residual, lowest;
};

template <class Space>
KerrTables<Space> make_kerr_tables(const Problem &problem, const Slots &slots, const KerrList &list,
                                   double dt_s);

} // namespace curlew::dgtd

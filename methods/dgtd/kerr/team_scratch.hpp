#pragma once

#include <curlew/methods/dgtd/kerr/bernstein_tables.hpp>

#include <cstddef>

namespace curlew::dgtd {

// Arrays of a team that solves the local system of one tet (TeamKerrKernel), n unknowns.
template <class Space> struct KerrScratch {
  using Memory = typename Space::scratch_memory_space;
  using Array = Kokkos::View<double *, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int k_vectors = 9;

  double *x, *x0;        // unknowns of E at the end and before the step
  double *target, *goal; // values for the flux to match: as unknowns, as moments
  double *r, *start, *step;
  double *c, *c0;   // components that belong to each polynomial
  double *slopes;   // [entry][point], weighted: entries of a slope of D, or of its flux
  double *products; // [polynomial of degree 2p][entry]
  double *matrix;   // n x n
  double *lowest;   // least eps_r + 3 chi3 |E|^2 of each thread

  static std::size_t doubles(const BernsteinTables<Space> &basis, int entries, int threads) {
    const std::size_t n = 3 * static_cast<std::size_t>(basis.polynomials);
    return k_vectors * n + static_cast<std::size_t>(entries) * basis.wide_points +
           static_cast<std::size_t>(entries) * basis.products + n * n + threads;
  }

  template <class Place>
  KOKKOS_INLINE_FUNCTION KerrScratch(const Place &place, const BernsteinTables<Space> &basis,
                                     int entries, int threads) {
    const int n = 3 * basis.polynomials;
    const Array all(place, k_vectors * n + entries * (basis.wide_points + basis.products) + n * n +
                               threads);
    double *next = all.data();
    double **vectors[] = {&x, &x0, &target, &goal, &r, &start, &step, &c, &c0};
    for (double **vector : vectors) {
      *vector = next;
      next += n;
    }
    slopes = next;
    products = slopes + entries * basis.wide_points;
    matrix = products + entries * basis.products;
    lowest = matrix + n * n;
  }
};

} // namespace curlew::dgtd

#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/mom/aim/aim_tables.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>

#include <complex>
#include <vector>

// Writes INSTANTIATE(Space, Real) for each space and each precision of a matrix.
#define CURLEW_FOR_EACH_SPACE_AND_REAL(INSTANTIATE)                                                \
  INSTANTIATE(Host, double)                                                                        \
  INSTANTIATE(Host, float)                                                                         \
  CURLEW_IF_CUDA(INSTANTIATE(Kokkos::Cuda, double) INSTANTIATE(Kokkos::Cuda, float))               \
  CURLEW_IF_HIP(INSTANTIATE(Kokkos::HIP, double) INSTANTIATE(Kokkos::HIP, float))

namespace curlew::mom {

// The sparse part of the matrix: rows of the near pattern, in the memory of the space.
template <class Space, class Real> class NearMatrix {
public:
  // `surface`: with its images; it must outlive the matrix.
  NearMatrix(const Space &space, const Surface &surface, NearPattern pattern);

  // Fills the entries of near pairs as the dense matrix does.
  void fill_exact(const Space &space, const Quadrature &quadrature, const Combination &with) const;
  // Adds Zs / eta0 <f.f'> of each face of a sheet.
  void add_impedances(const Space &space, const std::vector<std::complex<double>> &z) const;
  // Subtracts the grid's contribution to the same pairs, which the product adds again. May be
  // called once: the pairs are then freed to save memory.
  void subtract_grid(const Space &space, const AimGrid &grid, const AimPoints<Space> &points,
                     const Combination &with);

  const NearRows<Space, Real> &rows() const { return rows_; }
  const SurfaceTable<Space> &table() const { return table_; }
  Offset entries() const { return static_cast<Offset>(rows_.values.extent(0)); }

private:
  const Surface &surface_;
  PairList pairs_;
  NearTest test_;
  SurfaceTable<Space> table_;
  NearRows<Space, Real> rows_;
};

} // namespace curlew::mom

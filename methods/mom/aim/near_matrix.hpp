#pragma once

#include <curlew/methods/mom/aim/aim_tables.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// The sparse part of the matrix: rows of the near pattern, where a space computes.
template <class Space, class Real> class NearMatrix {
public:
  // `surface`: with its images; it must stay.
  NearMatrix(const Space &space, const Surface &surface, NearPattern pattern);

  // The entries of near pairs as the dense matrix has them.
  void fill_exact(const Space &space, const Quadrature &quadrature, const Combination &with) const;
  // Adds Zs / eta0 <f.f'> of each face: of sheets.
  void add_impedances(const Space &space, const std::vector<std::complex<double>> &z) const;
  // Less what the grid gives of the same pairs: the product adds that again. Once: the pairs are
  // forgotten then, for their memory.
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

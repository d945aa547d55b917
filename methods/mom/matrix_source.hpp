#pragma once

#include <curlew/methods/mom/spec.hpp>

#include <complex>
#include <memory>
#include <vector>

namespace curlew::mom {

// What a dense system fills its matrix with: the equations of a formulation at a frequency.
template <class Space> class MatrixSource {
public:
  using Values = Kokkos::View<Complex **, Kokkos::LayoutLeft, Space>;
  using Columns = std::vector<std::vector<std::complex<double>>>;

  virtual ~MatrixSource() = default;
  virtual Index unknowns() const = 0;
  // All rows; `values` is overwritten.
  virtual void fill(const Space &space, const Combination &with, const Values &values) = 0;
  // Some rows, ascending, filled anew, where they can be had apart from the others.
  virtual bool can_fill_rows() const { return false; }
  virtual void fill_rows(const Space &, const Combination &, const std::vector<Index> &,
                         const Values &) {}
  // Right-hand sides into those of the matrix, and its solutions into currents.
  virtual void transform_rhs(const Space &, Columns &) {}
  virtual void transform_solution(const Space &, Columns &) {}
};

// That of a formulation at a wavenumber, and at others for which is_low_frequency() is the same.
// `spec` and `surface` must stay.
template <class Space>
std::unique_ptr<MatrixSource<Space>> make_matrix_source(const Surface &surface, const Spec &spec,
                                                        double wavenumber, int threads);

} // namespace curlew::mom

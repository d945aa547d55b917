#pragma once

#include <curlew/methods/mom/spec.hpp>

#include <complex>
#include <memory>
#include <vector>

namespace curlew::mom {

// Source of the matrix of a dense system: the equations of a formulation at a frequency.
template <class Space> class MatrixSource {
public:
  using Values = Kokkos::View<Complex **, Kokkos::LayoutLeft, Space>;
  using Columns = std::vector<std::vector<std::complex<double>>>;

  virtual ~MatrixSource() = default;
  virtual Index unknowns() const = 0;
  // Fills all rows; `values` is overwritten.
  virtual void fill(const Space &space, const Combination &with, const Values &values) = 0;
  // Fill some rows anew, ascending, where they can be filled apart from the others.
  virtual bool can_fill_rows() const { return false; }
  virtual void fill_rows(const Space &, const Combination &, const std::vector<Index> &,
                         const Values &) {}
  // Fill the columns of some unknowns, ascending, with all rows, where they can be filled apart
  // from the others.
  virtual bool can_fill_columns() const { return false; }
  virtual void fill_columns(const Space &, const Combination &, const std::vector<Index> &,
                            const Values &) {}
  // Convert right-hand sides to those of the matrix, and its solutions to currents.
  virtual void transform_rhs(const Space &, Columns &) {}
  virtual void transform_solution(const Space &, Columns &) {}
};

// Makes the source of a formulation at a wavenumber, and at others for which is_low_frequency() is
// the same. `spec` and `surface` must outlive the source.
template <class Space>
std::unique_ptr<MatrixSource<Space>> make_matrix_source(const Surface &surface, const Spec &spec,
                                                        double wavenumber, int threads);

} // namespace curlew::mom

#pragma once

#include <curlew/methods/mom/surface.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

namespace curlew::mom {

// The projector P = D^T (D D^T)^+ D onto currents with charges, for basis functions that carry 1 A
// across their edge. D D^T is the Laplacian of the graph of faces. On a part whose currents cannot
// leave it (through a conducting plane into its image), constants are in the null space of D D^T.
// Adding 1 to all entries of such a part makes it regular; no image of D is affected.
template <class Space> class ChargeProjector {
public:
  using Matrix = DenseMatrix<Space>;

  ChargeProjector(const Space &space, const Surface &surface);

  // v := v + factor P v, for the columns of v (unknowns x m).
  void add(const Space &space, Kokkos::complex<double> factor, const Matrix &v) const;

private:
  Index faces_;
  Kokkos::View<const Index *, Space> slot_offset_, basis_; // [half]
  Kokkos::View<const double *, Space> sign_;               // [half]
  Kokkos::View<const Index *, Space> first_, second_;      // faces of basis functions; -1: an image
  DenseLu<Space> laplacian_;
};

} // namespace curlew::mom

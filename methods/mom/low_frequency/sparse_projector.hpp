#pragma once

#include <curlew/methods/mom/low_frequency/face_graph.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

namespace curlew::mom {

// ChargeProjector for few vectors of many functions: P = D^T (D D^T)^+ D with sparse factors of the
// Laplacian, on the host. On a part that no current leaves, one face is grounded: D v has no
// constant part there, so the grounded solution is one of D D^T u = D v, and D^T u does not depend
// on the choice of the face.
template <class Space> class SparseProjector {
public:
  using Vector = Kokkos::View<Kokkos::complex<double> *, Space>;

  SparseProjector(const Surface &surface, int threads);

  // v := v + factor P v. Waits for the device.
  void add(const Space &space, Kokkos::complex<double> factor, const Vector &v) const;

  // Returns the approximate bytes of the factors and vectors, for `faces` faces: fill grows like n
  // log n.
  static double bytes(Index faces);

private:
  FacePairs faces_;
  Index face_count_;
  SparseFactor<double> laplacian_;
};

} // namespace curlew::mom

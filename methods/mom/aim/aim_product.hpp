#pragma once

#include <curlew/methods/mom/aim/near_matrix.hpp>
#include <curlew/solvers/fft/grid_convolution.hpp>

namespace curlew::mom {

// Seconds of the parts of a product, summed up.
struct ProductSeconds {
  double spread = 0, convolve = 0, gather = 0, near = 0;
};

// y := Z x by the adaptive integral method, @cite bleszynski1996. The basis functions' currents and
// charges at three points a face are spread to the grid, turned into potentials there by FFTs, and
// gathered at the points, where they are tested. The near part corrects the errors of the grid. The
// electric equation has
//   jk (sum_c P_c^T A_c - P_q^T phi / k^2),  A_c = G P_c x,  phi = G P_q x,  c = x, y, z,
// the magnetic one the half of x in the near part, and - sum_c P_c^T (n x curl A)_c with the
// derivatives of the weights: four convolutions for both. Real is the precision of the grid and of
// the near part; vectors are in double precision. On processors the result has the same bits for
// any number of threads, except for the near part's filling (NearMatrix).
template <class Space, class Real> class AimProduct {
public:
  using Vector = Kokkos::View<Complex *, Space>;

  // `with`: the combination of the near part. `near` must be filled before apply() is called.
  AimProduct(const Space &space, const Surface &surface, const AimGrid &grid,
             const AimPoints<Space> &points, const NearMatrix<Space, Real> &near,
             const Combination &with);

  void apply(const Space &space, const Vector &x, const Vector &y) const {
    apply(space, near_, with_, x, y);
  }
  // Multiplies by another combination at the same wavenumber, with its near part: of currents alone
  // (`charge` 0) or of charges alone (`vector` 0), without the convolutions of the others.
  void apply(const Space &space, const NearRows<Space, Real> &near, const Combination &with,
             const Vector &x, const Vector &y) const;

  const ProductSeconds &seconds() const { return seconds_; }
  // Returns the bytes of a product without the near part, for these numbers.
  static double bytes(Index faces, const AimGrid &grid);

private:
  void spread(const Space &space, int component) const;
  void gather(const Space &space, const Combination &with, int component) const;
  template <int k_nodes> void spread_by(const Space &space, int component) const;
  template <int k_nodes>
  void gather_by(const Space &space, const Combination &with, int component) const;
  void make_slabs(const AimGrid &grid, const std::vector<Index> &base);

  SurfaceTable<Space> table_;
  NearRows<Space, Real> near_;
  AimPoints<Space> points_;
  Combination with_;
  GridConvolution<Space, Real> convolution_;
  // Points by slabs of the grid. A slab is as thick as a stencil along the grid's longest axis, so
  // every second slab has no node in common.
  Kokkos::View<const Index *, Space> slab_points_;
  std::vector<Offset> slab_begin_;
  Kokkos::View<const Offset *, Space> slab_begin_there_;
  Kokkos::View<Complex *, Space> corners_; // [face][corner]: coefficients times edge lengths
  // [point][x, y, z, charge]: fields to test, at points that are no images.
  Kokkos::View<Complex *, Space> fields_;
  mutable ProductSeconds seconds_;
};

} // namespace curlew::mom

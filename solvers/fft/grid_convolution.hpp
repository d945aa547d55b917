#pragma once

#include <curlew/solvers/fft/axis_fft.hpp>

namespace curlew {

// Convolutions on a grid with a kernel that is even along each axis,
//
//   y(a) = sum_b K(|a - b|) x(b),   a, b in [0, n_x) x [0, n_y) x [0, n_z),
//
// by transforms of a grid that is padded to P >= 2 n - 1 along each axis, P a fast length. The
// numbers are in data(), where the caller writes x and reads y: no copy is made. The kernel's
// transform is even as well, so one octant of it is kept. Processors leave out lines of zeros and
// lines of unused results: 40 % of the work and half of the memory of the padded grid; the
// transforms along z and the product are one pass over the memory.
template <class Space, class Real = double> class GridConvolution {
public:
  using Number = Kokkos::complex<Real>;
  using Data = Kokkos::View<Number *, Space>;
  using Octant = Kokkos::View<Kokkos::complex<double> *, Space>;

  // Throws Error for an extent below 1 and NotCompiled on HIP.
  GridConvolution(const Space &space, const std::array<Index, 3> &extent);

  // Returns the number of distances of the kernel that set_kernel() takes along each axis: P / 2 +
  // 1. Kernel values at distances of n and more have no effect.
  std::array<Index, 3> kernel_extent() const;
  // kernel[(z k_y + y) k_x + x]: K at this distance. Is overwritten. Waits.
  void set_kernel(const Space &space, const Octant &kernel);

  // x and y: number (ix, iy, iz) is data()[ix + iy stride[1] + iz stride[2]].
  const Data &data() const;
  std::array<Offset, 3> stride() const;
  // Returns the size of the padded grid along each axis.
  std::array<Index, 3> padded() const;

  // Sets all of x to 0.
  void clear(const Space &space) const;
  // data() := y of x.
  void apply(const Space &space) const;

  // Returns the bytes in the memory of the space for such an extent.
  static double bytes(const std::array<Index, 3> &extent);

  class Implementation;

private:
  std::shared_ptr<Implementation> implementation_;
};

} // namespace curlew

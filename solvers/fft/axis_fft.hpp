#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <array>
#include <memory>

namespace curlew {

// forward: exp(-2 pi i j k / n), inverse: exp(+2 pi i j k / n). Neither divides by n.
enum class FftDirection { forward, inverse };

// Returns the least length from `least` on whose prime factors are 2, 3, 5 and 7, for which
// transforms are fastest. At least 1.
Index fast_fft_length(Index least);

// Discrete Fourier transforms of all lines along one axis of an array of complex numbers, in place:
//
//   const AxisFft<Space> along_y(space, {nx, ny, nz}, 1);
//   along_y.apply(space, data, FftDirection::forward);   // data[(z ny + y) nx + x]
//
// Real is double or float. Processors transform as many lines at once as their vectors have lanes,
// and share the lines among the threads of the space; devices call cuFFT. Any length; a length with
// a prime factor p above 7 takes p operations per number on processors. The same bits for any
// number of threads.
template <class Space, class Real = double> class AxisFft {
public:
  using Number = Kokkos::complex<Real>;
  using Data = Kokkos::View<Number *, Space>;

  // `extent`: numbers along x (neighbours in memory), y and z; `axis`: 0 for x ... 2 for z. Throws
  // Error for an extent below 1 or another axis, and NotCompiled on HIP.
  AxisFft(const Space &space, const std::array<Index, 3> &extent, int axis);

  // Transforms `data`, which must have as many numbers as the extent; otherwise throws
  // DimensionMismatch. Waits only where `space` is a host's.
  void apply(const Space &space, const Data &data, FftDirection direction) const;

  class Implementation;

private:
  std::shared_ptr<const Implementation> implementation_;
};

} // namespace curlew

#pragma once

// Not installed: declarations shared by the sources of this folder. The sources for processors and
// those for devices are separate, because nvcc has no vectors for devices.

#include <curlew/solvers/fft/axis_fft.hpp>
#include <curlew/solvers/fft/grid_convolution.hpp>

#define CURLEW_FFT_HOST_SPACES(INSTANTIATE) INSTANTIATE(Host)
#define CURLEW_FFT_DEVICE_SPACES(INSTANTIATE)                                                      \
  CURLEW_IF_CUDA(INSTANTIATE(Kokkos::Cuda))                                                        \
  CURLEW_IF_HIP(INSTANTIATE(Kokkos::HIP))

namespace curlew {

template <class Space, class Real> class AxisFft<Space, Real>::Implementation {
public:
  virtual ~Implementation() = default;
  virtual void apply(const Space &space, Number *data, FftDirection direction) const = 0;

  Offset numbers = 0;
};

template <class Space, class Real> class GridConvolution<Space, Real>::Implementation {
public:
  virtual ~Implementation() = default;
  virtual void set_kernel(const Space &space, const Octant &kernel) = 0;
  virtual void clear(const Space &space) const = 0;
  virtual void apply(const Space &space) const = 0;

  std::array<Index, 3> extent, padded, octant;
  std::array<Offset, 3> stride;
  Data data;
};

namespace fft {

template <class Space, class Real>
using AxisPointer = std::shared_ptr<const typename AxisFft<Space, Real>::Implementation>;
template <class Space, class Real>
using ConvolutionPointer = std::shared_ptr<typename GridConvolution<Space, Real>::Implementation>;

template <class Space, class Real>
AxisPointer<Space, Real> make_axis_on_host(const std::array<Index, 3> &extent, int axis);
template <class Space, class Real>
AxisPointer<Space, Real> make_axis_on_device(const Space &space, const std::array<Index, 3> &extent,
                                             int axis);
template <class Space, class Real>
ConvolutionPointer<Space, Real> make_convolution_on_host(const std::array<Index, 3> &extent);
template <class Space, class Real>
ConvolutionPointer<Space, Real> make_convolution_on_device(const Space &space,
                                                           const std::array<Index, 3> &extent);

} // namespace fft
} // namespace curlew

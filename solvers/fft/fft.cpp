#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/solvers/fft/fft_backends.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

void require_extent(const std::array<Index, 3> &extent) {
  if (*std::min_element(extent.begin(), extent.end()) < 1)
    throw Error(ExitCode::internal, fmt::format("a transform of a grid of {} x {} x {} numbers",
                                                extent[0], extent[1], extent[2]));
}

std::array<Index, 3> padded_extent(const std::array<Index, 3> &extent) {
  std::array<Index, 3> padded;
  for (int d = 0; d < 3; ++d)
    padded[d] = fast_fft_length(2 * extent[d] - 1);
  return padded;
}

} // namespace

Index fast_fft_length(Index least) {
  for (Index n = std::max<Index>(least, 1);; ++n) {
    Index rest = n;
    for (const Index factor : {2, 3, 5, 7})
      while (rest % factor == 0)
        rest /= factor;
    if (rest == 1)
      return n;
  }
}

template <class Space, class Real>
AxisFft<Space, Real>::AxisFft(const Space &space, const std::array<Index, 3> &extent, int axis) {
  require_extent(extent);
  if (axis < 0 || axis > 2)
    throw Error(ExitCode::internal, fmt::format("a transform along axis {}", axis));
  if constexpr (is_device<Space>) {
    implementation_ = fft::make_axis_on_device<Space, Real>(space, extent, axis);
  } else {
    (void)space;
    implementation_ = fft::make_axis_on_host<Space, Real>(extent, axis);
  }
}

template <class Space, class Real>
void AxisFft<Space, Real>::apply(const Space &space, const Data &data,
                                 FftDirection direction) const {
  require_equal_size("numbers of a transform", static_cast<Offset>(data.extent(0)),
                     implementation_->numbers);
  implementation_->apply(space, data.data(), direction);
}

template <class Space, class Real>
GridConvolution<Space, Real>::GridConvolution(const Space &space,
                                              const std::array<Index, 3> &extent) {
  require_extent(extent);
  if constexpr (is_device<Space>) {
    implementation_ = fft::make_convolution_on_device<Space, Real>(space, extent);
  } else {
    (void)space;
    implementation_ = fft::make_convolution_on_host<Space, Real>(extent);
  }
}

template <class Space, class Real>
std::array<Index, 3> GridConvolution<Space, Real>::kernel_extent() const {
  return implementation_->octant;
}
template <class Space, class Real> auto GridConvolution<Space, Real>::data() const -> const Data & {
  return implementation_->data;
}
template <class Space, class Real>
std::array<Offset, 3> GridConvolution<Space, Real>::stride() const {
  return implementation_->stride;
}
template <class Space, class Real>
std::array<Index, 3> GridConvolution<Space, Real>::padded() const {
  return implementation_->padded;
}
template <class Space, class Real>
void GridConvolution<Space, Real>::clear(const Space &space) const {
  implementation_->clear(space);
}
template <class Space, class Real>
void GridConvolution<Space, Real>::apply(const Space &space) const {
  implementation_->apply(space);
}

template <class Space, class Real>
void GridConvolution<Space, Real>::set_kernel(const Space &space, const Octant &kernel) {
  const auto &octant = implementation_->octant;
  require_equal_size("numbers of a convolution's kernel", static_cast<Offset>(kernel.extent(0)),
                     Offset(octant[0]) * octant[1] * octant[2]);
  implementation_->set_kernel(space, kernel);
}

template <class Space, class Real>
double GridConvolution<Space, Real>::bytes(const std::array<Index, 3> &extent) {
  const std::array<Index, 3> padded = padded_extent(extent);
  double octant = 1;
  for (int d = 0; d < 3; ++d)
    octant *= padded[d] / 2 + 1;
  const double z = is_device<Space> ? padded[2] : extent[2];
  // The kernel is given in double precision; a device's library has work memory of its own.
  return sizeof(Number) * ((is_device<Space> ? 2.0 : 1.0) * padded[0] * padded[1] * z + octant) +
         16 * octant;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class AxisFft<Space, double>;                                                           \
  template class AxisFft<Space, float>;                                                            \
  template class GridConvolution<Space, double>;                                                   \
  template class GridConvolution<Space, float>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

// Fourier transforms along axes and convolutions on grids, against sums.
#include "../kokkos_environment.hpp"

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/solvers/fft/axis_fft.hpp>
#include <curlew/solvers/fft/grid_convolution.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <vector>

namespace curlew::testing {
namespace {

using complex = std::complex<double>;
using Extent = std::array<Index, 3>;

template <class Space_, class Real_> struct Kind {
  using Space = Space_;
  using Real = Real_;
};
using Kinds = ::testing::Types<Kind<Host, double>,
                               Kind<Host, float> CURLEW_IF_CUDA(, Kind<Kokkos::Cuda, double>,
                                                                Kind<Kokkos::Cuda, float>)>;

template <class Kind> class Transforms : public ::testing::Test {
protected:
  using Space = typename Kind::Space;
  using Real = typename Kind::Real;
  using Number = Kokkos::complex<Real>;
  // Errors grow like sqrt(log n) eps; the sums of the oracle like sqrt(n) eps.
  static constexpr double k_tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-14;

  static Kokkos::View<Number *, Space> to_space(const std::vector<complex> &values) {
    std::vector<Number> numbers;
    for (const complex &value : values)
      numbers.emplace_back(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
    return to_view<Space>("numbers", numbers);
  }
  static std::vector<complex> to_host(const Kokkos::View<Number *, Space> &view) {
    std::vector<complex> values;
    for (const Number &number : to_vector(view))
      values.emplace_back(number.real(), number.imag());
    return values;
  }
};
TYPED_TEST_SUITE(Transforms, Kinds);

std::vector<complex> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<complex> values(count);
  for (complex &value : values)
    value = {uniform(random), uniform(random)};
  return values;
}

double relative_difference(const std::vector<complex> &a, const std::vector<complex> &b) {
  double off = 0, norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    off += std::norm(a.at(i) - b[i]);
    norm += std::norm(b[i]);
  }
  return std::sqrt(off / norm);
}

// The sum that defines the transform along one axis.
std::vector<complex> transformed(const std::vector<complex> &x, const Extent &extent, int axis,
                                 double sign) {
  const std::size_t stride[3] = {1, static_cast<std::size_t>(extent[0]),
                                 static_cast<std::size_t>(extent[0]) * extent[1]};
  const std::size_t n = extent[axis];
  std::vector<complex> root, y(x.size());
  for (std::size_t k = 0; k < n; ++k)
    root.push_back(std::polar(1.0, sign * 2 * std::acos(-1.0) * static_cast<double>(k) /
                                       static_cast<double>(n)));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t k = i / stride[axis] % n, first = i - k * stride[axis];
    for (std::size_t j = 0; j < n; ++j)
      y[i] += x[first + j * stride[axis]] * root[j * k % n];
  }
  return y;
}

TYPED_TEST(Transforms, AlongEveryAxisAreTheirSums) {
  using Space = typename TestFixture::Space;
  using Real = typename TestFixture::Real;
  // Every radix, primes without a radix of their own, a single number, full and partial lanes.
  for (const Extent &extent : {Extent{1, 1, 1},
                               {16, 3, 5},
                               {30, 9, 7},
                               {21, 64, 2},
                               {11, 26, 37},
                               {1, 98, 17},
                               {128, 1, 33}})
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t count = static_cast<std::size_t>(extent[0]) * extent[1] * extent[2];
      const std::vector<complex> x = random_numbers(count, 3);
      const AxisFft<Space, Real> fft(Space(), extent, axis);
      const auto data = this->to_space(x);
      fft.apply(Space(), data, FftDirection::forward);
      Space().fence();
      const auto forward = this->to_host(data);
      EXPECT_LT(relative_difference(forward, transformed(x, extent, axis, -1)), this->k_tolerance)
          << extent[0] << " " << extent[1] << " " << extent[2] << ", axis " << axis;
      if (extent[axis] > 2) { // the twin: the other sign is another transform
        EXPECT_GT(relative_difference(forward, transformed(x, extent, axis, 1)), 0.1);
      }
      fft.apply(Space(), data, FftDirection::inverse);
      Space().fence();
      std::vector<complex> scaled = x;
      for (complex &value : scaled)
        value *= extent[axis];
      EXPECT_LT(relative_difference(this->to_host(data), scaled), this->k_tolerance);
    }
}

TYPED_TEST(Transforms, ConvolveWithAnEvenKernel) {
  using Space = typename TestFixture::Space;
  using Real = typename TestFixture::Real;
  for (const Extent &n : {Extent{1, 1, 1}, {4, 1, 1}, {9, 5, 7}, {12, 8, 3}, {2, 17, 6}}) {
    GridConvolution<Space, Real> convolution(Space(), n);
    const Extent octant = convolution.kernel_extent();
    const std::vector<complex> kernel =
        random_numbers(static_cast<std::size_t>(octant[0]) * octant[1] * octant[2], 1);
    const auto at = [&](int x, int y, int z) {
      return kernel[(static_cast<std::size_t>(std::abs(z)) * octant[1] + std::abs(y)) * octant[0] +
                    std::abs(x)];
    };
    std::vector<Kokkos::complex<double>> given;
    for (const complex &value : kernel)
      given.emplace_back(value.real(), value.imag());
    convolution.set_kernel(Space(), to_view<Space>("kernel", given));
    const auto stride = convolution.stride();
    for (const unsigned seed : {5u, 6u}) { // twice: nothing of the first may be left
      const std::vector<complex> x =
          random_numbers(static_cast<std::size_t>(n[0]) * n[1] * n[2], seed);
      convolution.clear(Space());
      Space().fence();
      std::vector<complex> data(convolution.data().extent(0));
      for (int c = 0, i = 0; c < n[2]; ++c)
        for (int b = 0; b < n[1]; ++b)
          for (int a = 0; a < n[0]; ++a)
            data[a + b * stride[1] + c * stride[2]] = x[i++];
      Kokkos::deep_copy(convolution.data(), this->to_space(data));
      convolution.apply(Space());
      Space().fence();
      data = this->to_host(convolution.data());
      std::vector<complex> found, expected;
      for (int c = 0; c < n[2]; ++c)
        for (int b = 0; b < n[1]; ++b)
          for (int a = 0; a < n[0]; ++a) {
            found.push_back(data[a + b * stride[1] + c * stride[2]]);
            complex sum = 0;
            for (int r = 0, i = 0; r < n[2]; ++r)
              for (int q = 0; q < n[1]; ++q)
                for (int p = 0; p < n[0]; ++p)
                  sum += at(a - p, b - q, c - r) * x[i++];
            expected.push_back(sum);
          }
      EXPECT_LT(relative_difference(found, expected), 3 * this->k_tolerance);
    }
  }
}

TEST(Fft, FastLengthsHaveSmallFactorsOnly) {
  EXPECT_EQ(fast_fft_length(0), 1);
  EXPECT_EQ(fast_fft_length(7), 7);
  EXPECT_EQ(fast_fft_length(11), 12);
  EXPECT_EQ(fast_fft_length(121), 125);
  EXPECT_EQ(fast_fft_length(211), 216);
}

TEST(Fft, WrongSizesAreRefused) {
  const Host space;
  EXPECT_THROW(AxisFft<Host>(space, {4, 0, 4}, 0), Error);
  EXPECT_THROW(AxisFft<Host>(space, {4, 4, 4}, 3), Error);
  EXPECT_THROW(GridConvolution<Host>(space, {4, -1, 4}), Error);
  const AxisFft<Host> fft(space, {4, 4, 4}, 0);
  const AxisFft<Host>::Data data("data", 63);
  EXPECT_THROW(fft.apply(space, data, FftDirection::forward), DimensionMismatch);
}

} // namespace
} // namespace curlew::testing

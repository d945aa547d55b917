#pragma once

// Not installed: included by host sources of this library only, like core/parallel/simd.hpp.

#include <curlew/core/constants.hpp>
#include <curlew/core/index.hpp>
#include <curlew/core/parallel/simd.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace curlew::fft {

constexpr std::size_t k_simd_bytes = k_simd_lanes * sizeof(double);
template <class Real> constexpr int k_lanes = static_cast<int>(k_simd_bytes / sizeof(Real));

// A complex number of each of several lines.
template <class Real> struct LaneNumber {
  typedef Real Simd __attribute__((vector_size(k_simd_bytes)));
  Simd re, im;
};

template <class Real>
inline LaneNumber<Real> operator+(const LaneNumber<Real> &a, const LaneNumber<Real> &b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
inline LaneNumber<Real> operator-(const LaneNumber<Real> &a, const LaneNumber<Real> &b) {
  return {a.re - b.re, a.im - b.im};
}

// Neighbouring numbers, one for each lane; `inverse` exchanges real and imaginary parts, which
// makes a forward transform an inverse one. Lanes from `count` on are 0.
template <class Real>
inline LaneNumber<Real> load_lanes(const Kokkos::complex<Real> *from, int count, bool inverse) {
  constexpr int k_count = k_lanes<Real>;
  Real parts[2 * k_count];
  if (count == k_count) {
    std::memcpy(parts, from, sizeof parts);
  } else {
    std::memset(parts, 0, sizeof parts);
    std::memcpy(parts, from, count * sizeof(*from));
  }
  LaneNumber<Real> value;
  for (int lane = 0; lane < k_count; ++lane) {
    value.re[lane] = parts[2 * lane];
    value.im[lane] = parts[2 * lane + 1];
  }
  if (inverse)
    std::swap(value.re, value.im);
  return value;
}

template <class Real>
inline void store_lanes(LaneNumber<Real> value, int count, bool inverse,
                        Kokkos::complex<Real> *to) {
  constexpr int k_count = k_lanes<Real>;
  if (inverse)
    std::swap(value.re, value.im);
  Real parts[2 * k_count];
  for (int lane = 0; lane < k_count; ++lane) {
    parts[2 * lane] = value.re[lane];
    parts[2 * lane + 1] = value.im[lane];
  }
  std::memcpy(to, parts, (count == k_count ? k_count : count) * sizeof(*to));
}

// Discrete Fourier transforms of several lines at once, y_k = sum_j x_j exp(-2 pi i j k / n): the
// mixed-radix form of Stockham's algorithm, which needs no reordering (C. Van Loan, Computational
// Frameworks for the Fast Fourier Transform, SIAM 1992, section 1.7). Any n; each of its prime
// factors p above 7 costs p operations a number.
template <class Real> class LineTransform {
public:
  using Number = LaneNumber<Real>;

  explicit LineTransform(Index length) : length_(length) {
    Index left = length;
    for (const Index radix : {4, 2, 3, 5, 7})
      for (; left % radix == 0; left /= radix)
        radices_.push_back(radix);
    for (Index factor = 11; left > 1; factor += 2) {
      if (factor * static_cast<Offset>(factor) > left)
        factor = left;
      for (; left % factor == 0; left /= factor)
        radices_.push_back(factor);
    }
    for (Index k = 0; k < length; ++k) {
      const double angle = 2 * k_pi * k / length;
      cosine_.push_back(static_cast<Real>(std::cos(angle)));
      sine_.push_back(static_cast<Real>(std::sin(angle)));
    }
  }

  Index length() const { return length_; }

  // `x`: the numbers, `y`: memory for as many. Returns the one of the two that holds the result.
  Number *apply(Number *x, Number *y) const {
    Index left = length_, stride = 1;
    for (const Index radix : radices_) {
      left /= radix;
      if (radix == 4)
        pass_of_four(x, y, left, stride);
      else if (radix == 2)
        pass_of_two(x, y, left, stride);
      else if (radix == 3)
        odd_pass<3>(x, y, left, stride);
      else if (radix == 5)
        odd_pass<5>(x, y, left, stride);
      else if (radix == 7)
        odd_pass<7>(x, y, left, stride);
      else
        any_pass(x, y, radix, left, stride);
      std::swap(x, y);
      stride *= radix;
    }
    return x;
  }

private:
  // Returns value exp(-2 pi i k / length)
  Number turned(const Number &value, Index k) const {
    const Real c = cosine_[k], s = sine_[k];
    return {value.re * c + value.im * s, value.im * c - value.re * s};
  }

  void pass_of_two(const Number *x, Number *y, Index left, Index stride) const {
    for (Index p = 0; p < left; ++p)
      for (Index q = 0; q < stride; ++q) {
        const Number a = x[q + stride * p], b = x[q + stride * (p + left)];
        y[q + stride * 2 * p] = a + b;
        y[q + stride * (2 * p + 1)] = turned(a - b, p * stride);
      }
  }

  void pass_of_four(const Number *x, Number *y, Index left, Index stride) const {
    for (Index p = 0; p < left; ++p) {
      const Number *from = x + stride * p;
      Number *to = y + stride * 4 * p;
      const Index k = p * stride;
      for (Index q = 0; q < stride; ++q) {
        const Number a = from[q], b = from[q + stride * left];
        const Number c = from[q + stride * 2 * left], d = from[q + stride * 3 * left];
        const Number s = a + c, t = a - c, u = b + d, v = b - d;
        const Number w{v.im, -v.re}; // -i v
        to[q] = s + u;
        to[q + stride] = turned(t + w, k);
        to[q + stride * 2] = turned(s - u, 2 * k);
        to[q + stride * 3] = turned(t - w, 3 * k);
      }
    }
  }

  // Numbers at opposite positions share their cosines and sines.
  template <int k_radix> void odd_pass(const Number *x, Number *y, Index left, Index stride) const {
    constexpr int k_half = (k_radix - 1) / 2;
    const Index step = length_ / k_radix;
    Real c[k_radix], s[k_radix];
    for (int k = 0; k < k_radix; ++k) {
      c[k] = cosine_[k * step];
      s[k] = sine_[k * step];
    }
    for (Index p = 0; p < left; ++p) {
      const Number *from = x + stride * p;
      Number *to = y + stride * k_radix * p;
      for (Index q = 0; q < stride; ++q) {
        Number sum[k_half], difference[k_half];
        const Number first = from[q];
        Number total = first;
        for (int k = 1; k <= k_half; ++k) {
          const Number a = from[q + stride * left * k];
          const Number b = from[q + stride * left * (k_radix - k)];
          sum[k - 1] = a + b;
          difference[k - 1] = a - b;
          total = total + sum[k - 1];
        }
        to[q] = total;
        for (int j = 1; j <= k_half; ++j) {
          Number even = first, odd{};
          for (int k = 1; k <= k_half; ++k) {
            const Real cosine = c[j * k % k_radix], sine = s[j * k % k_radix];
            even.re += cosine * sum[k - 1].re;
            even.im += cosine * sum[k - 1].im;
            odd.re += sine * difference[k - 1].im; // the parts of -i times the difference
            odd.im -= sine * difference[k - 1].re;
          }
          to[q + stride * j] = turned(even + odd, p * stride * j);
          to[q + stride * (k_radix - j)] = turned(even - odd, p * stride * (k_radix - j));
        }
      }
    }
  }

  void any_pass(const Number *x, Number *y, Index radix, Index left, Index stride) const {
    const Index step = length_ / radix;
    for (Index p = 0; p < left; ++p)
      for (Index j = 0; j < radix; ++j)
        for (Index q = 0; q < stride; ++q) {
          Number sum = x[q + stride * p];
          Index angle = 0;
          for (Index k = 1; k < radix; ++k) {
            angle = angle + j >= radix ? angle + j - radix : angle + j;
            sum = sum + turned(x[q + stride * (p + left * k)], angle * step);
          }
          y[q + stride * (radix * p + j)] = turned(sum, p * stride * j);
        }
  }

  Index length_;
  std::vector<Index> radices_;
  std::vector<Real> cosine_, sine_; // cosine and sine of 2 pi k / length
};

} // namespace curlew::fft

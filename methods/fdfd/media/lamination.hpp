#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>

#include <cmath>

namespace curlew::fdfd {

// The averages of a stack of plane layers that is thin against the wavelength, whatever the signs
// of their constants: along the layers E is the same in all of them, across them D is, so that
//   c_along = <c>,   c_across = 1 / <1/c>
// are exact to first order @cite kottke2008, for metals too. Both have places where the average
// acts as a resonance without losses, <c> = 0 and <1/c> = 0. Next to them it gets losses of a small
// part of the layers' own size, which keep the equations regular.
class Lamination {
public:
  // Adds a layer; lengths in any unit.
  void add(double length, const complex &constant) {
    sum_ += length * constant;
    sum_of_inverse_ += length * (1.0 / constant);
    size_ += length * std::abs(constant);
    size_of_inverse_ += length / std::abs(constant);
    length_ += length;
  }
  complex along() const {
    constexpr double k_least = 1e-6;
    const complex mean = sum_ / length_;
    return std::abs(sum_) < k_least * size_ ? mean - complex(0, k_least * size_ / length_) : mean;
  }
  complex across() const {
    constexpr double k_least = 1e-3;
    return std::abs(sum_of_inverse_) < k_least * size_of_inverse_
               ? length_ / (sum_of_inverse_ + complex(0, k_least * size_of_inverse_))
               : length_ / sum_of_inverse_;
  }

private:
  complex sum_ = 0, sum_of_inverse_ = 0;
  double size_ = 0, size_of_inverse_ = 0, length_ = 0;
};

} // namespace curlew::fdfd

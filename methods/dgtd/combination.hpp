#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <initializer_list>
#include <utility>

namespace curlew::dgtd {

// Sum of fields with factors, number by number.
template <class Space> struct Combination {
  using Values = Kokkos::View<double *, Space>;
  static constexpr int k_most = 5;

  Combination() = default;
  // Takes at most k_most terms; those with the factor 0 are left out.
  Combination(std::initializer_list<std::pair<double, Values>> terms) {
    for (const auto &[one_factor, one_field] : terms)
      if (one_factor != 0) {
        factor[count] = one_factor;
        field[count++] = one_field;
      }
  }

  KOKKOS_INLINE_FUNCTION double operator()(const Offset i) const {
    double sum = 0;
    for (int k = 0; k < count; ++k)
      sum += factor[k] * field[k](i);
    return sum;
  }

  int count = 0;
  double factor[k_most] = {};
  Values field[k_most];
};

// Computes out := the sum; out may be one of its fields.
template <class Space> struct StoreCombination {
  Kokkos::View<double *, Space> out;
  Combination<Space> sum;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { out(i) = sum(i); }
};

} // namespace curlew::dgtd

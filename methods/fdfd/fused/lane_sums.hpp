#pragma once

#include <curlew/methods/fdfd/fused/lanes.hpp>

#include <type_traits>

namespace curlew::fdfd {

// The sums of a kernel on a host, row by row, several entries at once. A row's weights are those
// along x times one factor, `across`. A Summand may declare that only its first k_weighted sums,
// pairs of real and imaginary parts, use weights, and linearly: it then receives the weights along
// x, and the sums get the factor once, at the row's end. Other Summands (k_weighted 0) receive the
// whole weight.
template <class Summand> class LaneSums {
public:
  // True where the Summand takes a SimdIndex, with SimdComplex for its numbers.
  template <class... Numbers>
  static constexpr bool takes_lanes =
      std::is_invocable_v<const Summand &, SimdIndex, const Numbers &..., SimdDouble *&>;

  // Calls add(i, weight, sums) for every i of a row, with Offsets or, where k_wide, SimdIndex.
  template <bool k_wide, class Add>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(Index count, Entries<const Complex> along,
                                         const Complex &across, const Add &add) {
    SimdDouble lanes[k_count] = {};
    double sum[k_count] = {};
    Offset i = 0;
    if constexpr (k_wide)
      for (; i + k_lanes <= count; i += k_lanes)
        add(SimdIndex{i}, weight(get(along, SimdIndex{i}), across), lanes);
    for (; i < count; ++i)
      add(i, weight(along[i], across), sum);
    for (int s = 0; s < Summand::k_sums; ++s)
      for (int lane = 0; lane < k_lanes; ++lane)
        sum[s] += lanes[s][lane];
    for (int s = 0; s < Summand::k_weighted; s += 2) {
      const Complex weighted = across * Complex(sum[s], sum[s + 1]);
      sum[s] = weighted.real();
      sum[s + 1] = weighted.imag();
    }
    for (int s = 0; s < Summand::k_sums; ++s)
      totals_[s] += sum[s];
  }

  KOKKOS_INLINE_FUNCTION double total(int s) const { return totals_[s]; }

private:
  static constexpr int k_count = Summand::k_sums > 0 ? Summand::k_sums : 1;

  template <class Number>
  static KOKKOS_INLINE_FUNCTION Number weight(const Number &along, const Complex &across) {
    return Summand::k_weighted > 0 ? along : across * along;
  }

  double totals_[k_count] = {};
};

} // namespace curlew::fdfd

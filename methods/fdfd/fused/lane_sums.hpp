#pragma once

#include <curlew/core/index.hpp>

#include <Kokkos_Core.hpp>

namespace curlew::fdfd {

// The sums of a kernel on a host, row by row, so that compilers can add several entries at once. A
// row's weights are those along x times one factor, `across`. A Summand may say that it uses
// weights in its first k_weighted sums alone, pairs of real and imaginary parts, and there
// linearly: it is then given the weights along x, and the sums get the factor once, at the row's
// end. Others (k_weighted 0) are given the whole weight.
template <class Summand> class LaneSums {
public:
  static constexpr int k_lanes = 8;
  static constexpr int k_count = Summand::k_sums > 0 ? Summand::k_sums : 1;

  // The sums of one lane.
  struct Lane {
    double (&row)[k_count][k_lanes];
    int number;
    KOKKOS_INLINE_FUNCTION double &operator[](int s) const { return row[s][number]; }
  };

  // What a summand is given of the weight whose part along x is this.
  static KOKKOS_INLINE_FUNCTION Kokkos::complex<double>
  weight(const Kokkos::complex<double> &along, const Kokkos::complex<double> &across) {
    return Summand::k_weighted > 0 ? along : across * along;
  }

  // add(i, lane) for every i of a row.
  template <class Add>
  KOKKOS_INLINE_FUNCTION void sweep(Index count, const Kokkos::complex<double> &across,
                                    const Add &add) {
    double row[k_count][k_lanes] = {};
    Index i = 0;
    for (; i + k_lanes <= count; i += k_lanes)
      for (int number = 0; number < k_lanes; ++number) {
        Lane lane{row, number};
        add(i + number, lane);
      }
    for (; i < count; ++i) {
      Lane lane{row, 0};
      add(i, lane);
    }
    double sum[k_count];
    for (int s = 0; s < Summand::k_sums; ++s) {
      sum[s] = 0;
      for (int number = 0; number < k_lanes; ++number)
        sum[s] += row[s][number];
    }
    for (int s = 0; s < Summand::k_weighted; s += 2) {
      const Kokkos::complex<double> weighted = across * Kokkos::complex<double>(sum[s], sum[s + 1]);
      sum[s] = weighted.real();
      sum[s + 1] = weighted.imag();
    }
    for (int s = 0; s < Summand::k_sums; ++s)
      totals_[s] += sum[s];
  }

  KOKKOS_INLINE_FUNCTION double total(int s) const { return totals_[s]; }

private:
  double totals_[k_count] = {};
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace curlew {

// Adds rows times factors to the sums of a value.
template <class Space> struct AddRows {
  static constexpr int k_block = 4; // frequencies that one reading of a value serves

  Kokkos::View<const double **, Kokkos::LayoutRight, Space> rows; // [row][value]
  Kokkos::View<const double *, Space> factors;                    // [row][frequency][re, im]
  Kokkos::View<double **, Kokkos::LayoutRight, Space> sums;       // [frequency][value, re and im]
  int count, frequencies;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset v) const {
    for (int first = 0; first < frequencies; first += k_block) {
      const int block = frequencies - first < k_block ? frequencies - first : k_block;
      double re[k_block] = {}, im[k_block] = {};
      for (int row = 0; row < count; ++row) {
        const double value = rows(row, v);
        const double *factor = &factors(2 * (static_cast<Offset>(row) * frequencies + first));
        for (int f = 0; f < block; ++f) {
          re[f] += factor[2 * f] * value;
          im[f] += factor[2 * f + 1] * value;
        }
      }
      for (int f = 0; f < block; ++f) {
        sums(first + f, 2 * v) += re[f];
        sums(first + f, 2 * v + 1) += im[f];
      }
    }
  }
};

// Sums that turn records in time into phasors of e^{+j omega t} while the steps run,
//   V(f) = dt sum over n of v(n dt) e^{-j 2 pi f n dt},
// of any number of values at any number of frequencies; in the memory of the space that computes v.
// A value is read once for all frequencies of a block. Verified by RunningTransform.*.
template <class Space> class RunningTransform {
public:
  using Rows = Kokkos::View<const double **, Kokkos::LayoutRight, Space>; // [row][value]

  RunningTransform(std::vector<double> frequencies_hz, double dt_s, Offset values)
      : frequencies_hz_(std::move(frequencies_hz)), dt_s_(dt_s),
        sums_("curlew::far_field::sums", frequencies_hz_.size(), 2 * values) {}

  const std::vector<double> &frequencies_hz() const { return frequencies_hz_; }

  // Adds the first `count` rows: those of the steps first_step, first_step + 1 ...
  void add(const Space &space, const Rows &rows, int count, std::int64_t first_step) {
    const auto values = static_cast<Offset>(rows.extent(1));
    if (count == 0 || values == 0)
      return;
    const auto factors =
        to_view<Space>("curlew::far_field::factors", factors_of(count, first_step));
    Kokkos::parallel_for(
        "curlew::far_field::transform", RangePolicy<Space>(space, 0, values),
        AddRows<Space>{rows, factors, sums_, count, static_cast<int>(frequencies_hz_.size())});
    space.fence(); // `factors` ends here
  }

  // [frequency][value][re, im]
  std::vector<double> save(const Space &space) const {
    return to_vector(space, Kokkos::View<const double *, Space>(sums_.data(), sums_.size()));
  }
  void load(const Space &space, const std::vector<double> &sums) {
    copy_to_view(space, sums, Kokkos::View<double *, Space>(sums_.data(), sums_.size()));
  }

private:
  // Returns dt e^{-j omega t}, [row][frequency][re, im].
  std::vector<double> factors_of(int count, std::int64_t first_step) const {
    std::vector<double> factors;
    factors.reserve(2 * static_cast<std::size_t>(count) * frequencies_hz_.size());
    for (int row = 0; row < count; ++row)
      for (const double frequency_hz : frequencies_hz_) {
        // Whole periods are subtracted first, so that the angle stays exact in long runs.
        const double periods = frequency_hz * dt_s_ * static_cast<double>(first_step + row);
        const double angle = -2 * k_pi * (periods - std::floor(periods));
        factors.push_back(dt_s_ * std::cos(angle));
        factors.push_back(dt_s_ * std::sin(angle));
      }
    return factors;
  }

  std::vector<double> frequencies_hz_;
  double dt_s_;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> sums_; // [frequency][value, re and im]
};

} // namespace curlew

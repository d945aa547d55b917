#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace curlew {

// Returns values [row][column][number] as [column][row][number].
inline std::vector<double> with_columns_first(const std::vector<double> &values, std::size_t rows,
                                              std::size_t columns, std::size_t numbers) {
  std::vector<double> result(values.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t k = 0; k < numbers; ++k)
        result[(column * rows + row) * numbers + k] =
            values[(row * columns + column) * numbers + k];
  return result;
}

// Sampler of a vector at points: writes it as three values of a row.
template <class Fields> struct SampleVectors {
  Fields fields; // device-callable electric(point, field), which adds to a field of 0

  KOKKOS_INLINE_FUNCTION void operator()(Index p, double *row) const {
    double field[3] = {0, 0, 0};
    fields.electric(p, field);
    for (int d = 0; d < 3; ++d)
      row[3 * static_cast<Offset>(p) + d] = field[d];
  }
};

template <class Sampler> struct SampleRow {
  Sampler sampler;
  double *row;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { sampler(i, row); }
};

// Running transforms of values that are sampled after each step: samples of many steps are kept in
// the memory of the space, and then added to the sums together. Sums of about a tenth of the run
// ago are kept, so that the run can tell whether they still change. Verified by
// SampledTransform.*.
template <class Space> class SampledTransform {
public:
  // `most_rows`: most steps whose samples are kept, within a limit of bytes.
  SampledTransform(std::vector<double> frequencies_hz, double dt_s, Offset values,
                   int most_rows = 256)
      : rows_("curlew::time::sampled_rows", row_count(values, most_rows), values),
        transform_(std::move(frequencies_hz), dt_s, values) {}

  const std::vector<double> &frequencies_hz() const { return transform_.frequencies_hz(); }

  // Records the values at `step` dt; called step by step. `sampler`: device-callable
  // sampler(i, row), i below `count`, which together fill the row.
  template <class Sampler>
  void record(const Space &space, const Sampler &sampler, Index count, std::int64_t step) {
    if (filled_ == 0)
      first_step_ = step;
    double *row = rows_.data() + static_cast<std::size_t>(filled_) * rows_.extent(1);
    ++filled_;
    if (count > 0)
      Kokkos::parallel_for("curlew::time::sample_row", RangePolicy<Space>(space, 0, count),
                           SampleRow<Sampler>{sampler, row});
    if (filled_ == static_cast<int>(rows_.extent(0)) ||
        filled_ >= std::max<std::int64_t>(16, first_step_ / 20))
      flush(space); // often enough that the sums of a tenth of the run ago are known
  }

  // Returns the sums of all steps so far, [frequency][value][re, im].
  std::vector<double> sums(const Space &space) {
    flush(space);
    return transform_.save(space);
  }

  // Returns the change of sums(), which the caller has just read. After load() it is the change
  // since then, until a tenth of the steps is known.
  SumsChange change(const std::vector<double> &sums) const {
    SumsChange result;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double moved = sums[i] - (older_.empty() ? 0 : older_[i]);
      result.squares += sums[i] * sums[i];
      result.late_squares += moved * moved;
    }
    return result;
  }

  // Returns the sums of all steps so far and their change.
  SampledPhasors phasors(const Space &space) {
    const std::vector<double> all = sums(space);
    SampledPhasors result;
    result.change = change(all);
    const std::size_t count = rows_.extent(1);
    for (std::size_t f = 0; f < frequencies_hz().size(); ++f) {
      auto &values = result.sums.emplace_back();
      for (std::size_t i = f * count; i < (f + 1) * count; ++i)
        values.emplace_back(all[2 * i], all[2 * i + 1]);
    }
    return result;
  }

  // Continues from these sums.
  void load(const Space &space, const std::vector<double> &sums) {
    transform_.load(space, sums);
    older_ = newer_ = sums;
    filled_ = 0;
  }

private:
  static std::size_t row_count(Offset values, int most_rows) {
    constexpr double k_bytes = 64e6, k_bytes_per_value = 8;
    const double bytes_of_row = k_bytes_per_value * std::max(static_cast<double>(values), 1.0);
    return static_cast<std::size_t>(
        std::clamp(k_bytes / bytes_of_row, 1.0, static_cast<double>(most_rows)));
  }

  void flush(const Space &space) {
    transform_.add(space, rows_, filled_, first_step_);
    const std::int64_t step = first_step_ + filled_;
    filled_ = 0;
    if (step < next_copy_)
      return;
    older_ = std::move(newer_);
    newer_ = transform_.save(space);
    next_copy_ = step + step / 10;
  }

  Kokkos::View<double **, Kokkos::LayoutRight, Space> rows_; // [step][value]
  RunningTransform<Space> transform_;
  int filled_ = 0;
  std::int64_t first_step_ = 0;
  std::vector<double> older_, newer_; // sums at two earlier steps
  std::int64_t next_copy_ = 0;        // step that replaces them
};

} // namespace curlew

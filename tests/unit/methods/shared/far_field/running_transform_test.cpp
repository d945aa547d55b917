// Phasors of records in time, summed up during the run.
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <curlew/core/parallel/backend.hpp>

#include <gmock/gmock.h>

#include <complex>

namespace curlew {
namespace {

constexpr double k_dt_s = 1e-11;
constexpr int k_steps = 1000, k_values = 7;
const std::vector<double> k_frequencies = {1e9, 1.3e9, 2e9, 3.7e9, 5e9}; // more than one block

double value_of(std::int64_t step, int value) {
  const double t_s = static_cast<double>(step) * k_dt_s;
  return std::exp(-std::pow((t_s - 4e-9) / 0.4e-9, 2)) * std::cos(1.1e10 * t_s + value);
}

// The records in batches of this many rows.
template <class Space>
std::vector<double> transformed(const Space &space, int batch, std::int64_t shift = 0) {
  RunningTransform<Space> transform(k_frequencies, k_dt_s, k_values);
  for (int first = 0; first < k_steps; first += batch) {
    const int count = std::min(batch, k_steps - first);
    const Kokkos::View<double **, Kokkos::LayoutRight, Space> rows("rows", batch, k_values);
    const auto host = Kokkos::create_mirror_view(rows);
    for (int row = 0; row < count; ++row)
      for (int v = 0; v < k_values; ++v)
        host(row, v) = value_of(first + row, v);
    Kokkos::deep_copy(rows, host);
    transform.add(space, rows, count, first + shift);
  }
  return transform.save(space);
}

double largest_error(const std::vector<double> &sums) {
  double error = 0, largest = 0;
  for (std::size_t f = 0; f < k_frequencies.size(); ++f)
    for (int v = 0; v < k_values; ++v) {
      std::complex<double> expected = 0;
      for (int n = 0; n < k_steps; ++n)
        expected +=
            k_dt_s * value_of(n, v) * std::polar(1.0, -2 * k_pi * k_frequencies[f] * k_dt_s * n);
      const double *sum = &sums[2 * (f * k_values + v)];
      error = std::max(error, std::abs(std::complex(sum[0], sum[1]) - expected));
      largest = std::max(largest, std::abs(expected));
    }
  return error / largest;
}

TEST(RunningTransform, IsTheSumOverAllSteps) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      EXPECT_LT(largest_error(transformed(space, 64)), 1e-12) << to_string(backend);
      EXPECT_LT(largest_error(transformed(space, k_steps)), 1e-12) << to_string(backend);
      // Twin: one step late.
      EXPECT_GT(largest_error(transformed(space, 64, 1)), 1e-3) << to_string(backend);
    });
}

TEST(RunningTransform, GoesOnFromSavedSums) {
  const Host space;
  const std::vector<double> sums = transformed(space, 64);
  RunningTransform<Host> transform(k_frequencies, k_dt_s, k_values);
  transform.load(space, sums);
  EXPECT_EQ(transform.save(space), sums);
}

} // namespace
} // namespace curlew

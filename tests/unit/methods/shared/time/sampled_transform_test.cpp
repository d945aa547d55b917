// Transforms of sampled values during the steps, and their state in checkpoints.
#include <curlew/methods/shared/time/sampled_transform.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>

#include <gmock/gmock.h>

#include <complex>

namespace curlew {
namespace {

constexpr double k_dt_s = 1e-11;
constexpr int k_steps = 1000, k_values = 6;
const std::vector<double> k_frequencies = {1e9, 2e9};

KOKKOS_INLINE_FUNCTION double value_of(double step, Index value) {
  const double late = (step - 400) / 40;
  return std::exp(-late * late) * std::cos(0.11 * step + static_cast<double>(value));
}

// Fields at two points.
struct Made {
  double step;
  KOKKOS_INLINE_FUNCTION void electric(Index p, double (&field)[3]) const {
    for (int d = 0; d < 3; ++d)
      field[d] += value_of(step, 3 * p + d);
  }
};

template <class Space>
void record(const Space &space, SampledTransform<Space> &transform, int from, int to) {
  for (int step = from; step < to; ++step)
    transform.record(space, SampleVectors<Made>{{static_cast<double>(step)}}, k_values / 3, step);
}

double difference(const std::vector<double> &a, const std::vector<double> &b) {
  double largest = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return largest / size;
}

std::vector<double> expected_sums(int steps) {
  std::vector<double> sums;
  for (const double frequency_hz : k_frequencies)
    for (Index v = 0; v < k_values; ++v) {
      std::complex<double> sum = 0;
      for (int n = 0; n < steps; ++n)
        sum += k_dt_s * value_of(n, v) * std::polar(1.0, -2 * k_pi * frequency_hz * k_dt_s * n);
      sums.insert(sums.end(), {sum.real(), sum.imag()});
    }
  return sums;
}

TEST(SampledTransform, IsTheSumOverAllSteps) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      SampledTransform<Space> transform(k_frequencies, k_dt_s, k_values);
      record(space, transform, 0, 420); // within the pulse
      EXPECT_LT(difference(transform.sums(space), expected_sums(420)), 1e-12) << to_string(backend);
      // Twin: one step less.
      EXPECT_GT(difference(transform.sums(space), expected_sums(419)), 1e-4) << to_string(backend);
    });
}

TEST(SampledTransform, TakesAnyNumberOfRows) {
  const Kokkos::Serial space;
  for (const int rows : {1, 7, 64}) {
    SampledTransform<Kokkos::Serial> transform(k_frequencies, k_dt_s, k_values, rows);
    record(space, transform, 0, k_steps);
    EXPECT_LT(difference(transform.sums(space), expected_sums(k_steps)), 1e-12) << rows;
  }
}

TEST(SampledTransform, TellsWhetherTheSumsStillChange) {
  const Host space;
  SampledTransform<Host> transform(k_frequencies, k_dt_s, k_values);
  record(space, transform, 0, 400); // the middle of the pulse
  EXPECT_GT(transform.change(transform.sums(space)).relative(), 0.1);
  record(space, transform, 400, k_steps);
  EXPECT_LT(transform.change(transform.sums(space)).relative(), 1e-6);
  EXPECT_EQ(SumsChange().relative(), 0);
}

// A run that continues after the pulse does not take its sums for a change.
TEST(SampledTransform, ContinuesFromItsSums) {
  const Host space;
  SampledTransform<Host> whole(k_frequencies, k_dt_s, k_values),
      second(k_frequencies, k_dt_s, k_values);
  record(space, whole, 0, 900);
  second.load(space, whole.sums(space));
  record(space, whole, 900, k_steps);
  record(space, second, 900, k_steps);
  const std::vector<double> sums = second.sums(space);
  EXPECT_LT(difference(sums, whole.sums(space)), 1e-14);
  EXPECT_LT(second.change(sums).relative(), 1e-6);
}

TEST(SampledTransform, StatesAreByPoint) {
  const std::vector<double> by_part{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
  const std::vector<double> by_point = with_columns_first(by_part, 2, 3, 2);
  EXPECT_THAT(by_point, ::testing::ElementsAre(0, 1, 100, 101, 10, 11, 110, 111, 20, 21, 120, 121));
  EXPECT_EQ(with_columns_first(by_point, 3, 2, 2), by_part);
}

TEST(RecordedSums, ACheckpointWithoutThemIsRefused) {
  const FieldState state{{"sums", {1, 2, 3}}};
  const auto message = [&](const char *name, std::optional<std::size_t> size) {
    try {
      require_sums(state, {name, size, "case.json:3:4", "a far field, whose sums", "leave it out"});
    } catch (const InputError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("sums", std::nullopt), "");
  EXPECT_EQ(message("sums", 3), "");
  const char *refused = "case.json:3:4: the checkpoint is of a run without a far field, whose sums "
                        "begin with the first step; run without --restart, or leave it out";
  EXPECT_EQ(message("sums", 4), refused);
  EXPECT_EQ(message("others", std::nullopt), refused);
}

} // namespace
} // namespace curlew

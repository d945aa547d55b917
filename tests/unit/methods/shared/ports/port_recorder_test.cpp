#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// A pulse that comes in at port 1, comes back of it halved and later, and goes out of port 2.
class Recorded : public ::testing::Test {
protected:
  static constexpr double k_dt_s = 1e-11;
  static constexpr int k_steps = 2000;
  const std::vector<double> frequencies_{1e9, 1.5e9};
  const Waveform waveform_ = band_waveform(frequencies_);

  PortRecorder make() const { return {{50, 200}, frequencies_, k_dt_s, k_steps}; }
  void add(PortRecorder &recorder, int from, int to) const {
    for (int n = from; n < to; ++n) {
      const double t = n * k_dt_s;
      const double in = waveform_(t), back = 0.5 * waveform_(t - 20 * k_dt_s),
                   out = 0.3 * waveform_(t - 7 * k_dt_s);
      recorder.add(n, {in, 0}, {in + back, out});
    }
  }
};

TEST_F(Recorded, WavesAreVoltagesOverRoots) {
  PortRecorder recorder = make();
  recorder.add(3, {4, 0}, {3, 2});
  // 50 ohm: V+ = 4, V- = -1; 200 ohm: V- = 2.
  const std::vector<double> expected{3,          5.0 / 50, 4 / std::sqrt(50), -1 / std::sqrt(50), 2,
                                     -2.0 / 200, 0,        2 / std::sqrt(200)};
  const std::vector<double> rows = recorder.take_rows();
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_DOUBLE_EQ(rows[i], expected[i]);
  EXPECT_TRUE(recorder.take_rows().empty());
}

TEST_F(Recorded, TransformsGiveRatiosAndDelays) {
  PortRecorder recorder = make();
  add(recorder, 0, k_steps);
  for (std::size_t f = 0; f < 2; ++f) {
    const auto turn = [&](int steps) {
      return std::polar(1.0, -2 * 3.141592653589793 * frequencies_[f] * steps * k_dt_s);
    };
    const std::complex<double> a = recorder.waves(f, 0).a;
    EXPECT_LT(std::abs(recorder.waves(f, 0).b / a - 0.5 * turn(20)), 1e-9);
    EXPECT_LT(std::abs(recorder.waves(f, 1).b / a - 0.3 / std::sqrt(200.0 / 50) * turn(7)), 1e-9);
    EXPECT_EQ(recorder.waves(f, 1).a, 0.0);
  }
  EXPECT_LT(recorder.late_part(), 1e-20);
  EXPECT_LT(recorder.late_change(), 1e-9);
}

TEST_F(Recorded, ContinueWithTheSameBits) {
  PortRecorder whole = make(), first = make(), second = make();
  add(whole, 0, k_steps);
  add(first, 0, 700);
  second.load(first.save());
  add(second, 700, k_steps);
  EXPECT_EQ(whole.save(), second.save());
  EXPECT_THROW(PortRecorder({50}, frequencies_, k_dt_s, k_steps).load(whole.save()),
               std::invalid_argument);
}

TEST_F(Recorded, WithoutRowsTheRestIsTheSame) {
  PortRecorder whole = make(), sums = make();
  sums.leave_out_rows();
  add(whole, 0, k_steps);
  add(sums, 0, k_steps);
  EXPECT_EQ(whole.save(), sums.save());
  EXPECT_FALSE(whole.take_rows().empty());
  EXPECT_TRUE(sums.take_rows().empty());
}

// A wave that the end of the record cuts off is reported.
TEST_F(Recorded, ALateWaveIsSeen) {
  PortRecorder recorder({50, 200}, frequencies_, k_dt_s, 400);
  add(recorder, 0, 400); // the peak is at 5 tau
  EXPECT_GT(recorder.late_part(), 0.01);
}

// A resonance that rings on has little energy, all of it at its frequency.
TEST_F(Recorded, AWeakLineThatRingsOnIsSeen) {
  const auto change = [&](double frequency_hz) {
    PortRecorder recorder({50}, frequencies_, k_dt_s, k_steps);
    for (int step = 0; step < k_steps; ++step) {
      const double in = std::exp(-std::pow((step - 50) / 10.0, 2));
      const double line = 5e-3 * std::cos(2 * 3.141592653589793 * frequency_hz * step * k_dt_s);
      recorder.add(step, {in}, {1.5 * in + line});
    }
    EXPECT_LT(recorder.late_part(), 1e-3);
    return recorder.late_change();
  };
  EXPECT_GT(change(frequencies_[0]), 5 * change(10 * frequencies_[1]));
  EXPECT_GT(change(frequencies_[0]), 0.01);
}

TEST(BandWaveform, CoversTheBand) {
  for (const std::vector<double> &band :
       {std::vector<double>{0.7e9, 1.6e9}, {1e9}, {1e9, 1.01e9}}) {
    const Waveform waveform = band_waveform(band);
    EXPECT_EQ(waveform.f0_hz, 0.5 * (band.front() + band.back()));
    EXPECT_GE(waveform.bandwidth_hz, 1.2 * (band.back() - band.front()));
    EXPECT_GE(waveform.bandwidth_hz, 0.5 * waveform.f0_hz);
    EXPECT_LE(waveform.bandwidth_hz, 2.4 * waveform.f0_hz);
    EXPECT_NEAR(waveform(*waveform.peak_s()), 1, 1e-12);
  }
}

// A wave as two halves, one seen half a step early: transforms are those of the whole.
TEST_F(Recorded, PartsAtTheirOwnTimesAddUp) {
  PortRecorder whole = make(), parts = make(), wrong = make();
  for (int n = 0; n < k_steps; ++n) {
    const double t = n * k_dt_s, in = waveform_(t), late = waveform_(t - 0.5 * k_dt_s);
    whole.add(n, {in, 0}, {1.5 * in, 0});
    parts.add(n, 0.5, {{in, 0}, {0, 0}}, {{0.25 * in, 0.25 * late}, {0, 0}});
    wrong.add(n, 0, {{in, 0}, {0, 0}}, {{0.25 * in, 0.25 * late}, {0, 0}});
  }
  for (const std::size_t f : {0u, 1u}) {
    const auto a = whole.waves(f, 0), b = parts.waves(f, 0), c = wrong.waves(f, 0);
    EXPECT_LT(std::abs(a.b - b.b), 1e-9 * std::abs(a.b));
    EXPECT_LT(std::abs(a.a - b.a), 1e-12 * std::abs(a.a));
    EXPECT_GT(std::abs(a.b - c.b), 1e-3 * std::abs(a.b)); // the twin
  }
  // Rows have the later part at the step, to second order.
  const auto rows = parts.take_rows(), exact = whole.take_rows();
  double largest = 0, apart = 0;
  for (std::size_t k = 3; k < rows.size(); k += 2 * PortRecorder::k_values) {
    largest = std::max(largest, std::abs(exact[k]));
    apart = std::max(apart, std::abs(exact[k] - rows[k]));
  }
  EXPECT_LT(apart, 2e-3 * largest);
}

} // namespace
} // namespace curlew

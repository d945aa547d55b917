// Kernels of ports compute what Waveform and PortRecorder do on the host.
#include <curlew/methods/dgtd/ports/drive_formula.hpp>
#include <curlew/methods/dgtd/ports/wave_sums.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace curlew::dgtd {
namespace {

using Space = Host;

std::vector<Waveform> waveforms() {
  std::vector<Waveform> all(6);
  all[0].f_max_hz = 1e9;
  all[1].type = Waveform::Type::gaussian_derivative;
  all[1].f_max_hz = 2e9;
  all[1].delay_s = 3e-9;
  all[2].type = Waveform::Type::modulated_gaussian;
  all[2].f0_hz = 2e9;
  all[2].bandwidth_hz = 5e8;
  for (int k : {3, 4}) {
    all[k].type = Waveform::Type::sine;
    all[k].f0_hz = 1e9;
    all[k].ramp_periods = k == 3 ? 3 : 0;
  }
  all[5].type = Waveform::Type::file;
  all[5].times_s = {1e-9, 2e-9, 2.5e-9, 4e-9};
  all[5].values = {0.5, -1, 2, 0.25};
  return all;
}

TEST(DriveFormula, IsTheWaveform) {
  constexpr double k_amplitude = 1.5, k_delay_s = 0.3e-9;
  // Rounding of products that one of both computes together.
  constexpr double k_rounding = 16 * std::numeric_limits<double>::epsilon();
  for (const Waveform &waveform : waveforms()) {
    DriveFormula drive(waveform, k_amplitude, k_delay_s);
    DriveFormula late(waveform, k_amplitude, k_delay_s + 1e-10);
    for (DriveFormula *one : {&drive, &late}) {
      one->times_s = waveform.times_s.data();
      one->values = waveform.values.data();
      one->samples = static_cast<int>(waveform.values.size());
    }
    double apart = 0;
    for (int n = -20; n < 400; ++n) {
      const double t_s = n * 0.05e-9, expected = k_amplitude * waveform(t_s - k_delay_s);
      EXPECT_NEAR(drive(t_s), expected, k_rounding) << static_cast<int>(waveform.type) << " " << n;
      apart = std::max(apart, std::abs(late(t_s) - expected));
    }
    EXPECT_GT(apart, 0.05) << static_cast<int>(waveform.type); // the twin
  }
  EXPECT_EQ(DriveFormula()(1e-9), 0);
}

TEST(WaveSums, AreThoseOfARecorder) {
  constexpr double k_dt_s = 1e-11;
  constexpr int k_steps = 300, k_ports = 1500, k_break = 280; // in the last tenth
  const std::vector<double> frequencies{0.7e9, 1e9, 1.5e9};
  std::vector<double> impedances;
  for (int p = 0; p < k_ports; ++p)
    impedances.push_back(20 + p);
  const Space space;
  for (const double lag : {0.0, 0.5}) {
    PortRecorder rows(impedances, frequencies, k_dt_s, k_steps), result = rows;
    WaveSums<Space> first(impedances, frequencies, k_dt_s, k_steps);
    WaveSums<Space> continued(impedances, frequencies, k_dt_s, k_steps);
    WaveSums<Space> *sums = &first;
    for (int n = 1; n <= k_steps; ++n) {
      std::vector<PortRecorder::StaggeredWave> incoming, outgoing;
      std::vector<double> parts;
      for (int p = 0; p < k_ports; ++p) {
        incoming.push_back({std::sin(0.05 * n + p), 0});
        outgoing.push_back({0.5 * std::cos(0.06 * n), -0.4 * std::sin(0.07 * n + 0.1 * p)});
        parts.insert(parts.end(), {incoming[p].now_v, incoming[p].late_v, outgoing[p].now_v,
                                   outgoing[p].late_v});
      }
      rows.add(n, lag, incoming, outgoing);
      sums->add(space, n, lag, to_view<Space>("parts", parts));
      if (n == k_break) {
        first.give_to(space, result);
        continued.take_from(space, result);
        sums = &continued;
      }
    }
    continued.give_to(space, result);
    const double scale = k_dt_s * k_steps / std::sqrt(20.0);
    for (std::size_t f = 0; f < frequencies.size(); ++f)
      for (std::size_t p = 0; p < k_ports; ++p) {
        const PortRecorder::Waves a = rows.waves(f, p), b = result.waves(f, p);
        ASSERT_LT(std::abs(a.a - b.a) + std::abs(a.b - b.b), 1e-13 * scale) << f << " " << p;
      }
    EXPECT_GT(std::abs(rows.waves(0, 1).b), 1e-4 * scale);
    EXPECT_NEAR(result.late_part(), rows.late_part(), 1e-13);
    EXPECT_NEAR(result.late_change(), rows.late_change(), 1e-12 * rows.late_change());
    EXPECT_GT(rows.late_part(), 0.05);
    first.give_to(space, result); // the twin: without the last steps
    EXPECT_GT(std::abs(result.late_part() - rows.late_part()), 1e-3);
  }
}

} // namespace
} // namespace curlew::dgtd

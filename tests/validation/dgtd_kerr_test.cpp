// Nonlinear media against exact waves: harmonics of a plane pulse in a strip between plates, whose
// E is imposed at one end.
#include <curlew/tests/unit/methods/dgtd/kerr_fixtures.hpp>

#include <algorithm>
#include <complex>
#include <functional>

namespace curlew::dgtd::testing {
namespace {

// The pulse K1: E(0, t) = E0 exp(-((t - t0) / tp)^2) sin(2 pi f0 (t - t0)).
struct Pulse {
  double eps_r = 1, chi3 = 4e-8, e0 = 1172.604, f0_hz = 20e9, tp_s = 50e-12, t0_s = 200e-12;

  double operator()(double t_s) const {
    const double x = (t_s - t0_s) / tp_s;
    return std::exp(-x * x) * std::sin(2 * k_pi * f0_hz * (t_s - t0_s));
  }
};

Waveform sampled(const std::function<double(double)> &value, double end_s) {
  Waveform result;
  result.type = Waveform::Type::file;
  const double step_s = 0.01e-12; // interpolation errs by 2e-7
  for (double t_s = 0; t_s < end_s; t_s += step_s) {
    result.times_s.push_back(t_s);
    result.values.push_back(value(t_s));
  }
  return result;
}

struct Strip {
  Discretization discretization;
  double brick_m;
  double probe_m = 0.02, falls_from_m = 0.024, linear_from_m = 0.036, length_m = 0.04;
  double end_s = 480e-12;
  double courant = 0.9;
  nlohmann::ordered_json nonlinear = nlohmann::ordered_json::object();
  double front_m = 0, front_eps_r = 1; // a linear medium before the nonlinear one
};

// E at the probe, of each step.
struct Record {
  double dt_s = 0;
  std::vector<double> values; // at dt, 2 dt, ...

  std::complex<double> at(double f_hz) const {
    std::complex<double> sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k)
      sum += values[k] * std::polar(1.0, -2 * k_pi * f_hz * dt_s * static_cast<double>(k + 1));
    return sum * dt_s;
  }
  double ratio(int m, double f0_hz) const { return std::abs(at(m * f0_hz)) / std::abs(at(f0_hz)); }
};

// The medium loses its chi3 behind `falls_from_m`, so that the absorbing end sends nothing back: in
// steps below a quarter of the seventh harmonic's wavelength, which would add up their echoes.
Simulation make_strip(const Strip &strip, double eps_r, double chi3, double e0,
                      const Waveform &waveform) {
  const auto cells = static_cast<Index>(std::lround(strip.length_m / strip.brick_m));
  TetMesh mesh =
      make_box({strip.brick_m, strip.brick_m, strip.length_m}, {1, 1, cells}, {0, 0, 0}, 0, 1);
  Case input = strip_case(strip.discretization, eps_r, chi3, strip.nonlinear);
  constexpr int k_parts = 24;
  const double part_m = (strip.linear_from_m - strip.falls_from_m) / k_parts;
  for (int part = 1; part <= k_parts; ++part) {
    const double from_m = strip.falls_from_m + (part - 1) * part_m;
    const std::string name = "part" + std::to_string(part);
    mark_volume(mesh, name, [&](std::size_t, const Point &p) { return p[2] > from_m; });
    input.materials.push_back(
        kerr_medium(name, eps_r, chi3 * (1 - static_cast<double>(part) / k_parts)));
    input.regions[name] = name;
  }
  if (strip.front_m > 0) {
    mark_volume(mesh, "front", [&](std::size_t, const Point &p) { return p[2] < strip.front_m; });
    input.materials.push_back(medium("front", strip.front_eps_r));
    input.regions["front"] = "front";
  }
  input.boundaries.push_back({"z-", ImposedFieldSpec{"uniform", Vector3{1, 0, 0}, e0, waveform}});
  input.boundaries.push_back({"z+", Abc{}});
  ProbeSpec probe;
  probe.name = "p";
  probe.shape = PointProbe{{0.4 * strip.brick_m, 0.3 * strip.brick_m, strip.probe_m}};
  input.outputs.probes = {probe};
  return prepare(input, std::move(mesh));
}

Simulation make_strip(const Strip &strip, const Pulse &pulse) {
  return make_strip(strip, pulse.eps_r, pulse.chi3, pulse.e0, sampled(pulse, strip.end_s));
}

Record record_of(const Strip &strip, const Simulation &simulation, double dt_s) {
  Record record;
  record.dt_s = dt_s > 0 ? dt_s : strip.courant * simulation.dt_limit_s;
  Steps steps(simulation, record.dt_s);
  const auto read = [&] {
    const ProbeRows rows = steps.scheme().probes().read();
    for (int k = 0; k < rows.rows; ++k)
      record.values.push_back(rows.electric[3 * static_cast<std::size_t>(k)]);
  };
  const auto count = static_cast<std::int64_t>(strip.end_s / record.dt_s);
  for (std::int64_t k = 0; k < count; ++k) {
    steps.advance(1);
    if (steps.scheme().sample())
      read();
  }
  read();
  return record;
}

Record run(const Strip &strip, const Pulse &pulse, double dt_s = 0) {
  return record_of(strip, make_strip(strip, pulse), dt_s);
}

// shared/reference: the exact simple wave at 20 mm.
constexpr double k_exact[] = {0.091094, 0.027010, 0.011223};

void expect_harmonics(const Strip &strip, const std::array<double, 3> &within) {
  const Pulse pulse;
  const Record record = run(strip, pulse);
  for (int k = 0; k < 3; ++k) {
    const double error = record.ratio(2 * k + 3, pulse.f0_hz) / k_exact[k] - 1;
    std::printf("%s, bricks of %.3g mm: harmonic %d %+.2f %%\n",
                name_of(strip.discretization).c_str(), 1e3 * strip.brick_m, 2 * k + 3, 100 * error);
    EXPECT_LT(std::abs(error), within[k]) << name_of(strip.discretization);
  }
}

TEST(DgtdKerrStrip, HarmonicsOfMixedFirstOrder) {
  expect_harmonics({{"central", "mixed", 1}, 0.25e-3}, {0.025, 0.08, 0.15});
}

TEST(DgtdKerrStrip, HarmonicsOfFullFirstOrder) {
  // Measured 0.7, 0.1 and 4.03 %; with half the step 4.13, a tolerance of 1e-13 4.03, bricks of
  // 1/4 mm 7.6, a slower fall of chi3 5.1: modes of the mesh without physical meaning at a point.
  expect_harmonics({{"central", "full", 1}, 1e-3 / 3}, {0.01, 0.02, 0.045});
}

TEST(DgtdKerrStrip, HarmonicsOfFullSecondOrder) {
  Strip strip{{"central", "full", 2}, 0.4e-3};
  strip.nonlinear = {{"method", "closed-form"}}; // a fifth of the time of "newton"
  // A fall over 12 mm, as above, sends back 0.14 % of the third harmonic.
  strip.linear_from_m = 0.062;
  strip.length_m = 0.064;
  expect_harmonics(strip, {0.002, 0.01, 0.05}); // measured 0.07, 0.30 and 0.06 %
}

// Order in the time step at a fixed mesh, from the third harmonic against a quarter of the step.
double order_in_dt(const nlohmann::ordered_json &nonlinear) {
  Strip strip{{"central", "mixed", 1}, 0.5e-3};
  strip.probe_m = 0.01;
  strip.falls_from_m = 0.012;
  strip.linear_from_m = 0.018;
  strip.length_m = 0.02;
  strip.end_s = 400e-12;
  strip.nonlinear = nonlinear;
  const Pulse pulse;
  const double dt_s = 0.95 * make_strip(strip, pulse).dt_limit_s;
  const auto third = [&](int parts) {
    return run(strip, pulse, dt_s / parts).ratio(3, pulse.f0_hz);
  };
  const double fine = third(4), whole = third(1) - fine, half = third(2) - fine;
  // An error of order p at dt / 4 is part of both differences.
  const auto ratio = [](double p) {
    return (1 - std::pow(4, -p)) / (std::pow(2, -p) - std::pow(4, -p));
  };
  double low = 0.1, high = 6;
  while (high - low > 1e-6) {
    const double middle = 0.5 * (low + high);
    (ratio(middle) < whole / half ? low : high) = middle;
  }
  std::printf("%s: %.2e, %.2e, order %.2f\n", nonlinear.dump().c_str(), whole / fine, half / fine,
              low);
  return low;
}

TEST(DgtdKerrStrip, OrderInTheTimeStep) {
  EXPECT_GE(order_in_dt({{"form", "exact"}, {"tolerance", 1e-13}}), 1.8);
  EXPECT_GE(order_in_dt({{"form", "energy"}, {"tolerance", 1e-13}}), 1.8);
  EXPECT_NEAR(order_in_dt({{"form", "midpoint"}, {"tolerance", 1e-13}}), 1.0, 0.15);
}

// The exact simple wave E(z, t) = g(t - z n(E) / c), n^2 = eps_r + 3 chi3 E^2, by its
// characteristics; g = e0 pulse.
template <class Wave> std::complex<double> simple_wave(const Wave &pulse, double z_m, double f_hz) {
  std::complex<double> sum = 0;
  const double step_s = 0.005e-12;
  const auto arrival = [&](double t_s) {
    const double e = pulse.e0 * pulse(t_s);
    return t_s + z_m / k_speed_of_light * std::sqrt(pulse.eps_r + 3 * pulse.chi3 * e * e);
  };
  for (double t_s = 0; t_s < 2 * pulse.t0_s; t_s += step_s) {
    const double width = arrival(t_s + step_s / 2) - arrival(t_s - step_s / 2);
    sum += pulse(t_s) * width * std::polar(1.0, -2 * k_pi * f_hz * arrival(t_s));
  }
  return sum;
}

TEST(DgtdKerrStrip, SimpleWaveIsTheReference) {
  const Pulse pulse;
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(std::abs(simple_wave(pulse, 0.02, (2 * k + 3) * pulse.f0_hz)) /
                    std::abs(simple_wave(pulse, 0.02, pulse.f0_hz)),
                k_exact[k], 2e-5 * k_exact[k] + 1e-6);
}

TEST(DgtdKerrStrip, StrongPulseIsTheSimpleWave) {
  Pulse pulse;
  pulse.eps_r = 2.25;
  pulse.e0 = std::sqrt(0.25 / pulse.chi3);
  Strip strip{{"central", "full", 2}, 0.2e-3};
  strip.probe_m = 0.006;
  strip.falls_from_m = 0.0068;
  strip.linear_from_m = 0.0152;
  strip.length_m = 0.016;
  strip.end_s = 440e-12;
  strip.nonlinear = {{"method", "closed-form"}};
  const Record record = run(strip, pulse);
  const double exact = std::abs(simple_wave(pulse, strip.probe_m, 3 * pulse.f0_hz)) /
                       std::abs(simple_wave(pulse, strip.probe_m, pulse.f0_hz));
  const double error = record.ratio(3, pulse.f0_hz) / exact - 1;
  std::printf("strong pulse: harmonic 3 %+.3f %%\n", 100 * error);
  EXPECT_LT(std::abs(error), 0.01);
}

// A pulse in a linear half space, e0 pulse at the interface, transmitted through the interface to a
// nonlinear one, of the same e0:
//   2 E_in = E + int_0^E sqrt((eps_r + 3 chi3 e^2) / eps_1) de
struct Arrival : Pulse {
  double eps_1 = 1;

  double incident(double t_s) const { return Pulse::operator()(t_s); }
  double operator()(double t_s) const {
    const double wanted = 2 * e0 * incident(t_s), b = 3 * chi3;
    double e = wanted / 2;
    for (int round = 0; round < 30; ++round) {
      const double n = std::sqrt(eps_r + b * e * e);
      const double integral =
          0.5 * (e * n + eps_r / std::sqrt(b) * std::asinh(e * std::sqrt(b / eps_r)));
      e -= (e + integral / std::sqrt(eps_1) - wanted) / (1 + n / std::sqrt(eps_1));
    }
    return e / e0;
  }
};

// E is imposed as the sum of the pulse and its echo, 1 mm before the interface.
TEST(DgtdKerrStrip, StrongPulseArrivesFromALinearHalfSpace) {
  Arrival pulse;
  pulse.eps_r = 2.25;
  pulse.e0 = std::sqrt(0.36 / pulse.chi3); // e0 of the pulse that arrives
  Strip strip{{"central", "full", 2}, 0.2e-3};
  strip.front_m = 0.001;
  const double depth_m = 0.006;
  strip.probe_m = strip.front_m + depth_m;
  strip.falls_from_m = 0.0078;
  strip.linear_from_m = 0.0162;
  strip.length_m = 0.017;
  strip.end_s = 440e-12;
  strip.nonlinear = {{"method", "closed-form"}};
  const double delay_s = strip.front_m / k_speed_of_light;
  const Waveform at_face = sampled(
      [&](double t_s) {
        const double earlier_s = t_s - delay_s;
        return pulse.incident(t_s + delay_s) + pulse(earlier_s) - pulse.incident(earlier_s);
      },
      strip.end_s);
  const Simulation simulation = make_strip(strip, pulse.eps_r, pulse.chi3, pulse.e0, at_face);
  const Record record = record_of(strip, simulation, 0);
  const double within[] = {0.01, 0.01, 0.05};
  for (int k = 0; k < 3; ++k) {
    const int m = 2 * k + 3;
    const double exact = std::abs(simple_wave(pulse, depth_m, m * pulse.f0_hz)) /
                         std::abs(simple_wave(pulse, depth_m, pulse.f0_hz));
    const double error = record.ratio(m, pulse.f0_hz) / exact - 1;
    std::printf("arrival: harmonic %d of %.4f %+.3f %%\n", m, exact, 100 * error);
    EXPECT_LT(std::abs(error), within[k]);
  }
  const double size = std::abs(record.at(pulse.f0_hz)) /
                      (pulse.e0 * std::abs(simple_wave(pulse, depth_m, pulse.f0_hz)));
  std::printf("arrival: amplitude %+.3f %%\n", 100 * (size - 1));
  EXPECT_NEAR(size, 1, 0.005);
}

// Pump and a signal of a hundredth of it, both under a long bell.
struct Mixing {
  double pump = 1, signal = 0.01, chi3 = 4e-8, probe_m = 0.008;
  static constexpr double k_pump_hz = 20e9, k_signal_hz = 26e9;

  // The amplitude at a frequency, at the probe.
  std::vector<double> amplitudes(const std::vector<double> &frequencies_hz) const {
    constexpr double k_bell_s = 500e-12, k_peak_s = 2500e-12;
    Waveform waveform;
    waveform.type = Waveform::Type::file;
    for (double t_s = 0; t_s < 2 * k_peak_s; t_s += 0.05e-12) {
      const double t = t_s - k_peak_s, x = t / k_bell_s;
      waveform.times_s.push_back(t_s);
      waveform.values.push_back(std::exp(-x * x) * (pump * std::sin(2 * k_pi * k_pump_hz * t) +
                                                    signal * std::sin(2 * k_pi * k_signal_hz * t)));
    }
    Strip strip{{"central", "full", 1}, 0.5e-3};
    strip.probe_m = probe_m;
    strip.falls_from_m = 0.009;
    // A fall over half a wavelength of the idler sends none of it back.
    strip.linear_from_m =
        strip.falls_from_m + k_speed_of_light / (2 * (2 * k_pump_hz - k_signal_hz));
    strip.length_m = 0.02;
    strip.end_s = 5.1e-9;
    strip.nonlinear = {{"method", "closed-form"}};
    const double e0 = std::sqrt(0.01 / 4e-8); // chi3 E^2 = 0.01 of the pump
    const Simulation simulation = make_strip(strip, 1, chi3, e0, waveform);
    Record record = record_of(strip, simulation, 0);
    // A window: what rings at 26 GHz when the record ends, 0.7 % of the signal, would be at all
    // frequencies.
    const auto rows = static_cast<double>(record.values.size());
    for (std::size_t k = 0; k < record.values.size(); ++k)
      record.values[k] *= std::pow(std::sin(k_pi * static_cast<double>(k) / rows), 4);
    std::vector<double> result;
    for (const double f_hz : frequencies_hz)
      result.push_back(std::abs(record.at(f_hz)));
    return result;
  }
  double idler() const { return amplitudes({2 * k_pump_hz - k_signal_hz})[0]; }
};

TEST(DgtdKerrMixing, MakesAnIdler) {
  const double idler_hz = 2 * Mixing::k_pump_hz - Mixing::k_signal_hz;
  Mixing mixing;
  // A peak within a bin of the record, 0.2 GHz.
  const auto around = mixing.amplitudes({idler_hz - 0.8e9, idler_hz - 0.5e9, idler_hz,
                                         idler_hz + 0.5e9, idler_hz + 0.8e9, Mixing::k_signal_hz});
  EXPECT_GT(around[2], around[1]);
  EXPECT_GT(around[2], around[3]);
  EXPECT_GT(around[1], around[0]);
  EXPECT_GT(around[3], around[4]);
  const double whole = around[2];
  std::printf("idler over signal at 8 mm: %.3e\n", whole / around[5]);
  Mixing half = mixing;
  half.probe_m = 0.004;
  const double by_length = whole / half.idler();
  EXPECT_NEAR(by_length, 2, 0.2);
  Mixing weak = mixing;
  weak.pump = 0.5;
  const double by_pump = whole / weak.idler();
  EXPECT_NEAR(by_pump, 4, 0.2);
  Mixing alone = mixing, linear = mixing;
  alone.pump = 0;
  linear.chi3 = 0;
  const double without_pump = alone.idler() / whole, without_chi3 = linear.idler() / whole;
  std::printf("length %.3f, pump %.3f, without pump %.1e, without chi3 %.1e\n", by_length, by_pump,
              without_pump, without_chi3);
  EXPECT_LT(without_pump, 1e-3);
  EXPECT_LT(without_chi3, 1e-3);
}

} // namespace
} // namespace curlew::dgtd::testing

#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;
constexpr double k_omega = 2e9;

LumpedSpec rlc(double r, double l, double c, bool parallel) {
  LumpedSpec spec;
  spec.resistance_ohm = r;
  spec.inductance_h = l;
  spec.capacitance_f = c;
  spec.is_parallel = parallel;
  return spec;
}

TEST(TerminalEquation, IsOhmsLaw) {
  const complex zl(0, k_omega * 5e-9), zc(0, -1 / (k_omega * 2e-12));
  const TerminalEquation series = terminal_equation(rlc(30, 5e-9, 2e-12, false), k_omega);
  EXPECT_LT(std::abs(series.current / series.voltage - (30.0 + zl + zc)), 1e-12);
  const TerminalEquation parallel = terminal_equation(rlc(30, 5e-9, 2e-12, true), k_omega);
  EXPECT_LT(std::abs(parallel.voltage / parallel.current - (1 / 30.0 + 1.0 / zl + 1.0 / zc)),
            1e-14);
  // Only given elements count.
  LumpedSpec alone;
  alone.capacitance_f = 2e-12;
  EXPECT_LT(std::abs(terminal_equation(alone, k_omega).current - zc), 1e-12);
}

// A ladder: resistors a between terminals 1 and 2, b from each to ground, as admittances.
std::vector<complex> ladder(double a, double b) {
  return {1 / a + 1 / b, -1 / a, -1 / a, 1 / a + 1 / b};
}

// Of 1 V that decays, Re Y / 2 is the loss less what the energies give back, 2 Im omega W.
TEST(LumpedNetwork, EnergiesAndLossesBalance) {
  const std::complex<double> omega(k_omega, 0.1 * k_omega);
  for (const bool is_parallel : {false, true}) {
    const LumpedSpec spec = rlc(30, 5e-9, 2e-12, is_parallel);
    const TerminalEquation equation = terminal_equation(spec, omega);
    const TerminalPower power = terminal_power(spec, omega);
    const std::complex<double> y = equation.voltage / equation.current;
    EXPECT_GT(power.electric_j, 0);
    EXPECT_GT(power.magnetic_j, 0);
    EXPECT_NEAR(power.loss_w - 2 * omega.imag() * (power.electric_j + power.magnetic_j),
                0.5 * y.real(), 1e-12 * std::abs(y));
  }
  LumpedSpec inductor;
  inductor.inductance_h = 5e-9;
  EXPECT_EQ(terminal_power(inductor, omega).loss_w, 0);
}

TEST(CloseTerminals, IsThatOfASmallerNetwork) {
  const auto y = close_terminals(ladder(20, 30), 1, {terminal_equation(rlc(60, 1, 1, true), 1e-9)});
  ASSERT_EQ(y.size(), 1u); // at 1 nHz the inductance is a short, and so the second terminal
  EXPECT_NEAR(std::abs(y[0] - (1 / 20.0 + 1 / 30.0)), 0, 1e-9);
  LumpedSpec load;
  load.resistance_ohm = 60;
  const auto loaded = close_terminals(ladder(20, 30), 1, {terminal_equation(load, k_omega)});
  EXPECT_NEAR(std::abs(loaded[0] - (1 / 30.0 + 1 / (20.0 + 20.0))), 0, 1e-14); // 30 || 60 = 20
  EXPECT_EQ(close_terminals(ladder(20, 30), 2, {}), ladder(20, 30));
}

TEST(CloseTerminals, RefusesResonancesWithoutLosses) {
  // A terminal of admittance +j / 100 S and -j / 100 S.
  EXPECT_THROW(
      close_terminals({0, 0, 0, complex(0, 0.01)}, 1, {TerminalEquation{1, complex(0, 100.0)}}),
      std::domain_error);
}

TEST(TerminalVoltages, DivideThoseOfTheSource) {
  const TerminalEquation fifty{1, 50};
  // Into a resistor of 30 ohm: 30 / 80.
  EXPECT_NEAR(std::abs(terminal_voltages({1 / 30.0}, {fifty}, {2})[0] - 2 * 30.0 / 80), 0, 1e-14);
  // A current of 1 A through the terminals alone makes -50 || 30 V at a load without a source.
  EXPECT_NEAR(std::abs(terminal_voltages({1 / 30.0}, {fifty}, {0}, {1})[0] + 50 * 30.0 / 80), 0,
              1e-13);
  // A short keeps the source's voltage, an open circuit (0 V + 1 I = 0) no current.
  EXPECT_EQ(terminal_voltages({1 / 30.0}, {TerminalEquation{1, 0}}, {2})[0], 2.0);
  const auto open = terminal_voltages(ladder(20, 30), {fifty, {0, 1}}, {2, 0});
  EXPECT_NEAR(std::abs(open[1] - open[0] * 30.0 / 50.0), 0, 1e-14);
}

TEST(ScatteringOf, IsThatOfKnownNetworks) {
  // A matched attenuator (pi of 50 ohm: 10 dB has 96.25 ohm and 71.15 ohm).
  const double k = std::sqrt(10.0), b = 50 * (k + 1) / (k - 1), a = 25 * (10 - 1) / k;
  const ScatteringMatrix s = scattering_of(ladder(a, b), {50, 50});
  EXPECT_NEAR(std::abs(s[0]), 0, 1e-14);
  EXPECT_NEAR(s[1].real(), 1 / k, 1e-14);
  // Another reference is renormalise()'s.
  const ScatteringMatrix other = scattering_of(ladder(a, b), {50, 75});
  const ScatteringMatrix expected = renormalise(s, {50, 50}, {50, 75});
  for (int i = 0; i < 4; ++i)
    EXPECT_LT(std::abs(other[i] - expected[i]), 1e-13);
  EXPECT_GT(std::abs(other[3] - s[3]), 0.1);
  // An impedance, and back.
  const ScatteringMatrix one = scattering_of({1.0 / complex(70, 20)}, {50});
  EXPECT_LT(std::abs(input_impedance(one[0], 50) - complex(70, 20)), 1e-12);
  // The same to a complex reference: b / a of power waves of V = Z I.
  const complex reference(40, -15);
  const PowerWaves waves = power_waves(complex(70, 20), 1, reference);
  EXPECT_LT(std::abs(input_impedance(waves.b / waves.a, reference) - complex(70, 20)), 1e-12);
}

TEST(SolveSmall, PivotsAndRefusesWhatIsSingular) {
  std::vector<complex> b{3, 4};
  solve_small(2, {0, 1, 2, 0}, b);
  EXPECT_EQ(b, (std::vector<complex>{2, 3}));
  // Rows in other units.
  b = {3e9, 4e-9};
  solve_small(2, {0, 1e9, 2e-9, 0}, b);
  EXPECT_NEAR(std::abs(b[0] - 2.0), 0, 1e-14);
  std::vector<complex> c{1, 1};
  EXPECT_THROW(solve_small(2, {1, 2, 2, 4}, c), std::domain_error);
  EXPECT_THROW(solve_small(2, {1, 2, 2}, c), std::invalid_argument);
}

} // namespace
} // namespace curlew

#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <curlew/methods/shared/ports/small_system.hpp>

#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

using complex = std::complex<double>;

} // namespace

TerminalEquation terminal_equation(const LumpedSpec &lumped, complex angular_frequency) {
  const complex s = complex(0, 1) * angular_frequency;
  complex sum = 0;
  if (lumped.resistance_ohm)
    sum += lumped.is_parallel ? 1 / *lumped.resistance_ohm : *lumped.resistance_ohm;
  if (lumped.inductance_h)
    sum += lumped.is_parallel ? 1.0 / (s * *lumped.inductance_h) : s * *lumped.inductance_h;
  if (lumped.capacitance_f)
    sum += lumped.is_parallel ? s * *lumped.capacitance_f : 1.0 / (s * *lumped.capacitance_f);
  return lumped.is_parallel ? TerminalEquation{sum, 1} : TerminalEquation{1, sum};
}

TerminalPower terminal_power(const LumpedSpec &lumped, complex angular_frequency) {
  const TerminalEquation equation = terminal_equation(lumped, angular_frequency);
  // In parallel all have 1 V; in series all have the current 1 / Z.
  const double square = lumped.is_parallel ? 1 : std::norm(equation.voltage / equation.current);
  const double omega_2 = std::norm(angular_frequency);
  const double c = lumped.capacitance_f.value_or(0), l = lumped.inductance_h.value_or(0),
               r = lumped.resistance_ohm.value_or(0);
  TerminalPower power;
  if (lumped.capacitance_f)
    power.electric_j = 0.25 * square * (lumped.is_parallel ? c : 1 / (omega_2 * c));
  if (lumped.inductance_h)
    power.magnetic_j = 0.25 * square * (lumped.is_parallel ? 1 / (omega_2 * l) : l);
  if (lumped.resistance_ohm)
    power.loss_w = 0.5 * square * (lumped.is_parallel ? 1 / r : r);
  return power;
}

std::vector<complex> close_terminals(const std::vector<complex> &admittance, std::size_t kept,
                                     const std::vector<TerminalEquation> &elements) {
  const std::size_t closed = elements.size(), n = kept + closed;
  if (admittance.size() != n * n)
    throw std::invalid_argument("an admittance matrix of another size than its terminals");
  // (a + b Y_ee) V_e = -b Y_ek V_k
  std::vector<complex> system(closed * closed), voltages(closed * kept);
  for (std::size_t i = 0; i < closed; ++i) {
    for (std::size_t j = 0; j < closed; ++j)
      system[i * closed + j] = elements[i].current * admittance[(kept + i) * n + kept + j] +
                               (i == j ? elements[i].voltage : 0);
    for (std::size_t k = 0; k < kept; ++k)
      voltages[i * kept + k] = -elements[i].current * admittance[(kept + i) * n + k];
  }
  if (closed > 0)
    solve_small(closed, system, voltages);
  std::vector<complex> result(kept * kept);
  for (std::size_t i = 0; i < kept; ++i)
    for (std::size_t j = 0; j < kept; ++j) {
      result[i * kept + j] = admittance[i * n + j];
      for (std::size_t e = 0; e < closed; ++e)
        result[i * kept + j] += admittance[i * n + kept + e] * voltages[e * kept + j];
    }
  return result;
}

std::vector<complex> terminal_voltages(const std::vector<complex> &admittance,
                                       const std::vector<TerminalEquation> &elements,
                                       const std::vector<complex> &sources_v,
                                       const std::vector<complex> &currents_a) {
  const std::size_t n = elements.size();
  if (admittance.size() != n * n || sources_v.size() != n ||
      (!currents_a.empty() && currents_a.size() != n))
    throw std::invalid_argument("an admittance matrix of another size than its terminals");
  std::vector<complex> system(n * n), voltages(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      system[i * n + j] =
          elements[i].current * admittance[i * n + j] + (i == j ? elements[i].voltage : 0);
    voltages[i] = elements[i].voltage * sources_v[i] -
                  (currents_a.empty() ? 0 : elements[i].current * currents_a[i]);
  }
  solve_small(n, system, voltages);
  return voltages;
}

ScatteringMatrix scattering_of(const std::vector<complex> &admittance,
                               const std::vector<double> &impedances_ohm) {
  // With y = sqrt(Z) Y sqrt(Z): S = (1 + y)^-1 (1 - y), whose factors commute.
  const std::size_t n = impedances_ohm.size();
  if (admittance.size() != n * n)
    throw std::invalid_argument("an admittance matrix of another size than its ports");
  std::vector<complex> sum(n * n), s(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const complex y = std::sqrt(impedances_ohm[i] * impedances_ohm[j]) * admittance[i * n + j];
      sum[i * n + j] = (i == j ? 1.0 : 0.0) + y;
      s[i * n + j] = (i == j ? 1.0 : 0.0) - y;
    }
  solve_small(n, sum, s);
  return s;
}

complex input_impedance(complex reflection, complex reference_ohm) {
  return (std::conj(reference_ohm) + reference_ohm * reflection) / (1.0 - reflection);
}

} // namespace curlew

#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <complex>
#include <vector>

namespace curlew {

// R, L and C between two terminals, as the equation  voltage V + current I = voltage E  of the
// voltage V and the current I into the network, E the voltage of a source behind the elements: in
// series V + Z I = E, in parallel Y V + I = Y E, so that neither a short nor a resonance divides by
// 0.
struct TerminalEquation {
  std::complex<double> voltage = 1, current = 0;
};
// `angular_frequency`: complex, with a positive imaginary part, for fields that decay.
TerminalEquation terminal_equation(const LumpedSpec &lumped,
                                   std::complex<double> angular_frequency);
// Energies of L and C and loss of R at a voltage of 1 V (peak), means over a period.
struct TerminalPower {
  double electric_j = 0, magnetic_j = 0, loss_w = 0;
};
TerminalPower terminal_power(const LumpedSpec &lumped, std::complex<double> angular_frequency);

// Returns the admittance matrix, in S, of the first `kept` terminals of a network (n x n, row by
// row) whose other terminals are closed with elements, one for each. Throws std::domain_error where
// that has no solution: a lossless network at a resonance.
std::vector<std::complex<double>>
close_terminals(const std::vector<std::complex<double>> &admittance, std::size_t kept,
                const std::vector<TerminalEquation> &elements);

// Returns the voltages of all terminals, each behind its equation with its source E.
std::vector<std::complex<double>>
terminal_voltages(const std::vector<std::complex<double>> &admittance,
                  const std::vector<TerminalEquation> &elements,
                  const std::vector<std::complex<double>> &sources_v,
                  const std::vector<std::complex<double>> &currents_a = {});

// Returns S of a network with this admittance matrix and real reference impedances, by power waves.
ScatteringMatrix scattering_of(const std::vector<std::complex<double>> &admittance,
                               const std::vector<double> &impedances_ohm);
// Returns the impedance into terminal p with all others terminated by their reference, from S[p][p]
// (b / a of power waves) and the reference of p: (Z* + Z S) / (1 - S).
std::complex<double> input_impedance(std::complex<double> reflection,
                                     std::complex<double> reference_ohm);

} // namespace curlew

#pragma once

#include <curlew/methods/mom/ports/gaps.hpp>
#include <curlew/methods/shared/frequency/antenna_writer.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

using GapPowers = PortPowers;

// Voltages and currents of all gaps at a frequency, loads included.
//
// The matrix Z is factorised without loads. Columns X = Z^-1 U, of 1 V at each gap alone, give the
// admittances Y = U^T X / eta0. A load a V + b I = a E in a gap (TerminalEquation) adds a term of
// rank one to Z. With voltages V of  (a + b Y) V = a E - b I_0  the loaded currents are X V + Z^-1
// b of the wave, where I_0 = U^T Z^-1 b / eta0 are the currents of the gaps without loads. One
// factorisation serves all excitations, loads and S-parameters.
class LoadedGaps {
public:
  using complex = std::complex<double>;

  LoadedGaps() = default;
  // `columns`: eta0 J of 1 V at each gap. Throws InputError where loads resonate without losses.
  LoadedGaps(const std::vector<Gap> &gaps, double frequency_hz,
             std::vector<std::vector<complex>> columns);

  // Computes the currents eta0 J of the source of a port, 2 V behind its impedance.
  GapPowers drive(const PortSpec &port, std::vector<complex> &x) const;
  // Does the same for several sources at once, each behind its own impedance.
  GapPowers drive(const std::vector<PortFeed> &feeds, std::vector<complex> &x) const;
  // Adds the currents of the voltages at the loads to the currents of a wave.
  GapPowers load(std::vector<complex> &x) const;

  // Returns S of the ports, with elements closed; it refers to the ports' impedances.
  const ScatteringMatrix &scattering() const { return scattering_; }

private:
  // `sources`: V, behind the elements; a gap with a source is excited.
  GapPowers apply(const std::vector<complex> &sources, const std::vector<complex> &currents,
                  std::vector<complex> &x) const;

  const std::vector<Gap> *gaps_ = nullptr;
  std::vector<std::vector<complex>> columns_;
  std::vector<complex> admittance_; // admittance matrix of all gaps, S
  std::vector<TerminalEquation> loads_;
  ScatteringMatrix scattering_;
};

// Returns the right-hand side U of 1 V at a gap, which is also the row that gives its current.
std::vector<std::complex<double>> gap_column(const Gap &gap, Index unknowns);

} // namespace curlew::mom

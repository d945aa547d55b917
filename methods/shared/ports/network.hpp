#pragma once

#include <curlew/io/tables/touchstone.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <optional>
#include <vector>

namespace curlew {

// The scattering matrices of a network, one per frequency, and their reference impedances; those of
// a wave port may change with the frequency.
struct NetworkSweep {
  std::vector<double> frequencies_hz; // ascending
  std::vector<ScatteringMatrix> s;
  std::vector<std::vector<std::complex<double>>> impedances_ohm; // per frequency, one per port
  bool is_travelling = false; // S is of travelling waves (travelling_waves()), not of power waves
};

// Returns the network in the form of a Touchstone file. With `reference_ohm` the matrices are
// renormalised to it, in version 1 (power waves only); without, S stays as it is:
//   version 1 where all ports have one real impedance at all frequencies,
//   version 2 where each port has a real impedance that does not change: [Reference] holds them;
//   version 2 otherwise. [Reference] holds the real parts at the first frequency, and the impedance
//             of each port at each frequency is in comments.
// Comments give each port's own impedance. Throws std::invalid_argument for sizes that do not fit,
// and InputError as renormalise().
TouchstoneData to_touchstone(const NetworkSweep &network, std::optional<double> reference_ohm);

} // namespace curlew

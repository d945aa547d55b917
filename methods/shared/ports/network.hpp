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
};

// Returns the network in the form of a Touchstone file of version 1, with one real reference for
// all ports. With `reference_ohm` the matrices are renormalised to it; without, all ports must have
// one real impedance at all frequencies. A comment gives each port's own impedance.
// Throws InputError, which names the port, frequency and impedance that do not fit, and
// std::invalid_argument for sizes that do not fit.
TouchstoneData to_touchstone(const NetworkSweep &network, std::optional<double> reference_ohm);

} // namespace curlew

#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Power waves of a port with reference impedance Z, Re Z > 0, @cite kurokawa1965 (1):
//   a = (V + Z I) / (2 sqrt(Re Z)),   b = (V - Z* I) / (2 sqrt(Re Z)),
// V the voltage, I the current into the network, peak phasors of e^{+j omega t}. The inflowing
// power is (|a|^2 - |b|^2) / 2, in watts.
struct PowerWaves {
  std::complex<double> a, b; // W^(1/2)
};
// Throws std::invalid_argument unless Re Z > 0.
PowerWaves power_waves(std::complex<double> voltage, std::complex<double> current,
                       std::complex<double> impedance);

// A square matrix S of b = S a, row by row: S[i][j] is entry i * ports + j, j the excited port.
using ScatteringMatrix = std::vector<std::complex<double>>;

// Returns S of the same network with other reference impedances, one per port. With R = Re Z,
//   2 sqrt(R R') a' = (Z* + Z') a + (Z - Z') b,   2 sqrt(R R') b' = (Z* - Z'*) a + (Z + Z'*) b,
// so that S' = b' a'^-1 needs no impedance matrix, which an open or a through does not have. Throws
// std::invalid_argument for sizes that do not fit and for a Z with Re Z <= 0, and InputError for a
// network without such a matrix: a' can be 0 with a != 0, which is impossible for a passive one.
ScatteringMatrix renormalise(const ScatteringMatrix &s,
                             const std::vector<std::complex<double>> &from_ohm,
                             const std::vector<std::complex<double>> &to_ohm);

// Returns S of the waves that travel on the lines of the ports, whose impedances Z the power waves
// of `s` refer to, @cite marks1992 (53), (54):
//   a = sqrt(R) (V + Z I) / (2 |Z|),   b = sqrt(R) (V - Z I) / (2 |Z|),
// so that S'_ij = (|Z_j| / R_j) (Z_i S_ij - j X_i delta_ij) / |Z_i| with Z = R + j X. A column of
// 0, of a mode below its cutoff or a port that is not excited, stays 0. Throws
// std::invalid_argument for sizes that do not fit.
ScatteringMatrix travelling_waves(const ScatteringMatrix &s,
                                  const std::vector<std::complex<double>> &impedances_ohm);

} // namespace curlew

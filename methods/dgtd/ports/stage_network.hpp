#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgtd/ports/port.hpp>

namespace curlew::dgtd {

// R, L and C at the end of a line of wave impedance Z, driven by the characteristic w = E + Z (H x
// n) that arrives there: the current i and the field E = w - Z i on the wall, for the stages of the
// Runge-Kutta method. With the states s
//   series, with L    s0 = i, s1 = charge       L s0' = w - (Z + R) s0 - s1 / C,  s1' = s0
//   series, no L      s1 = charge               i = (w - s1 / C) / (Z + R),       s1' = i
//   parallel, with C  s0 = E, s1 = i of L       C s0' = (w - s0) / Z - s0 / R - s1,  L s1' = s0
//   parallel, no C    s1 = i of L               E = (w - Z s1) / (1 + Z / R),     L s1' = E
// The power E i goes into losses and states: the wall is passive.
struct StageNetwork {
  bool is_parallel = false;
  double z = 0;                                                   // ohm, wave impedance of the line
  double resistance = 0, inductance = 0, inverse_capacitance = 0; // series
  double conductance = 0, capacitance = 0, inverse_inductance = 0; // parallel

  KOKKOS_INLINE_FUNCTION double current(double w, const double (&s)[2]) const {
    if (is_parallel) {
      const double field = capacitance > 0 ? s[0] : (w - z * s[1]) / (1 + z * conductance);
      return (w - field) / z;
    }
    return inductance > 0 ? s[0] : (w - inverse_capacitance * s[1]) / (z + resistance);
  }

  KOKKOS_INLINE_FUNCTION void rates(double w, const double (&s)[2], double (&rate)[2]) const {
    const double i = current(w, s);
    if (is_parallel) {
      rate[0] = capacitance > 0 ? (i - conductance * s[0] - s[1]) / capacitance : 0;
      rate[1] = inverse_inductance * (w - z * i);
    } else {
      rate[0] = inductance > 0
                    ? (w - (z + resistance) * s[0] - inverse_capacitance * s[1]) / inductance
                    : 0;
      rate[1] = i;
    }
  }

  // Returns a bound of the rates of decay and of the frequencies of its states, 1/s.
  double fastest() const;
};

// Makes the network of a wall. `line_ohm`: the wave impedance of the medium in front.
StageNetwork stage_network(const SquareNetwork &network, double line_ohm);

} // namespace curlew::dgtd

#pragma once

#include <string>

namespace curlew::fem {

// Mode TE_mn or TM_mn of a circular waveguide: m periods around the axis, n-th zero. With kc = zero
// / radius, and r and phi about the axis:
//   TE: zero = j'_mn,  e = m J_m(kc r) / (kc r) cos(m phi) r^ - J_m'(kc r) sin(m phi) phi^,
//   TM: zero = j_mn,   e = J_m'(kc r) cos(m phi) r^ - m J_m(kc r) / (kc r) sin(m phi) phi^,
// and for TE_0n e = J_1(kc r) phi^: @cite pozar2012 section 3.4. The other polarisation of a mode
// with m > 0 has phi turned by 90 / m degrees.
struct CircularMode {
  bool is_magnetic = false; // TM; else TE
  int m = 1, n = 1;

  double zero() const;
  // Returns the components of e along r^ and phi^ at x = kc r.
  void field(double x, double phi, double &radial, double &around) const;
  std::string name() const;
};

inline bool operator==(const CircularMode &a, const CircularMode &b) {
  return a.is_magnetic == b.is_magnetic && a.m == b.m && a.n == b.n;
}

// Returns the mode with the lowest cutoff other than `but`.
CircularMode next_circular_mode(const CircularMode &but);

} // namespace curlew::fem

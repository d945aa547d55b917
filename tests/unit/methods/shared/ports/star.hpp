#pragma once

#include <curlew/methods/shared/ports/power_waves.hpp>

#include <algorithm>

namespace curlew::testing {

using complex = std::complex<double>;

// n impedances from the ports to one node, and an admittance from there to ground. S by circuit
// theory: a source behind the reference impedance of one port, the other ports terminated.
struct Star {
  std::vector<complex> arms_ohm;
  complex shunt_siemens = 0;

  ScatteringMatrix scattering(const std::vector<complex> &references) const {
    const std::size_t n = arms_ohm.size();
    ScatteringMatrix s(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      complex admittances = shunt_siemens;
      for (std::size_t i = 0; i < n; ++i)
        admittances += 1.0 / (references[i] + arms_ohm[i]);
      const complex node = 1.0 / (references[j] + arms_ohm[j]) / admittances; // for a source of 1 V
      const PowerWaves in = waves(j, j, node, references);
      for (std::size_t i = 0; i < n; ++i)
        s[i * n + j] = waves(i, j, node, references).b / in.a;
    }
    return s;
  }

private:
  PowerWaves waves(std::size_t port, std::size_t excited, complex node,
                   const std::vector<complex> &references) const {
    const complex source = port == excited ? 1 : 0;
    const complex current = (source - node) / (references[port] + arms_ohm[port]);
    return power_waves(source - references[port] * current, current, references[port]);
  }
};

inline double difference(const ScatteringMatrix &a, const ScatteringMatrix &b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

} // namespace curlew::testing

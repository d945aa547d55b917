#pragma once

#include <curlew/io/tables/phasor_probe_table.hpp>
#include <curlew/methods/mom/surface.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <complex>
#include <vector>

namespace curlew::mom {

// Writes the fields at the probes of a case, a table for each probe; total fields where there is an
// incident wave.
class ProbeWriter {
public:
  ProbeWriter(const Case &input, const Surface &surface, FrequencyDriver &driver, Backend backend);

  // `x`: eta0 J of the basis functions. Warns once about points that lie on the surface, and leaves
  // their fields empty.
  void add(const SourceSolve &solve, const std::string &excitation,
           const std::vector<std::complex<double>> &x);
  void close();

private:
  struct Probe {
    const ProbeSpec &spec;
    std::vector<std::array<double, 3>> points_m;
    PhasorProbeTable table;
    bool has_warned = false;
  };

  const Case &input_;
  const Surface &surface_;
  FrequencyDriver &driver_;
  Backend backend_;
  std::vector<Probe> probes_;
};

} // namespace curlew::mom

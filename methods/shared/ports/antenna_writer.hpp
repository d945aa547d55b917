#pragma once

#include <curlew/io/tables/far_field_table.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <optional>
#include <vector>

namespace curlew {

// A port among several that are driven together.
struct DrivenPort {
  int index;
  std::complex<double> incident_v;    // peak
  std::complex<double> impedance_ohm; // V / I, with what the others feed into it
  double accepted = 0; // W, below 0 where it takes more from the others than it gives
};

// Powers of a solution at the ports, W.
struct PortPowers {
  double accepted = 0;  // what the excited ports give to the structure and to all other ports
  double available = 0; // what its source has for a load of its conjugate; 0: without resistance
  double absorbed = 0;  // in elements, materials and ports that are not excited
  double apparent = 0;  // |V I| / 2 of the excited port, of several their sum
  std::complex<double> impedance_ohm; // V / I of the excited port
  std::vector<DrivenPort> driven;     // of several that are excited together
};

// Writes far fields, and of excited ports their gains and powers.
class AntennaWriter {
public:
  // `planes`: of symmetry.
  AntennaWriter(const Case &input, FrequencyDriver &driver, Backend backend,
                const std::vector<ImagePlane> &planes);

  // Rows of far_field.csv, where they are asked for. `powers` none: a scattered field, which has no
  // gain.
  void add_far_field(const SourceSolve &solve, const std::string &excitation,
                     const SurfaceCurrents &currents, const std::optional<PortPowers> &powers,
                     std::optional<double> radiated);
  // The row of powers.csv of an excited port, or of several. `radiated`: by the far field in all
  // directions. Returns what summary.json says of the solve.
  nlohmann::ordered_json add_port(const SourceSolve &solve, const PortPowers &powers,
                                  std::optional<double> radiated);
  void close() { table_.close(); }

private:
  const Case &input_;
  FrequencyDriver &driver_;
  Backend backend_;
  std::vector<ImagePlane> planes_;
  std::vector<Direction> directions_;
  FarFieldTable table_;
};

} // namespace curlew

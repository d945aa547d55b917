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
  std::complex<double> impedance_ohm; // V / I, including the contributions of the others
  double accepted = 0; // W, below 0 where it takes more from the others than it delivers
};

// Powers of a solution at the ports, W.
struct PortPowers {
  // Power that the excited ports deliver to the structure and to all other ports.
  double accepted = 0;
  // Power available from its source for a load of its conjugate; 0: without resistance.
  double available = 0;
  double absorbed = 0; // in elements, materials and ports that are not excited
  double apparent = 0; // |V I| / 2 of the excited port; for several ports their sum
  // V / I of the excited port at its reference plane, all others terminated by their references;
  // none where the solution alone does not have it.
  std::optional<std::complex<double>> impedance_ohm;
  std::vector<DrivenPort> driven; // several ports that are excited together
};

// Radiated power of a solution, W.
struct RadiatedPowers {
  double watts = 0;     // what the efficiencies are counted with
  double by_fields = 0; // integral of the far field, or of the field on a surface
};

// Writes far fields, and gains and powers of excited ports.
class AntennaWriter {
public:
  // `planes`: planes of symmetry.
  AntennaWriter(const Case &input, FrequencyDriver &driver, Backend backend,
                const std::vector<ImagePlane> &planes);

  // Writes rows of far_field.csv, where requested. `powers` none: a scattered field, which has no
  // gain.
  void add_far_field(const SourceSolve &solve, const std::string &excitation,
                     const SurfaceCurrents &currents, const std::optional<PortPowers> &powers,
                     const std::optional<RadiatedPowers> &radiated);
  // Writes the row of powers.csv of an excited port, or of several. `radiated` none: the rest of
  // the accepted power. Returns the solve's keys for summary.json.
  nlohmann::ordered_json add_port(const SourceSolve &solve, const PortPowers &powers,
                                  const std::optional<RadiatedPowers> &radiated);
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

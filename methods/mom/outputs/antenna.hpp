#pragma once

#include <curlew/io/tables/far_field_table.hpp>
#include <curlew/methods/mom/ports/loaded_gaps.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <optional>

namespace curlew::mom {

// Writes far fields, and of excited ports their gains and powers.
class AntennaWriter {
public:
  // `planes`: of symmetry.
  AntennaWriter(const Case &input, FrequencyDriver &driver, Backend backend,
                const std::vector<ImagePlane> &planes);

  // Rows of far_field.csv, where they are asked for. `powers` none: a scattered field, which has no
  // gain.
  void add_far_field(const SourceSolve &solve, const std::string &excitation,
                     const SurfaceCurrents &currents, const std::optional<GapPowers> &powers,
                     std::optional<double> radiated);
  // The row of powers.csv of an excited port. `radiated`: by the far field in all directions.
  // Returns what summary.json says of the solve.
  nlohmann::ordered_json add_port(const SourceSolve &solve, const GapPowers &powers,
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

} // namespace curlew::mom

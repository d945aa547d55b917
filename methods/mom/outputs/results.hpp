#pragma once

#include <curlew/io/fields/solve_series.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/outputs/probes.hpp>
#include <curlew/methods/mom/ports/loaded_gaps.hpp>
#include <curlew/methods/shared/frequency/antenna_writer.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <complex>
#include <optional>
#include <vector>

namespace curlew::mom {

// Writes the outputs that a case asks for, for each solution: cross sections, far fields, powers,
// currents, near fields.
class ResultWriter {
public:
  // `waves`: number of waves at each frequency.
  ResultWriter(const Case &input, const Surface &surface, FrequencyDriver &driver, Backend backend,
               std::size_t waves);

  // `x`: the unknowns of the formulation. Returns the entry of the solve in summary.json.
  nlohmann::ordered_json add(const SourceSolve &solve, const std::vector<std::complex<double>> &x,
                             const Spec &spec, const GapPowers &gaps);
  // Throws OutputError.
  void close();

private:
  // `gaps.absorbed`: includes the power absorbed in sheets and bodies.
  nlohmann::ordered_json add_wave(const SourceSolve &solve,
                                  const std::vector<std::complex<double>> &x, const Spec &spec,
                                  const SurfaceCurrents &currents, const GapPowers &gaps);
  // Returns the power of the far field in all directions, W; none where that would take long.
  std::optional<double> radiated(const SurfaceCurrents &currents) const;
  void write_currents(const SourceSolve &solve, const Currents &both, double wavenumber);

  const Case &input_;
  const Surface &surface_;
  FrequencyDriver &driver_;
  Backend backend_;
  std::size_t waves_;
  std::optional<SolveSeries> files_; // set where currents are asked for
  AntennaWriter antenna_;
  ProbeWriter probes_;
};

} // namespace curlew::mom

#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/rcs_table.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/frequency/frequency_system.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <string>
#include <vector>

namespace curlew {

// One system to be solved: a frequency and a source.
struct SourceSolve : PlannedSolve {
  // Excitation of the case, which must stay; none for ports.
  const Excitation *excitation = nullptr;
  const PlaneWave *wave = nullptr; // none for currents and ports
  const PortSpec *port = nullptr;  // the excited one
  std::string case_location;       // place of the excitation in the case, for messages
};

// Returns the sources of a case at a frequency: its excitations, then its excited ports by their
// index, whose excitation has the name "port 1".
std::vector<SourceSolve> plan_at(const Case &input, double frequency_hz);

// Returns the solves of a case, frequency by frequency. Throws InputError for an output that its
// sources cannot give: an RCS without a plane wave.
std::vector<SourceSolve> make_plan(const Case &input);

// Returns the excitation of a row of a table: for one of several waves with its number from 1.
std::string excitation_text(const SourceSolve &solve);

// Returns the directions in which the radar cross sections of a wave are requested: bistatic
// angles, then the way back.
std::vector<Direction> rcs_directions(const RcsSpec &rcs, const IncidentWave &incident);

// Returns rows of rcs.csv from the fields scattered in these directions.
std::vector<RcsRow> rcs_rows(const SourceSolve &solve, const IncidentWave &incident,
                             const std::vector<Direction> &directions,
                             const std::vector<FarField> &fields);

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/case/case.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Fields that a run in time sums up at frequencies.
struct PhasorFieldsPlan {
  std::vector<Field> quantities;
  std::vector<double> frequencies_hz;
  std::int64_t every = 1; // steps from one sample to the next
};

// Returns the frequencies of outputs.fields.
inline const std::vector<double> &phasor_frequencies_hz(const Case &input) {
  return input.frequency_sweep.outputs_at_hz;
}

// Returns the plan of outputs.fields, with at least 8 samples to the shortest period of the
// excitations and of the frequencies. What a pulse has beyond 7 times its highest frequency, which
// such samples take for its own, is far below rounding.
PhasorFieldsPlan phasor_fields_plan(const Case &input, double dt_s);

// Returns the bytes of the sums of a rank, for tets with so many numbers to a field; 0 without
// fields at frequencies. `tets`: the tets that the rank owns, the first of the mesh.
double phasor_sums_bytes(const Case &input, const TetMesh &mesh, Index tets, int numbers);
// Returns the line of `check` about these bytes; empty without.
std::string phasor_sums_text(const Case &input, double bytes);

// Returns warnings of a run that ends before its sources do: its phasors are those of a part of the
// pulse.
std::vector<std::string> phasor_fields_warnings(const Case &input, double end_s,
                                                double sources_end_s);

} // namespace curlew

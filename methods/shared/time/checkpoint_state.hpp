#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/checkpoint.hpp>
#include <curlew/methods/shared/time/restart_tables.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <string>

namespace curlew {

// Contents of a checkpoint of a run in time.
struct CheckpointState {
  RunPosition position;
  double dt_s = 0;
  FieldState unknowns; // unknowns of the whole mesh
  TableRows rows;
};

// Returns a text of all settings that affect the fields: the resolved case without outputs, run,
// title and the length of the run, the variant, and the contents of the files that it names. The
// time step is compared separately, so that a message can name it. The result is a JSON text, whose
// fingerprint a checkpoint must have.
std::string physics_text(const Case &input, const std::string &variant);

CheckpointData to_checkpoint(const Case &input, const std::string &physics, CheckpointState state);

// Throws InputError when the checkpoint belongs to another case or mesh, or to a run with another
// dt or courant, or with other probes under the names of its tables (with their case locations).
CheckpointState read_checkpoint_state(const Case &input, const std::string &physics,
                                      const CheckpointData &data);

} // namespace curlew

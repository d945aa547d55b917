#pragma once

namespace curlew {

// A variable of the environment; null where it is absent or empty.
const char *environment_value(const char *name);

// Whether a launcher of MPI processes started this process.
bool launched_with_mpi();

// How many processes the launcher says that it started; 1 without one.
int launched_copies();

} // namespace curlew

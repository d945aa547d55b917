#pragma once

namespace curlew {

// A variable of the environment; null where it is absent or empty.
const char *environment_value(const char *name);

// True where a launcher of MPI processes started this process.
bool launched_with_mpi();

// Number of processes that the launcher reports to have started; 1 without a launcher.
int launched_copies();

} // namespace curlew

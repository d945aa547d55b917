#include <curlew/core/mpi/launcher.hpp>

#include <algorithm>
#include <cstdlib>

namespace curlew {

const char *environment_value(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

bool launched_with_mpi() {
  // Open MPI; PMI and PMIx (MPICH, Intel MPI, Slurm); MVAPICH2; Cray.
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
                           "MV2_COMM_WORLD_SIZE", "PALS_RANKID"})
    if (environment_value(name) != nullptr)
      return true;
  return false;
}

int launched_copies() {
  int copies = 1;
  for (const char *name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"})
    if (const char *size = environment_value(name))
      copies = std::max(copies, std::atoi(size));
  // The script of a batch job has the number of tasks too, but no step.
  const char *step = environment_value("SLURM_STEP_ID");
  const char *tasks = environment_value("SLURM_STEP_NUM_TASKS");
  return step != nullptr && tasks != nullptr ? std::max(copies, std::atoi(tasks)) : copies;
}

} // namespace curlew

#pragma once

#include <vector>

namespace curlew {

// Processors by the numbers of the operating system, ascending.
using ProcessorList = std::vector<int>;

// The processors that this process may use: its affinity mask, as `taskset`, a launcher or a batch
// system set it. An OpenMP runtime binds threads, the first one before main(), where OMP_PROC_BIND
// or OMP_PLACES is set: the list is that from before, as record_processors() gave it, or else the
// mask at the first call.
const ProcessorList &usable_processors();

// Sets the list of processors, for code with a better source than the present mask. To be called
// before threads start.
void record_processors(ProcessorList processors);

// Returns the present mask of the calling thread; empty where the system has no such masks.
ProcessorList thread_affinity();

// Lets the calling thread run on all usable_processors(): a thread inherits the mask of the one
// that starts it, which may be bound to a single processor.
void use_all_processors();

// Number of the processors of process `self` that are its own share, given those of all processes
// of the host: each processor is divided among the processes that may use it. At least 1.
int processor_share(const std::vector<ProcessorList> &of_processes, int self);

} // namespace curlew

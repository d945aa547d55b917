#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// Returns the threads of the host's part of a run: those of the case, or this rank's share of the
// cores.
int host_threads_of(const Case &input);

// Returns the mesh, the voxels and the waveforms that a case reads.
std::vector<std::filesystem::path> input_files(const Case &input);

// Returns the folder of the results, which the root prepares for all ranks. Collective. Throws as
// ResultsDirectory.
ResultsDirectory prepare_results(const Case &input, const RunOptions &options,
                                 const Communicator &ranks);

// Execution space of the kernels.
struct Execution {
  Backend backend;
  int threads; // threads of the backend
};

// Opens the log and writes the records before the first step: case.resolved.json, and in the
// summary provenance, warnings and fingerprints of the inputs. Only the root writes files.
Summary open_records(const Case &input, const RunOptions &options, const Execution &execution,
                     const ResultsDirectory &results, bool is_root);

// Prints warnings and writes them into the summary.
void report_warnings(const std::vector<std::string> &warnings, Summary &summary);

} // namespace curlew

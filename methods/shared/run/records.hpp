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

// Threads of the host's part of a run: as the case says, or this rank's share of the cores.
int host_threads_of(const Case &input);

// The mesh, the voxels and the waveforms that a case reads.
std::vector<std::filesystem::path> input_files(const Case &input);

// The folder of the results, which the root makes ready for all ranks: collective. Throws what
// ResultsDirectory does.
ResultsDirectory prepare_results(const Case &input, const RunOptions &options,
                                 const Communicator &ranks);

// Where the kernels run.
struct Execution {
  Backend backend;
  int threads; // of the backend
};

// Opens the log and writes what is known before the first step: case.resolved.json, and in the
// summary provenance, warnings and fingerprints of the inputs. Only the root writes files.
Summary open_records(const Case &input, const RunOptions &options, const Execution &execution,
                     const ResultsDirectory &results, bool is_root);

// Prints warnings and writes them into the summary.
void report_warnings(const std::vector<std::string> &warnings, Summary &summary);

} // namespace curlew

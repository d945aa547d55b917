#pragma once

#include <curlew/core/backend.hpp>
#include <curlew/core/ranks/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/output/results_directory.hpp>
#include <curlew/io/output/summary.hpp>
#include <curlew/methods/run/run_options.hpp>

#include <filesystem>
#include <vector>

namespace curlew {

// Threads of the host's part of a run: as the case says, or this rank's share of the cores.
int host_threads_of(const Case &input);

// The mesh and the voxels that a case reads.
std::vector<std::filesystem::path> input_files(const Case &input);

// The folder of the results, which the root makes ready for all ranks: collective. Throws what
// ResultsDirectory does.
ResultsDirectory prepare_results(const Case &input, const RunOptions &options,
                                 const Communicator &ranks);

// Where the kernels run.
struct RunPlace {
  Backend backend;
  int threads; // of the backend
};

// Opens the log and writes what is known before the first step: case.resolved.json, and in the
// summary provenance, warnings and fingerprints of the inputs. Files are the root's business alone.
Summary open_records(const Case &input, const RunOptions &options, const RunPlace &place,
                     const ResultsDirectory &results, bool is_root);

} // namespace curlew

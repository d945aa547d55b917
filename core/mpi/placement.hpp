#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <string>
#include <vector>

namespace curlew {

// Place of a rank: what it computes on.
struct Placement {
  std::string host;
  std::string device;      // name of its GPU; empty on processors
  std::string device_uuid; // tells GPUs of a host apart, whatever each rank sees of them
  std::string processors;  // that it may use: "0-7,16"
  std::string numa_nodes;  // of these processors: "0"; empty where the system does not tell
};

// Returns the place of this process. Kokkos must run where the backend is of a device.
Placement own_placement(Backend backend);

// Returns the places of all ranks at the root, elsewhere an empty vector. Collective.
std::vector<Placement> gather_placements(const Communicator &ranks, const Placement &own);

// Returns a line for each rank: number, host, GPU, processors, NUMA nodes.
std::vector<std::string> placement_lines(const std::vector<Placement> &places);

// Returns the number of ranks on the GPU of each rank, itself included; 1 without GPUs.
std::vector<int> ranks_on_devices(const std::vector<Placement> &places);

// Returns a warning where ranks share a GPU; empty otherwise.
std::string shared_device_text(const std::vector<Placement> &places);

// Returns numbers as ranges: "0-7,16".
std::string range_text(const std::vector<int> &ascending);

} // namespace curlew

#pragma once

#include <curlew/core/parallel/spaces.hpp>

#include <cstddef>

namespace curlew {

// Properties, assumed by kernels, of the processor that a space runs on; kernels derive their
// teams, tiles and tables from them. The primary template is for hosts; devices specialise it.
// Values for CUDA are measured on an H200, those for HIP are derived from its data sheet and not
// measured.
template <class Space> struct DeviceTraits {
  // Threads that take each instruction together; neighbours read neighbouring addresses.
  static constexpr int k_warp = 1;
  // Parts of the device that run teams independently of each other.
  static constexpr int k_multiprocessors = 1;
  // Number of threads of a team; of a team that adds up terms; number of terms that a thread loads
  // before it adds one.
  static constexpr int k_team = 1, k_sum_team = 1, k_sum_unroll = 4;
  // Teams of k_sum_team threads for a sum: fewer leave multiprocessors idle at the end, more make
  // the host's part of the sum longer.
  static constexpr int k_sum_teams = 1;
  // A tile of columns of a grid, one to a thread of a team.
  static constexpr int k_tile_x = 1, k_tile_y = 1;
  // Scratch memory of a team.
  static constexpr std::size_t k_team_scratch_bytes = std::size_t(1) << 30;
  // Number of teams of so many threads that one multiprocessor holds at a time if a thread has this
  // many registers; for LaunchBounds.
  static constexpr int teams_at_a_time(int, int) { return 1; }
  // An array many times larger than the last cache, of which hosts may share hundreds of MB.
  static constexpr std::size_t k_beyond_caches_bytes = std::size_t(256) << 20;
  // Short actions timed in a row, so that the wait at the end does not count.
  static constexpr int k_timed_in_a_row = 1;
};

CURLEW_IF_CUDA(template <> struct DeviceTraits<Kokkos::Cuda> {
  static constexpr int k_warp = 32;
  static constexpr int k_multiprocessors = 132;
  static constexpr int k_team = 256, k_sum_team = 512, k_sum_unroll = 4;
  static constexpr int k_sum_teams = 8 * k_multiprocessors;
  static constexpr int k_tile_x = 32, k_tile_y = 8;
  // 48 kB, less what Kokkos takes.
  static constexpr std::size_t k_team_scratch_bytes = 47 << 10;
  static constexpr int teams_at_a_time(int threads, int registers) {
    return 65536 / (threads * registers);
  }
  static constexpr std::size_t k_beyond_caches_bytes = std::size_t(1024) << 20;
  static constexpr int k_timed_in_a_row = 10;
};)

// Values of one die of an MI250X: compute units with wavefronts of 64 threads and 64 kB of shared
// memory.
CURLEW_IF_HIP(template <> struct DeviceTraits<Kokkos::HIP> {
  static constexpr int k_warp = 64;
  static constexpr int k_multiprocessors = 110;
  static constexpr int k_team = 256, k_sum_team = 512, k_sum_unroll = 4;
  static constexpr int k_sum_teams = 8 * k_multiprocessors;
  static constexpr int k_tile_x = 32, k_tile_y = 8;
  static constexpr std::size_t k_team_scratch_bytes = 63 << 10;
  // hipcc takes the second launch bound for something else (wavefronts of a SIMD unit).
  static constexpr int teams_at_a_time(int, int) {
    return 1;
  }
  static constexpr std::size_t k_beyond_caches_bytes = std::size_t(1024) << 20;
  static constexpr int k_timed_in_a_row = 10;
};)

} // namespace curlew

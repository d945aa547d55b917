#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace curlew {

// Team scratch that begins at a cache line. Kokkos aligns scratch to 8 bytes only, and where its
// OpenMP space puts a team's, every AVX-512 vector lies in two lines: a sweep over rows of a grid
// took 1.4 times as long.
constexpr std::size_t k_cache_line_bytes = 64;

// Returns the bytes to request for aligned_scratch<T>() of so many elements.
template <class T> constexpr std::size_t aligned_scratch_bytes(std::size_t count) {
  return count * sizeof(T) + k_cache_line_bytes;
}

// Returns room for `count` elements in `place`: team.team_scratch(level) or thread_scratch(level).
template <class T, class Place>
KOKKOS_INLINE_FUNCTION T *aligned_scratch(const Place &place, std::size_t count) {
  return static_cast<T *>(place.get_shmem_aligned(count * sizeof(T), k_cache_line_bytes));
}

} // namespace curlew

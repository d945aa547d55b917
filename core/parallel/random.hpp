#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace curlew {

// Returns the number `index` of the stream `seed`, in (-1, 1): splitmix64 @cite steele2014, the
// same numbers on every backend.
KOKKOS_INLINE_FUNCTION double random_number(std::uint64_t index, std::uint64_t seed = 0) {
  std::uint64_t z = (index + seed) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

} // namespace curlew

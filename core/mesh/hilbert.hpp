#pragma once

#include <array>
#include <cstdint>

namespace curlew {

constexpr int k_hilbert_bits = 21; // per direction; three of them fill a 64-bit key

// Place on the three-dimensional Hilbert curve of a cell with coordinates in [0, 2^21): cells with
// consecutive keys share a face. J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707
// (2004) 381; the algorithm is in the public domain. @cite skilling2004
inline std::uint64_t hilbert_key(std::array<std::uint32_t, 3> x) {
  constexpr std::uint32_t highest = 1u << (k_hilbert_bits - 1);
  // undo the rotations and reflections of the sub-cubes, from the largest to the smallest
  for (std::uint32_t q = highest; q > 1; q >>= 1)
    for (std::uint32_t &xi : x) {
      if (xi & q) {
        x[0] ^= q - 1;
      } else {
        const std::uint32_t swapped = (x[0] ^ xi) & (q - 1);
        x[0] ^= swapped;
        xi ^= swapped;
      }
    }
  // Gray encoding
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t flips = 0;
  for (std::uint32_t q = highest; q > 1; q >>= 1)
    if (x[2] & q)
      flips ^= q - 1;
  std::uint64_t key = 0;
  for (int bit = k_hilbert_bits - 1; bit >= 0; --bit)
    for (std::uint32_t xi : x)
      key = key << 1 | ((xi ^ flips) >> bit & 1);
  return key;
}

} // namespace curlew

#pragma once

#include <Kokkos_Core.hpp>

namespace curlew {

// The sum of a value over a team, for every thread of it. Kokkos' own team_reduce (3.4, CUDA) lets
// threads go while others still read the result from shared memory: the next reduction of the same
// kernel overwrites it there. The barrier keeps them together.
template <class Team> KOKKOS_INLINE_FUNCTION double team_sum(const Team &team, double value) {
  team.team_reduce(Kokkos::Sum<double>(value));
  team.team_barrier();
  return value;
}

} // namespace curlew

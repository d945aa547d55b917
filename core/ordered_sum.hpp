#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/views.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace curlew {

// Sum over i in [0, count) of f(i), in an order that depends on count alone: the same bits for any
// number of threads, which Kokkos::parallel_reduce does not promise. Waits for the result.
template <class Space, class F>
double ordered_sum(const Space &space, const std::string &label, Offset count, const F &f) {
  constexpr Offset k_chunk = 1024;
  const Offset chunks = (count + k_chunk - 1) / k_chunk;
  Kokkos::View<double *, Space> partial(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                        chunks);
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Space>(space, 0, chunks), KOKKOS_LAMBDA(const Offset chunk) {
        const Offset end = (chunk + 1) * k_chunk < count ? (chunk + 1) * k_chunk : count;
        double sum = 0;
        for (Offset i = chunk * k_chunk; i < end; ++i)
          sum += f(i);
        partial(chunk) = sum;
      });
  space.fence();
  double sum = 0;
  for (const double value : to_vector(partial))
    sum += value;
  return sum;
}

} // namespace curlew

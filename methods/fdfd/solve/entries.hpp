#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// Calls f(component, indices, entry of the vector) for all entries of a field, with the rows along
// x divided among several host threads.
template <class F> void for_all_entries(const Problem &problem, int threads, const F &f) {
  const std::size_t ny = problem.count(1), nz = problem.count(2);
  parallel_chunks(
      3 * ny * nz, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          const int component = static_cast<int>(row / (ny * nz));
          const Index j = static_cast<Index>(row % ny), k = static_cast<Index>(row / ny % nz);
          for (Index i = 0; i < problem.count(0); ++i)
            f(component, std::array<Index, 3>{i, j, k}, row * problem.count(0) + i);
        }
      },
      64);
}

} // namespace curlew::fdfd

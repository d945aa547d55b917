#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/methods/fdfd/fused/lanes.hpp>

namespace curlew::fdfd {

// ordered_sums() over the entries of all ranks. Collective.
template <int k_count, class Space, class F>
std::array<double, k_count> sums_of_ranks(const Communicator &ranks, const Space &space,
                                          const char *label, Offset count, const F &f) {
  const auto own = ordered_sums<k_count>(space, label, count, f);
  if (ranks.is_alone())
    return own;
  std::vector<double> all(own.begin(), own.end());
  ranks.sum(all);
  std::array<double, k_count> sums{};
  std::copy(all.begin(), all.end(), sums.begin());
  return sums;
}

// Sums of Krylov methods for symmetric complex matrices, each in one sweep with the updates before
// it.

// The product x . y without conjugation.
template <class Space> struct BilinearProduct {
  Vector<Space> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double (&sums)[2]) const {
    add_to(sums, x(i) * y(i));
  }
};

template <class Space>
Complex bilinear_product(const Communicator &ranks, const Space &space, const Vector<Space> &x,
                         const Vector<Space> &y) {
  const auto sums = sums_of_ranks<2>(ranks, space, "curlew::fdfd::bilinear", x.extent(0),
                                     BilinearProduct<Space>{x, y});
  return {sums[0], sums[1]};
}

} // namespace curlew::fdfd

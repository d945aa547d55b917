#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/reduce.hpp>

namespace curlew {

// Adds up the rows of k_sums numbers that teams or chunks left in `partial` and calls
// conclude(totals) once, in the vectors' memory space: scalars are computed there, and nothing
// waits for the host.
template <class Space, int k_sums, class Conclude> struct Conclusion {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Kokkos::View<double *, Space> partial;
  Offset rows;
  Conclude conclude;

  static void launch(const Space &space, const Conclusion &all) {
    Kokkos::parallel_for("curlew::solvers::conclude",
                         Kokkos::TeamPolicy<Space>(space, 1, DeviceTraits<Space>::k_team), all);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    double totals[k_sums];
    for (int s = 0; s < k_sums; ++s) {
      double sum = 0;
      for (Offset row = team.team_rank(); row < rows; row += team.team_size())
        sum += partial(row * k_sums + s);
      totals[s] = team_sum(team, sum);
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] { conclude(totals); });
  }
};

// Conclusion of kernels without sums.
struct NoConclusion {
  KOKKOS_INLINE_FUNCTION void operator()(const double *) const {}
};

// Stores sums for the host to fetch.
template <int k_count> struct StoreTotals {
  double *to;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    for (int s = 0; s < k_count; ++s)
      to[s] = totals[s];
  }
};

} // namespace curlew

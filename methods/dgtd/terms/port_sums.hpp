#pragma once

#include <curlew/core/parallel/reduce.hpp>

#include <vector>

namespace curlew::dgtd {

// Weighted sums of unknowns, two to a port: V of E, then Z J of H. The order of each sum depends
// only on its own entries, not on the other ports, threads and teams.
template <class Space> class PortSums {
public:
  // Entries of ports in their order; for each port the electric ones, then the magnetic ones.
  struct Lists {
    std::vector<Offset> starts{0}, at;
    std::vector<double> weights;
    void end_row() { starts.push_back(static_cast<Offset>(at.size())); }
  };

  PortSums() = default;
  explicit PortSums(const Lists &lists)
      : starts_(to_view<Space>("curlew::dgtd::port_starts", lists.starts)),
        at_(to_view<Space>("curlew::dgtd::port_at", lists.at)),
        weights_(to_view<Space>("curlew::dgtd::port_weights", lists.weights)),
        sums_("curlew::dgtd::port_sums", lists.starts.size() - 1) {}

  // Computes [port][V, Z J] into sums().
  void compute(const Space &space, const Kokkos::View<double *, Space> &electric,
               const Kokkos::View<double *, Space> &magnetic) const {
    if (sums_.extent(0) == 0)
      return;
    const Kernel kernel{starts_, at_, weights_, electric, magnetic, sums_};
    if constexpr (is_device<Space>)
      Kokkos::parallel_for("curlew::dgtd::port_sum",
                           Kokkos::TeamPolicy<Space>(space, static_cast<int>(sums_.extent(0)),
                                                     DeviceTraits<Space>::k_team),
                           kernel);
    else
      Kokkos::parallel_for("curlew::dgtd::port_sum", RangePolicy<Space>(space, 0, sums_.extent(0)),
                           kernel);
  }
  const Kokkos::View<double *, Space> &sums() const { return sums_; }

  struct Kernel {
    using Team = typename Kokkos::TeamPolicy<Space>::member_type;
    static constexpr Offset k_chunk = 1024;
    Kokkos::View<const Offset *, Space> starts, at;
    Kokkos::View<const double *, Space> weights;
    Kokkos::View<double *, Space> electric, magnetic, sums;

    KOKKOS_INLINE_FUNCTION double term(const Offset row, const Offset k) const {
      return weights(k) * (row % 2 == 0 ? electric(at(k)) : magnetic(at(k)));
    }
    // Sums one row on hosts, by chunks, so that errors do not grow with the length.
    KOKKOS_INLINE_FUNCTION void operator()(const Offset row) const {
      double sum = 0;
      for (Offset begin = starts(row); begin < starts(row + 1); begin += k_chunk) {
        const Offset end = begin + k_chunk < starts(row + 1) ? begin + k_chunk : starts(row + 1);
        double partial = 0;
        for (Offset k = begin; k < end; ++k)
          partial += term(row, k);
        sum += partial;
      }
      sums(row) = sum;
    }
    KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
      const Offset row = team.league_rank();
      double mine = 0;
      for (Offset k = starts(row) + team.team_rank(); k < starts(row + 1); k += team.team_size())
        mine += term(row, k);
      const double sum = team_sum(team, mine);
      Kokkos::single(Kokkos::PerTeam(team), [&] { sums(row) = sum; });
    }
  };

private:
  Kokkos::View<const Offset *, Space> starts_, at_;
  Kokkos::View<const double *, Space> weights_;
  Kokkos::View<double *, Space> sums_;
};

} // namespace curlew::dgtd

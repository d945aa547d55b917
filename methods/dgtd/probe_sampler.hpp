#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/places.hpp>

namespace curlew::dgtd {

// Weights of probes on the device.
template <class Space> struct ProbeTables {
  Kokkos::View<const Index *, Space> slots;    // -1: on another rank; reads as zero here
  Kokkos::View<const double *, Space> weights; // [point][function][component]
};

template <class Space>
ProbeTables<Space> make_probe_tables(const std::vector<ProbeStencil> &probes, const Slots &slots,
                                     int n) {
  std::vector<Index> where;
  std::vector<double> weights;
  for (const ProbeStencil &probe : probes) {
    where.push_back(probe.tet < 0 ? -1 : slots.of_tet[probe.tet]);
    if (probe.tet < 0) // the probe keeps its place
      weights.resize(weights.size() + 3 * n, 0);
    for (const auto &weight : probe.weights)
      weights.insert(weights.end(), weight.begin(), weight.end());
  }
  return {to_view<Space>("curlew::dgtd::probe_slots", where),
          to_view<Space>("curlew::dgtd::probe_weights", weights)};
}

// Fields at probes, as ProbeBuffer (methods/shared/time) reads them.
template <class Space> struct ProbeSampler {
  using Values = Kokkos::View<double *, Space>;
  ProbeTables<Space> electric_tables, magnetic_tables;
  Values e, h;
  int n;

  KOKKOS_INLINE_FUNCTION void electric(Index p, double (&field)[3]) const {
    sum(electric_tables, e, p, field);
  }
  KOKKOS_INLINE_FUNCTION void magnetic(Index p, double (&field)[3]) const {
    sum(magnetic_tables, h, p, field);
  }

private:
  KOKKOS_INLINE_FUNCTION void sum(const ProbeTables<Space> &tables, const Values &values, Index p,
                                  double (&field)[3]) const {
    if (tables.slots(p) < 0)
      return;
    for (int i = 0; i < n; ++i) {
      const double value = values(Packs<Space>::at(tables.slots(p), i, n));
      for (int d = 0; d < 3; ++d)
        field[d] += value * tables.weights((static_cast<Offset>(p) * n + i) * 3 + d);
    }
  }
};

} // namespace curlew::dgtd

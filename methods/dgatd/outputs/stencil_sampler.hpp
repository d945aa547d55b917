#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/outputs/probes.hpp>

namespace curlew::dgatd {

// The probes on the device: E at points by their Whitney stencils, H as the constant of a tet.
// Points of other ranks read as zero.
template <class Space> class StencilTables {
public:
  explicit StencilTables(const Probes &probes)
      : edges("curlew::dgatd::probe_edges", probes.electric.size()),
        weights("curlew::dgatd::probe_weights", probes.electric.size()),
        tets(to_view<Space>("curlew::dgatd::probe_tets", probes.magnetic)) {
    const auto host_edges = Kokkos::create_mirror_view(edges);
    const auto host_weights = Kokkos::create_mirror_view(weights);
    for (std::size_t p = 0; p < probes.electric.size(); ++p)
      for (int e = 0; e < 6; ++e) {
        host_edges(p, e) = probes.electric[p].edges[e];
        for (int d = 0; d < 3; ++d)
          host_weights(p, e, d) = probes.electric[p].weights[e][d];
      }
    Kokkos::deep_copy(edges, host_edges);
    Kokkos::deep_copy(weights, host_weights);
  }

  Kokkos::View<Index *[6], Space> edges;
  Kokkos::View<double *[6][3], Space> weights;
  Kokkos::View<Index *, Space> tets;
};

// Sampler that ProbeBuffer (methods/shared/time) calls. `reader`: the scheme's.
template <class Space, class Reader> struct StencilSampler {
  StencilTables<Space> tables;
  Reader reader;

  KOKKOS_INLINE_FUNCTION void electric(Index p, double (&field)[3]) const {
    for (int e = 0; e < 6; ++e) {
      const double circulation = reader.circulation(tables.edges(p, e));
      for (int d = 0; d < 3; ++d)
        field[d] += circulation * tables.weights(p, e, d);
    }
  }
  KOKKOS_INLINE_FUNCTION void magnetic(Index p, double (&field)[3]) const {
    if (tables.tets(p) >= 0)
      reader.magnetic(tables.tets(p), field);
  }
};

} // namespace curlew::dgatd

#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/source.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <vector>

namespace curlew::dgatd {

// Interface of every variant for the driver, the probes and the tests (no base class: the driver is
// a template, so that nothing in the step is virtual):
//
//   Scheme(problem, dt_s, sources)
//   advance_h(space)          Faraday:  H^{n-1/2} -> H^{n+1/2}
//   advance_e(space, values)  Ampere:   E^n -> E^{n+1}
//   reader()                  circulation(edge), magnetic(tet, field) and, with k_has_halves,
//                             half(edge, end): device-callable
//   save(), load(state)       the unknowns in the order of the mesh, the same for every backend
//   stored_unknowns(), minimum_bytes()

// Named arrays of unknowns. Arrays of E have one or two (lower node, higher node) values per edge,
// and the names "circulations" or "half_circulations"; all others have a few values per tet.
// "dual_circulations" are those of the tet's faces, opposite to its nodes: both tets of a face have
// the same value.
using State = FieldState;

// The least memory traffic of one step: every input read once, every output written once.
struct MinimumBytes {
  double faraday = 0, ampere = 0;
  double step() const { return faraday + ampere; }
};

template <class Space> struct SubtractCurrent {
  Kokkos::View<Index *, Space> edges;
  Kokkos::View<double *, Space> currents, r;
  double value;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    r(edges(k)) -= value * currents(k);
  }
};

// The sources on the device: r(edge) -= value x current.
template <class Space> class EdgeCurrents {
public:
  EdgeCurrents() = default;
  explicit EdgeCurrents(const std::vector<Source> &sources) {
    for (const Source &source : sources)
      sources_.push_back({to_view<Space>("curlew::dgatd::source_edges", source.edges),
                          to_view<Space>("curlew::dgatd::source_currents", source.currents)});
  }

  // `values`: waveform value of each source. A value of zero launches nothing.
  void subtract(const Space &space, const std::vector<double> &values,
                const Kokkos::View<double *, Space> &r) const {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const double value = values.at(i);
      if (value == 0)
        continue;
      const One &one = sources_[i];
      Kokkos::parallel_for("curlew::dgatd::source",
                           RangePolicy<Space>(space, 0, one.edges.extent(0)),
                           SubtractCurrent<Space>{one.edges, one.currents, r, value});
    }
  }

private:
  struct One {
    Kokkos::View<Index *, Space> edges;
    Kokkos::View<double *, Space> currents;
  };
  std::vector<One> sources_;
};

} // namespace curlew::dgatd

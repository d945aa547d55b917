#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/core/parallel/backend_one_copy.hpp>
#include <curlew/methods/fdfd/fused/lanes.hpp>
#include <curlew/methods/fdfd/fused/planes.hpp>
#include <curlew/methods/fdfd/ranks/slab.hpp>

namespace curlew::fdfd {

// Values of a source on the first and the last plane of a slab: to[plane][component][j][i]. On
// hosts row by row, with the arithmetic that the fused kernel has for its own rows, so that a
// neighbour gets the same bits.
template <class Space, class Source> struct EdgePlanes {
  System<Space> system;
  Source source;
  Complex *to;

  static void launch(const Space &space, const EdgePlanes &edges) {
    const Offset rows = Offset(2) * 3 * edges.system.count[1];
    const Offset items = is_device<Space> ? rows * edges.system.count[0] : rows;
    Kokkos::parallel_for("curlew::fdfd::edge_planes", RangePolicy<Space>(space, 0, items), edges);
  }
  // Returns the first entry of a row of `to` in the vector.
  KOKKOS_INLINE_FUNCTION Offset first_of(Offset row) const {
    const Index ny = system.count[1], nz = system.count[2];
    const Offset j = row % ny, c = row / ny % 3, k = row / (3 * Offset(ny)) == 0 ? 0 : nz - 1;
    return ((c * nz + k) * ny + j) * system.count[0];
  }
  CURLEW_ONE_COPY KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Index nx = system.count[0];
    Source from = source;
    from.begin();
    if constexpr (is_device<Space>) {
      put(Entries<Complex>(to), item, from.value(first_of(item / nx) + item % nx));
    } else {
      const Offset first = first_of(item);
      const Entries<Complex> row(to + item * nx);
      for_row(nx, [=](auto i) { put(row, i, from.value(first + i)); });
    }
  }
};

// Exchange of the planes beside a slab, of the vector that a source gives.
template <class Space> class SlabExchange {
public:
  SlabExchange(const Slab &slab, const System<Space> &system, const Communicator &ranks)
      : system_(system), plane_(6 * Offset(system.count[0]) * system.count[1]),
        edges_("curlew::fdfd::edges", 2 * plane_) {
    std::vector<ExchangePeer> peers;
    // The neighbour below gets the first plane, the one above the last plane. A rank that is both
    // gets the last plane first: it lies below its own.
    const auto add = [&](int rank, std::initializer_list<int> sides) {
      ExchangePeer peer{rank, {}, static_cast<Index>(plane_ * sides.size())};
      for (const int side : sides)
        for (Offset n = 0; n < plane_; ++n)
          peer.send.push_back(static_cast<Index>(side * plane_ + n));
      peers.push_back(std::move(peer));
    };
    if (slab.below >= 0 && slab.below == slab.above) {
      add(slab.below, {1, 0});
    } else {
      if (slab.below >= 0)
        add(slab.below, {0});
      if (slab.above >= 0)
        add(slab.above, {1});
    }
    has_below_ = slab.below >= 0;
    has_above_ = slab.above >= 0;
    exchange_ = HaloExchange<Space>(ranks, peers);
  }

  // Packs the source's values on the planes at the ends and sends them.
  template <class Source> void start(const Space &space, const Source &source) {
    EdgePlanes<Space, Source>::launch(
        space, {system_, source, reinterpret_cast<Complex *>(edges_.data())});
    exchange_.start(space, edges_);
  }
  // Waits and returns the neighbours' planes, valid until the next start().
  Planes finish(const Space &space) {
    received_ = exchange_.finish(space);
    return last();
  }
  // Returns the planes of the last finish().
  Planes last() const {
    const auto *first = reinterpret_cast<const Complex *>(received_.data());
    Planes planes;
    planes.ghosts[0] = has_below_ ? first : nullptr;
    planes.ghosts[1] = has_above_ ? first + (has_below_ ? plane_ / 2 : 0) : nullptr;
    return planes;
  }

private:
  System<Space> system_;
  Offset plane_; // doubles of a plane
  Kokkos::View<double *, Space> edges_;
  typename HaloExchange<Space>::Values received_;
  bool has_below_ = false, has_above_ = false;
  HaloExchange<Space> exchange_;
};

} // namespace curlew::fdfd

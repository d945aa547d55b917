#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace curlew::dgatd {

// The halo of variants that keep E on half edges: halves of ghost nodes are copies of their owners'
// values. The copies lie side by side behind the owned ones, in the order of the peers' lists.
template <class Space> class HalfHalo {
public:
  using Values = Kokkos::View<double *, Space>;

  HalfHalo() = default;
  // `slot`: half edge -> its entry of u; ghosts begin at `first_ghost`.
  template <class Slot>
  HalfHalo(const Problem &problem, const Slot &slot, Offset first_ghost)
      : first_ghost_(first_ghost) {
    std::vector<ExchangePeer> peers;
    for (const HaloPeer &peer : problem.halo) {
      ExchangePeer one{peer.rank, {}, static_cast<Index>(peer.receive.size())};
      for (const HalfEdge &half : peer.send)
        one.send.push_back(slot(half));
      peers.push_back(std::move(one));
    }
    exchange_ = HaloExchange<Space>(problem.ownership.ranks, peers);
  }

  bool active() const { return exchange_.active(); }
  void set_aside(const Space &, const Values &) {} // nothing is added to
  void start(const Space &space, const Values &u) { exchange_.start(space, u); }
  void finish(const Space &space, const Values &u) {
    const Values received = exchange_.finish(space);
    const auto range = std::make_pair(first_ghost_, first_ghost_ + Offset(received.extent(0)));
    Kokkos::deep_copy(space, Kokkos::subview(u, range), received);
  }
  HaloExchange<Space> &exchange() { return exchange_; }

private:
  HaloExchange<Space> exchange_;
  Offset first_ghost_ = 0;
};

// Stores values and makes them zero.
template <class Space> struct SetAside {
  Kokkos::View<const Index *, Space> edges;
  Kokkos::View<double *, Space> aside, e;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    aside(k) = e(edges(k));
    e(edges(k)) = 0;
  }
};

template <class Space> struct AddParts {
  Kokkos::View<const Index *, Space> edges, first, second; // entries of `received`, or -1
  Kokkos::View<const double *, Space> aside, received;
  Kokkos::View<double *, Space> e;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    double change = e(edges(k));
    if (first(k) >= 0)
      change += received(first(k));
    if (second(k) >= 0)
      change += received(second(k));
    e(edges(k)) = aside(k) + change;
  }
};

// The halo of variants that keep E on whole edges: Ampere's law on a rank's own dual volumes gives
// a part of the change of an edge that it shares, and parts of its (one or two) owners add up:
//
//   set_aside()   stores e on shared edges and makes it zero, so that the law leaves the part
//   start()       sends parts
//   finish()      e = stored value + (own part + received parts)
//
// The same bits on every rank, since two parts commute.
template <class Space> class EdgeHalo {
public:
  using Values = Kokkos::View<double *, Space>;

  EdgeHalo() = default;
  explicit EdgeHalo(const Problem &problem) {
    std::vector<ExchangePeer> peers;
    std::map<Index, std::vector<Index>> parts; // shared edge -> entries of received values
    Index received = 0;
    for (const HaloPeer &peer : problem.halo) {
      ExchangePeer one{peer.rank, whole_edges(peer.send), 0};
      const auto receive = whole_edges(peer.receive);
      one.receive = static_cast<Index>(receive.size());
      for (const Index edge : one.send)
        parts[edge];
      for (const Index edge : receive)
        parts[edge].push_back(received++);
      peers.push_back(std::move(one));
    }
    std::vector<Index> edges, first, second;
    for (const auto &[edge, entries] : parts) {
      edges.push_back(edge);
      first.push_back(entries.empty() ? -1 : entries[0]);
      second.push_back(entries.size() < 2 ? -1 : entries[1]);
    }
    edges_ = to_view<Space>("curlew::dgatd::shared_by_ranks", edges);
    first_ = to_view<Space>("curlew::dgatd::first_part", first);
    second_ = to_view<Space>("curlew::dgatd::second_part", second);
    aside_ = Values("curlew::dgatd::set_aside", edges.size());
    exchange_ = HaloExchange<Space>(problem.ownership.ranks, peers);
  }

  bool active() const { return exchange_.active(); }

  void set_aside(const Space &space, const Values &e) {
    Kokkos::parallel_for("curlew::dgatd::set_aside", RangePolicy<Space>(space, 0, edges_.extent(0)),
                         SetAside<Space>{edges_, aside_, e});
  }
  void start(const Space &space, const Values &e) { exchange_.start(space, e); }
  void finish(const Space &space, const Values &e) {
    const auto received = exchange_.finish(space);
    Kokkos::parallel_for("curlew::dgatd::add_parts", RangePolicy<Space>(space, 0, edges_.extent(0)),
                         AddParts<Space>{edges_, first_, second_, aside_, received, e});
  }
  HaloExchange<Space> &exchange() { return exchange_; }

private:
  // Returns each edge once, at its first occurrence: the same order on both sides.
  static std::vector<Index> whole_edges(const std::vector<HalfEdge> &halves) {
    std::vector<Index> edges, met;
    for (const HalfEdge &half : halves)
      met.push_back(half.edge);
    std::sort(met.begin(), met.end());
    std::vector<std::uint8_t> listed(met.size(), 0);
    for (const HalfEdge &half : halves) {
      const auto at = std::lower_bound(met.begin(), met.end(), half.edge) - met.begin();
      if (!listed[at])
        edges.push_back(half.edge);
      listed[at] = 1;
    }
    return edges;
  }

  HaloExchange<Space> exchange_;
  Kokkos::View<Index *, Space> edges_, first_, second_;
  Values aside_;
};

} // namespace curlew::dgatd

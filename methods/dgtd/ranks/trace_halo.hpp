#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/methods/dgtd/layout.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace curlew::dgtd {

template <class Space> struct DeliverTraces {
  Kokkos::View<const Index *, Space> where;
  Kokkos::View<const double *, Space> received;
  Kokkos::View<double *, Space> field;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const { field(where(k)) = received(k); }
};

// Fetches the unknowns of ghosts whose functions have a trace on a face that this rank shares:
// nothing else of a neighbour enters a flux. Two fields may be under way at once. Between start()
// and finish() the caller computes tets without ghosts behind their faces.
template <class Space> class TraceHalo {
public:
  using Values = Kokkos::View<double *, Space>;
  static constexpr int k_lanes = 2; // E and H

  // Returns true where a tet of this rank reads a ghost behind one of its faces.
  using Reads = std::function<bool(Index tet, Index ghost)>;

  TraceHalo() = default;
  // `reads`: empty where all tets read theirs. Collective; all ranks give as many lanes.
  TraceHalo(const Problem &problem, const Slots &slots, const Reads &reads = {},
            int lanes = k_lanes) {
    const Ownership &ownership = problem.ownership;
    if (ownership.is_alone())
      return;
    const int ranks = ownership.ranks.size(), n = problem.per_tet();
    std::vector<std::vector<Offset>> wanted(ranks); // whole number of the tet n + function
    std::vector<std::vector<Index>> where(ranks);
    for (const auto &[ghost, function] : wanted_traces(problem, slots, reads)) {
      const int rank = problem.ghost_owner[ghost - problem.tet_count()];
      wanted[rank].push_back(static_cast<Offset>(ownership.tet_number[ghost]) * n + function);
      where[rank].push_back(position(slots, ghost, function, n));
    }
    const auto asked = ownership.ranks.exchange(wanted);
    std::vector<ExchangePeer> peers;
    std::vector<Index> all_where;
    for (int rank = 0; rank < ranks; ++rank) {
      ExchangePeer peer{rank, {}, static_cast<Index>(wanted[rank].size())};
      for (const Offset key : asked[rank])
        peer.send.push_back(position(slots, ownership.find_tet(static_cast<Index>(key / n)),
                                     static_cast<int>(key % n), n));
      if (peer.receive > 0 || !peer.send.empty())
        peers.push_back(std::move(peer));
      all_where.insert(all_where.end(), where[rank].begin(), where[rank].end());
    }
    where_ = to_view<Space>("curlew::dgtd::halo_where", all_where);
    for (int lane = 0; lane < lanes; ++lane)
      exchanges_[lane] = HaloExchange<Space>(ownership.ranks, peers);
  }

  bool active() const { return exchanges_[0].active(); }

  void start(const Space &space, int lane, const Values &field) {
    if (active())
      exchanges_[lane].start(space, field);
  }
  void finish(const Space &space, int lane, const Values &field) {
    if (active())
      Kokkos::parallel_for("curlew::dgtd::halo_deliver",
                           RangePolicy<Space>(space, 0, where_.extent(0)),
                           DeliverTraces<Space>{where_, exchanges_[lane].finish(space), field});
  }

private:
  static Index position(const Slots &slots, Index tet, int function, int n) {
    return to_index(Packs<Space>::at(slots.of_tet[tet], function, n), "unknowns of a rank");
  }

  // Returns (ghost, function), each once, ascending.
  static std::vector<std::pair<Index, int>> wanted_traces(const Problem &problem,
                                                          const Slots &slots, const Reads &reads) {
    std::vector<std::pair<Index, int>> wanted;
    const auto add = [&](Index tet) {
      for (const TetFace &face : problem.faces[tet])
        if (face.tet >= problem.tet_count() && (!reads || reads(tet, face.tet)))
          for (int j = 0; j < problem.choices.space.per_triangle(); ++j)
            wanted.emplace_back(face.tet, problem.choices.space.trace(face.local, j));
    };
    for (const bool special : {false, true}) {
      const SlotRange outer = slots.range(slots.all(), Part::outer, special);
      for (Index slot = outer.begin; slot < outer.end; ++slot)
        if (slots.tet[slot] >= 0)
          add(slots.tet[slot]);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    return wanted;
  }

  std::array<HaloExchange<Space>, k_lanes> exchanges_;
  Kokkos::View<const Index *, Space> where_; // places in a field of the unknowns that arrive
};

// Fetches the ghosts' fields, as steps leave them: terms read these in begin().
template <class Space>
void fetch_ghosts(const Space &space, const Problem &problem, const Slots &slots,
                  const Kokkos::View<double *, Space> &e, const Kokkos::View<double *, Space> &h) {
  TraceHalo<Space> halo(problem, slots);
  halo.start(space, 0, e);
  halo.start(space, 1, h);
  halo.finish(space, 0, e);
  halo.finish(space, 1, h);
}

} // namespace curlew::dgtd

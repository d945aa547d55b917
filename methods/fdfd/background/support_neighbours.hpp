#pragma once

#include <curlew/methods/fdfd/background/plane_shares.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

#include <algorithm>
#include <map>

namespace curlew::fdfd {

// The entries of the support that a slab's couplings read in the planes beyond it: their numbers,
// behind those of the slab's own entries, and the exchange of their values.
template <class Space> class SupportNeighbours {
public:
  // `in_slab`: the own entries of the support in rising order, with their scales. Collective.
  SupportNeighbours(const DividedGrid<Space> &grid, const Problem &problem,
                    const std::vector<Offset> &in_slab, const std::vector<Complex> &scales)
      : in_slab_(in_slab), scales_(scales.begin(), scales.end()), ranks_(grid.shares.ranks),
        unknowns_(problem.unknowns()) {
    if (grid.shares.is_whole())
      return;
    std::vector<std::vector<Offset>> wanted(ranks_.size()); // entries of the whole grid
    for (const Offset column : sorted_columns(problem)) {
      const Beyond one = beyond(grid, problem, column);
      wanted[one.rank].push_back(one.in_whole);
      of_rank_[one.rank].push_back(column);
    }
    given_ = ranks_.exchange(wanted);
    std::vector<std::vector<complex>> answers(ranks_.size());
    for (int rank = 0; rank < ranks_.size(); ++rank)
      for (Offset &entry : given_[rank]) {
        entry = index_of(own_entry(grid, problem, entry));
        answers[rank].push_back(scales_[entry]);
      }
    const auto received = ranks_.exchange(answers);
    for (const auto &[rank, columns] : of_rank_)
      for (std::size_t n = 0; n < columns.size(); ++n) {
        numbers_[columns[n]] = static_cast<Offset>(in_slab_.size() + numbers_.size());
        scales_.push_back(received[rank][n]);
      }
  }

  // Returns the number of entries beyond the slab.
  Offset size() const { return static_cast<Offset>(numbers_.size()); }
  // Returns the number of an entry of the slab, or of one beyond it by its column in couplings.
  Offset index_of(Offset column) const {
    if (column >= unknowns_)
      return numbers_.at(column);
    return std::lower_bound(in_slab_.begin(), in_slab_.end(), column) - in_slab_.begin();
  }
  complex scale(Offset index) const { return scales_[index]; }

  // Returns the exchange of complex numbers by their two doubles. Collective.
  HaloExchange<Space> make_halo() const {
    std::vector<ExchangePeer> peers;
    for (int rank = 0; rank < static_cast<int>(given_.size()); ++rank) {
      const auto found = of_rank_.find(rank);
      ExchangePeer peer{rank, {}, 0};
      if (found != of_rank_.end())
        peer.receive = static_cast<Index>(2 * found->second.size());
      for (const Offset entry : given_[rank])
        for (const int part : {0, 1})
          peer.send.push_back(to_index(2 * entry + part, "numbers of the support"));
      if (peer.receive > 0 || !peer.send.empty())
        peers.push_back(std::move(peer));
    }
    return given_.empty() ? HaloExchange<Space>() : HaloExchange<Space>(ranks_, peers);
  }

private:
  struct Beyond {
    int rank;
    Offset in_whole;
  };

  std::vector<Offset> sorted_columns(const Problem &problem) const {
    std::vector<Offset> columns;
    for (const Offset column : problem.couplings.column)
      if (column >= unknowns_)
        columns.push_back(column);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return columns;
  }
  // Finds an entry of the planes beyond the slab in the whole grid.
  Beyond beyond(const DividedGrid<Space> &grid, const Problem &problem, Offset column) const {
    const Offset plane = Offset(problem.count(0)) * problem.count(1);
    const Index planes = grid.whole->count(2);
    const Share own = grid.shares.own();
    const Offset at = (column - unknowns_) % (3 * plane);
    const bool is_below = column - unknowns_ < 3 * plane;
    const Index k = is_below ? (own.first > 0 ? own.first : planes) - 1 : own.end % planes;
    const auto &begins = grid.shares.begins;
    const auto rank = std::upper_bound(begins.begin(), begins.end(), k) - begins.begin() - 1;
    return {static_cast<int>(rank), (at / plane * planes + k) * plane + at % plane};
  }
  static Offset own_entry(const DividedGrid<Space> &grid, const Problem &problem, Offset in_whole) {
    const Offset size = grid.whole->size(),
                 before = grid.shares.own().first * Offset(problem.count(0)) * problem.count(1);
    return in_whole / size * problem.size() + in_whole % size - before;
  }

  std::vector<Offset> in_slab_;
  std::vector<complex> scales_;
  Communicator ranks_;
  Offset unknowns_;
  std::map<int, std::vector<Offset>> of_rank_; // columns that are wanted of each rank
  std::map<Offset, Offset> numbers_;           // of columns beyond
  std::vector<std::vector<Offset>> given_;     // own entries that each rank wants
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/core/mpi/block_exchange.hpp>
#include <curlew/methods/fdfd/background/box.hpp>

namespace curlew::fdfd {

// The planes along z of all ranks that divide a grid: rank r has [begins[r], begins[r + 1]). By
// default one rank has all. Boxes count planes from the grid's first one, unless they are
// `in_slab`.
template <class Space> struct PlaneShares {
  Communicator ranks;
  std::vector<Index> begins;
  std::shared_ptr<ExchangeWindow<Space>> window; // make_exchange_window()

  bool is_whole() const { return ranks.is_alone(); }
  Share of(int rank) const {
    return is_whole() ? Share() : Share{begins[rank], begins[rank + 1], ranks.size()};
  }
  Share own() const { return of(ranks.rank()); }
  // Returns this rank's part of a box, with planes counted from the rank's first.
  Box in_slab(const Box &box) const {
    Box part = own().of(box);
    part.first[2] -= is_whole() ? 0 : own().first;
    return part;
  }
  // Returns the shares in a grid that begins with a plane of this one.
  PlaneShares from_plane(Index first) const {
    PlaneShares shares = *this;
    for (Index &begin : shares.begins)
      begin -= first;
    return shares;
  }
};

// The grid that ranks divide into slabs, for the background's solver. A rank's Problem and System
// are its slab's; the whole has axes and layers only. By default one rank has all.
template <class Space> struct DividedGrid {
  const Problem *whole = nullptr; // null: the problem itself
  PlaneShares<Space> shares;
  bool is_coupled = false; // any slab has couplings

  const Problem &whole_of(const Problem &problem) const {
    return whole != nullptr ? *whole : problem;
  }
  bool has_couplings(const Problem &problem) const {
    return whole != nullptr ? is_coupled : !problem.couplings.empty();
  }
  // Returns the smallest box that holds the boxes in all slabs. Collective.
  Box hull_of(Box in_slab) const {
    if (shares.is_whole())
      return in_slab;
    in_slab.first[2] += shares.own().first;
    constexpr std::int64_t k_none = std::numeric_limits<Index>::max();
    std::vector<std::int64_t> ends; // first ones, and the negative of those beyond the last
    for (int d = 0; d < 3; ++d) {
      ends.push_back(in_slab.is_empty() ? k_none : in_slab.first[d]);
      ends.push_back(in_slab.is_empty() ? k_none : -(in_slab.first[d] + in_slab.size[d]));
    }
    shares.ranks.min(ends);
    Box box;
    for (int d = 0; d < 3 && ends[0] != k_none; ++d) {
      box.first[d] = static_cast<Index>(ends[2 * d]);
      box.size[d] = static_cast<Index>(-ends[2 * d + 1]) - box.first[d];
    }
    return box;
  }
};

} // namespace curlew::fdfd

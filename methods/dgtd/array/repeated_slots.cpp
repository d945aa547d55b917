#include <curlew/methods/dgtd/array/repeated_slots.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <limits>
#include <stdexcept>
#include <utility>

namespace curlew::dgtd {
namespace {

// Returns the packs of a set whose tets lie in a cell of the small array: they follow each other,
// and none has tets of two cells.
SlotRange packs_of(const Slots &small, SlotRange set, Index first_tet, Index tets, int pack) {
  const auto first_from = [&](Index tet) {
    Index low = set.begin / pack, high = set.end / pack;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (small.tet[static_cast<std::size_t>(middle) * pack] < tet) // padding stands behind tets
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {first_from(first_tet), first_from(first_tet + tets)};
}

Index count_slots(std::size_t packs, int pack) {
  const std::size_t slots = packs * pack;
  if (slots > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw ResourceError(fmt::format("the array has {} tets and packs filled up, more than {}",
                                    slots, std::numeric_limits<Index>::max()));
  return static_cast<Index>(slots);
}

// True where a pack of the small array, with `to_large` added to the numbers of its tets, has a
// ghost of this rank behind a face.
bool is_outer(const Problem &problem, const Slots &small, Index small_pack, Index to_large,
              int pack) {
  for (int lane = 0; lane < pack; ++lane)
    if (const Index tet = small.tet[static_cast<std::size_t>(small_pack) * pack + lane]; tet >= 0)
      for (const TetFace &face : problem.faces[tet + to_large])
        if (face.tet >= problem.tet_count())
          return true;
  return false;
}

} // namespace

Slots repeat_slots(const Problem &problem, Slots given, int pack) {
  if (given.shells > 1)
    throw std::logic_error("shells of tets in an array by the tables of a small one");
  Slots slots;
  const auto small = std::make_shared<const Slots>(std::move(given));
  slots.owned_tets = problem.tet_count();
  const RepeatedCells &cells = *problem.cells;
  std::vector<Index> to_large; // [pack] number to add to its tets
  for (const bool special : {false, true}) {
    const SlotRange set = small->range(small->all(), Part::inner, special);
    std::vector<Index> outer, outer_to_large;
    std::vector<Index> &begin = special ? slots.special_begin : slots.plain_begin;
    begin.push_back(count_slots(to_large.size(), pack));
    cells.for_each_cell([&](const RepeatedCells::Cell &cell, Index first) {
      const Index small_first = cells.first_small(cell), moved = first - small_first;
      const SlotRange range = packs_of(*small, set, small_first, cells.tets_of(cell), pack);
      const bool has_ghosts = cells.has_foreign_neighbour(cell);
      for (Index p = range.begin; p < range.end; ++p) {
        const bool here = has_ghosts && is_outer(problem, *small, p, moved, pack);
        (here ? outer : slots.small_pack).push_back(p);
        (here ? outer_to_large : to_large).push_back(moved);
      }
    });
    begin.push_back(count_slots(to_large.size(), pack));
    slots.small_pack.insert(slots.small_pack.end(), outer.begin(), outer.end());
    to_large.insert(to_large.end(), outer_to_large.begin(), outer_to_large.end());
    begin.push_back(count_slots(to_large.size(), pack));
  }
  slots.plain = slots.plain_begin.back();
  slots.owned = slots.special_begin.back();
  slots.tet.resize(slots.owned);
  slots.of_tet.resize(problem.nodes.size());
  parallel_chunks(to_large.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      for (int lane = 0; lane < pack; ++lane) {
        const std::size_t slot = p * pack + lane;
        const Index tet = small->tet[static_cast<std::size_t>(slots.small_pack[p]) * pack + lane];
        slots.tet[slot] = tet < 0 ? -1 : tet + to_large[p];
        if (tet >= 0)
          slots.of_tet[tet + to_large[p]] = static_cast<Index>(slot);
      }
  });
  slots.small = small;
  slots.add_ghosts(pack);
  return slots;
}

} // namespace curlew::dgtd

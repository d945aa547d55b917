#include <curlew/methods/dgtd/array/repeated_slots.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace curlew::dgtd {
namespace {

// A cell of the large array, and the first tet of the cell that stands for it.
struct CellTets {
  Index first = 0, small_first = 0, count = 0;
};

// The packs of a set whose tets lie in a cell of the small array: they follow each other, and none
// has tets of two cells.
SlotRange packs_of(const Slots &small, SlotRange set, const CellTets &cell, int pack) {
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
  return {first_from(cell.small_first), first_from(cell.small_first + cell.count)};
}

Index count_slots(std::size_t packs, int pack) {
  const std::size_t slots = packs * pack;
  if (slots > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw ResourceError(fmt::format("the array has {} tets and packs filled up, more than {}",
                                    slots, std::numeric_limits<Index>::max()));
  return static_cast<Index>(slots);
}

} // namespace

Slots repeat_slots(const Problem &problem, Slots given, int pack) {
  Slots slots;
  const auto small = std::make_shared<const Slots>(std::move(given));
  slots.layers = small->layers;
  slots.owned_tets = problem.tet_count();
  std::vector<CellTets> cells;
  problem.cells->for_each_cell(
      [&](const RepeatedCells::Cell &, Index first, Index small_first, Index count) {
        cells.push_back({first, small_first, count});
      });
  std::vector<Index> to_large; // of each pack: what is added to numbers of tets
  for (const bool special : {false, true}) {
    const std::vector<Index> &ends = special ? small->special_begin : small->plain_begin;
    std::vector<Index> &begin = special ? slots.special_begin : slots.plain_begin;
    for (std::size_t set = 0; set + 1 < ends.size(); ++set) {
      begin.push_back(count_slots(to_large.size(), pack));
      for (const CellTets &cell : cells) {
        const SlotRange range = packs_of(*small, {ends[set], ends[set + 1]}, cell, pack);
        for (Index p = range.begin; p < range.end; ++p)
          slots.small_pack.push_back(p);
        to_large.resize(slots.small_pack.size(), cell.first - cell.small_first);
      }
    }
    begin.push_back(count_slots(to_large.size(), pack));
  }
  slots.plain = slots.plain_begin.back();
  slots.owned = slots.special_begin.back();
  slots.tet.resize(slots.owned);
  slots.of_tet.resize(slots.owned_tets);
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
  return slots;
}

} // namespace curlew::dgtd

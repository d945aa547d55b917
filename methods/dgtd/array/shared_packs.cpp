#include <curlew/methods/dgtd/array/shared_packs.hpp>

#include <map>
#include <numeric>
#include <utility>

namespace curlew::dgtd {
namespace {

// Returns the packs of the small array that the large one has, in the order in which it has them.
SharedPacks repeat_packs(const SharedPacks &small, const Slots &slots, int pack) {
  constexpr Index k_none = -1;
  std::vector<Index> stored_at(small.slots.size(), k_none); // [slot of the small array's tables]
  SharedPacks shared;
  for (std::size_t p = 0; p < slots.small_pack.size(); ++p) {
    Index &at = stored_at[small.of_pack[slots.small_pack[p]]];
    const Index slot = static_cast<Index>(p) * pack;
    if (at == k_none) {
      at = shared.size();
      for (int lane = 0; lane < pack; ++lane)
        shared.slots.push_back(slot + lane);
    }
    shared.of_pack.push_back(at);
    if (slot < slots.plain)
      shared.plain = shared.size();
  }
  return shared;
}

} // namespace

SharedPacks share_packs(const Problem &problem, const Slots &slots, int pack, Shared what) {
  if (problem.cells)
    return repeat_packs(share_packs(problem.tables(), *slots.small, pack, what), slots, pack);
  SharedPacks shared;
  if (problem.copies.first.empty()) {
    shared.slots.resize(slots.owned);
    std::iota(shared.slots.begin(), shared.slots.end(), 0);
    shared.plain = slots.plain;
    return shared;
  }
  std::map<std::vector<Index>, Index> stored;
  std::vector<Index> key;
  for (Index begin = 0; begin < slots.owned; begin += pack) {
    key.clear();
    for (int lane = 0; lane < pack; ++lane) {
      const Index tet = slots.tet[begin + lane];
      key.push_back(tet < 0 ? -1 : problem.copies.first[tet]);
      if (tet >= 0 && what == Shared::neighbours)
        for (const TetFace &face : problem.faces[tet]) {
          key.push_back(static_cast<Index>(face.kind));
          key.push_back(problem.material[face.tet]);
        }
    }
    if (begin == slots.plain)
      stored.clear(); // special packs have tables of their own
    const auto [at, is_new] = stored.emplace(key, shared.size());
    if (is_new)
      for (int lane = 0; lane < pack; ++lane)
        shared.slots.push_back(begin + lane);
    shared.of_pack.push_back(at->second);
    if (begin < slots.plain)
      shared.plain = shared.size();
  }
  return shared;
}

} // namespace curlew::dgtd

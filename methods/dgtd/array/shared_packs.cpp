#include <curlew/methods/dgtd/array/shared_packs.hpp>

#include <map>
#include <numeric>
#include <utility>

namespace curlew::dgtd {
namespace {

// Those of the small array, each stored where the large one has it first.
SharedPacks repeat_packs(SharedPacks shared, const Slots &slots, int pack) {
  std::vector<Index> first(shared.of_pack.size(), -1), of_pack(slots.small_pack.size());
  for (std::size_t p = 0; p < slots.small_pack.size(); ++p) {
    const Index small = slots.small_pack[p];
    of_pack[p] = shared.of_pack[small];
    if (first[small] < 0)
      first[small] = static_cast<Index>(p);
  }
  for (Index &slot : shared.slots)
    slot = first[slot / pack] * pack + slot % pack;
  shared.of_pack = std::move(of_pack);
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
      stored.clear(); // packs of the second part have tables of their own
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

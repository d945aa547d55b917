#include <curlew/methods/fdfd/background/mode_exchange.hpp>

#include <curlew/core/parallel/spaces.hpp>

namespace curlew::fdfd {
namespace {

// Sorts values of planes, [row][pair] with a row for each component and plane, by the rank that has
// a pair in columns: [rank][row][pair of the rank]; or back.
template <class Space> struct Repack {
  Kokkos::View<const Offset *, Space> begins; // first pair of each rank, and their number
  int ranks;
  Offset rows;
  Vector<Space> from, to;
  bool sorts;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    const Offset pairs = begins(ranks), row = e / pairs, pair = e - row * pairs;
    int rank = 0;
    while (pair >= begins(rank + 1))
      ++rank;
    const Offset count = begins(rank + 1) - begins(rank);
    const Offset sorted = rows * begins(rank) + row * count + pair - begins(rank);
    to(sorts ? sorted : e) = from(sorts ? e : sorted);
  }
};

} // namespace

template <class Space>
ModeExchange<Space>::ModeExchange(const PlaneShares<Space> &shares, std::vector<Offset> begins,
                                  const Vector<Space> &values, const Vector<Space> &between)
    : shares_(shares), begins_(std::move(begins)),
      begins_here_(to_view<Space>("curlew::fdfd::pair_begins", begins_)), values_(values),
      between_(between) {}

template <class Space>
void ModeExchange<Space>::repack(const Space &space, bool to_columns, const Box &box) const {
  const Offset rows = 3 * Offset(shares_.own().of(box).size[2]);
  Kokkos::parallel_for(
      "curlew::fdfd::repack_modes", RangePolicy<Space>(space, 0, rows * begins_.back()),
      Repack<Space>{begins_here_, shares_.ranks.size(), rows, to_columns ? values_ : between_,
                    to_columns ? between_ : values_, to_columns});
}

template <class Space>
BlockExchange<Space> &ModeExchange<Space>::exchange(bool to_columns, const Box &box, Index room) {
  const Key key{to_columns ? 1 : 0, box.first[2], box.size[2], room};
  if (const auto found = exchanges_.find(key); found != exchanges_.end())
    return found->second;
  std::vector<ExchangeBlock> planes, columns; // in doubles
  const Communicator &ranks = shares_.ranks;
  const Offset own_planes = shares_.own().of(box).size[2];
  const Offset own_pairs = begins_[ranks.rank() + 1] - begins_[ranks.rank()];
  const Offset block = own_pairs * room; // of a component, in columns
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const Offset pairs = begins_[rank + 1] - begins_[rank];
    const Box part = shares_.of(rank).of(box);
    for (Offset c = 0; c < 3; ++c) {
      planes.push_back({rank,
                        2 * std::size_t(3 * own_planes * begins_[rank] + c * own_planes * pairs),
                        2 * std::size_t(own_planes * pairs)});
      columns.push_back(
          {rank, 2 * std::size_t(c * block + Offset(part.first[2] - box.first[2]) * own_pairs),
           2 * std::size_t(own_pairs * part.size[2])});
    }
  }
  const Values values = doubles(values_), between = doubles(between_);
  BlockExchange<Space> made =
      to_columns ? BlockExchange<Space>(ranks, between, planes, values, columns, shares_.window)
                 : BlockExchange<Space>(ranks, values, columns, between, planes, shares_.window);
  return exchanges_.emplace(key, std::move(made)).first->second;
}

template <class Space>
void ModeExchange<Space>::to_columns(const Space &space, const Box &box, Index room) {
  repack(space, true, box);
  exchange(true, box, room).run(space);
}

template <class Space>
void ModeExchange<Space>::to_planes(const Space &space, const Box &box, Index room) {
  exchange(false, box, room).run(space);
  repack(space, false, box);
}

#define CURLEW_INSTANTIATE(Space) template class ModeExchange<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd

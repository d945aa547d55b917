#pragma once

#include <curlew/methods/fdfd/background/plane_shares.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

#include <map>

namespace curlew::fdfd {

// Moves values of pairs of modes of x and y between two layouts of one vector,
// [component][z][pair]: by planes, where each rank has its planes of z and all pairs, as transforms
// within planes need; and by columns, where each rank has all planes and some pairs, as what is
// done along z needs. Components lie `block` apart.
template <class Space> class ModeExchange {
public:
  ModeExchange() = default;
  // Rank r has the pairs [begins[r], begins[r + 1]) in columns. `values` and `between`, which is
  // work space as large, must stay.
  ModeExchange(const PlaneShares<Space> &shares, std::vector<Offset> begins,
               const Vector<Space> &values, const Vector<Space> &between);

  // Both are collective; `box` is the box of the grid whose planes are moved. In columns components
  // lie `room` planes apart; by planes these follow each other without a gap.
  void to_columns(const Space &space, const Box &box, Index room);
  void to_planes(const Space &space, const Box &box, Index room);

private:
  using Values = Kokkos::View<double *, Space>;
  using Key = std::array<Index, 4>; // direction, planes of the box, `room`

  BlockExchange<Space> &exchange(bool to_columns, const Box &box, Index room);
  void repack(const Space &space, bool to_columns, const Box &box) const;
  static Values doubles(const Vector<Space> &values) {
    return Values(reinterpret_cast<double *>(values.data()), 2 * values.extent(0));
  }

  PlaneShares<Space> shares_;
  std::vector<Offset> begins_;
  Kokkos::View<const Offset *, Space> begins_here_;
  Vector<Space> values_, between_;
  std::map<Key, BlockExchange<Space>> exchanges_;
};

} // namespace curlew::fdfd

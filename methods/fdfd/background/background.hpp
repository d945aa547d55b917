#pragma once

#include <curlew/methods/fdfd/background/axis_modes.hpp>
#include <curlew/methods/fdfd/background/background_inverse.hpp>
#include <curlew/methods/fdfd/background/mode_exchange.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <string>

namespace curlew::fdfd {

// Returns the reason why a problem's operator is no perturbation of a separable homogeneous one;
// empty where it is one.
std::string why_no_background(const Problem &problem);

// The exact inverse of the operator with one material everywhere,
//   A0 E = curl curl E - k^2 eps_b E,
// walls and perfectly matched layers included. In the basis of products of the axes' modes A0 is a
// 3 x 3 block to each product, (g.g - k^2 eps_b) 1 - g g^T, so that
//   A0^-1 = U M U^T W,   M f = (f - g (g.f) / (k^2 eps_b)) / (g.g - k^2 eps_b)
// without conjugation, with W the weights (Problem::weight) and U the modes: six dense
// one-dimensional transforms a component, as products of matrices, and one sweep over the modes.
// docs/methods/fdfd-notes.md, "The background's inverse".
//
// apply() takes vectors on boxes of the grid. Its cost grows with the boxes: for N modes and n
// entries in each direction, N n^3 + N^2 n^2 + N^3 n complex multiplications a component and way.
template <class Space> class Background : public BackgroundInverse<Space> {
public:
  using Modes = std::array<std::shared_ptr<const AxisModes>, 3>;

  // Reserves room for vectors on any box within `largest_from` and `largest_to`, or as large. Of
  // the problem only the axes are read. Ranks transform their planes along x and y and, of all
  // planes, their modes of y along z.
  Background(const Problem &problem, const Modes &modes, complex eps_b, const Box &largest_from,
             const Box &largest_to, const PlaneShares<Space> &shares = {});

  // Returns the device memory of this class on a rank, in bytes.
  static double bytes(const Problem &problem, const Box &largest_from, const Box &largest_to,
                      const Share &share = {});

  // to := U M U^T from. The result is 0 on walls' fixed entries.
  void apply(const Space &space, const Box &from_box, const Vector<Space> &from, const Box &to_box,
             const Vector<Space> &to) const override;

  // Returns work space that is free between calls: 3 components of as many numbers as the modes of
  // x and y times the longer of the two largest boxes in z. The argument of apply() may be in it.
  const Vector<Space> &scratch() const override { return xy_done_; }

  // Returns the real operations of one apply(), for rates.
  double flops(const Box &from, const Box &to) const;

private:
  // The part of the modes within a box, for one component of E and, by its stride, the next ones.
  DenseProduct::Matrix modes(int axis, const Box &box, int component, Op op) const;
  DenseProduct::Matrix y_modes(const Box &box, int component, Op op) const;
  // Returns the distance of components in xy_done_ by planes, on several ranks.
  Offset block_of(const Box &box) const { return Offset(count_[0]) * count_[1] * box.size[2]; }
  // Transform a rank's part of a box along x and y to xy_done_, and back.
  void to_pairs(const Space &space, const Box &box, const Vector<Space> &from, Offset block) const;
  void from_pairs(const Space &space, const Box &box, const Vector<Space> &to, Offset block) const;
  void through_z(const Space &space, Index first, Index some, Offset block, const Box &from_box,
                 const Box &to_box) const;

  Index count_[3];
  PlaneShares<Space> shares_;
  Index first_y_ = 0, own_y_ = 0; // modes of y that this rank transforms along z
  Complex k2_eps_;
  Index modes_at_once_;                     // modes of y, in the transforms of z
  Kokkos::View<Complex *, Space> modes_[3]; // three matrices, one for each component of E
  Kokkos::View<Complex *, Space> g_[3];
  Vector<Space> x_done_, xy_done_, all_done_; // after transforms of x, x and y, all three
  mutable ModeExchange<Space> exchange_;      // on several ranks
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/methods/fdfd/background/background.hpp>

#include <memory>

namespace curlew::fdfd {

// Returns the grid on which BodyInverse transforms: the support's box with a margin.
Box body_grid(const Problem &problem, const Box &box);

// An approximate inverse of the equation on the support (Support). The exact one is
//   K^-1 = 1 + k^2 chi^1/2 G chi^1/2,
// with G the inverse of the whole operator, restricted to the support. There G is close to the
// inverse for an eps that is the same everywhere, between factors that are exact in a body of any
// one eps:
//   G ~ (eps_m / eps)^1/2 G_m (eps_m / eps)^1/2,
// as A = curl curl - k^2 eps = eps^1/2 (eps^-1/2 curl curl eps^-1/2 - k^2) eps^1/2. G_m belongs to
// the box around the support and some cells more, with conducting walls, so that its transforms are
// much smaller than the grid's. With t^2 = k^2 chi W eps_m / eps and a diagonal S = |eps|^-1/2,
//   M = S^1/2 (1 + t U M_m U^T t) S^1/2,
// symmetric without conjugation. M does not contain the surface, which leaves fields there that K M
// multiplies by up to eps / 4 (quasi-statically); S brings them closer to the others.
//
// docs/methods/fdfd-notes.md, "The background's inverse".
template <class Space> class BodyInverse {
public:
  // Makes the inverse for the entries `in_box` of vectors on a rank's part of `box`, in
  // surroundings of eps_b.
  BodyInverse(const Space &space, const Problem &problem, const System<Space> &system,
              const Box &box, const Kokkos::View<const Index *, Space> &in_box, complex eps_b,
              complex eps_m, const DividedGrid<Space> &grid);

  // to := M from. `box_in` and `box_out` are work space on the box; box_in is 0 off the entries.
  void apply(const Space &space, const Vector<Space> &from, const Vector<Space> &box_in,
             const Vector<Space> &box_out, const Vector<Space> &to) const;

  // Returns the device memory on a rank with `size` entries, in bytes.
  static double bytes(const Problem &problem, const Box &box, Offset size, const Share &share = {});

private:
  Box inside_; // the support's box in the larger one
  std::unique_ptr<const BackgroundInverse<Space>> background_;
  Kokkos::View<const Index *, Space> in_box_;
  Vector<Space> scale_;                    // S^1/2 t
  Kokkos::View<double *, Space> diagonal_; // S
};

} // namespace curlew::fdfd

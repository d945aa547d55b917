#pragma once

#include <curlew/methods/fdfd/background/background_inverse.hpp>
#include <curlew/methods/fdfd/background/mode_exchange.hpp>
#include <curlew/methods/fdfd/background/periodic_transform.hpp>
#include <curlew/methods/fdfd/background/transverse_modes.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <optional>

namespace curlew::fdfd {

// The exact inverse of the operator with layers along z,
//   A0 E = curl curl E - k^2 eps_b(z) E,
// walls, perfectly matched layers and Bloch phases along x and y included. In products of the modes
// of x and y, with g = (g_x, g_y), d and d' the differences of z from nodes to halves and back,
//   p = (g_x X + g_y Y) / |g|,   q = (g_x Y - g_y X) / |g|,   h = d p - |g| Z,
// A0 is two tridiagonal systems along z for each pair of modes, with e_n and e_h = k^2 eps_b on
// nodes and halves and a right-hand side (P, Q, F) rotated likewise:
//   TE:  (-d' d + g.g - e_n) q = Q
//   TM:  (1 + d e_n^-1 d' - g.g / e_h) h = -d e_n^-1 P + |g| F / e_h,
//        p = -(d' h + P) / e_n,   Z = -(|g| h + F) / e_h.
// There is no pole where g.g = e_h, and any rotation serves where g = 0.
// docs/methods/fdfd-notes.md, "Layers".
//
// The cost is that of dense transforms of x and y, and a few multiplications per mode and cell of z
// between the boxes' ends: the cells above `largest_from` are eliminated once in the constructor.
//
// Ranks transform their planes of z and solve along z for their pairs of modes, which all have
// nearly the same number of.
template <class Space> class LayeredBackground : public BackgroundInverse<Space> {
public:
  // Transforms of axes with a period: the faster kind, or one of them for tests.
  enum class Waves { automatic, by_products, by_fourier };

  // Reserves room for vectors on any box within `largest_from` and `largest_to`. Of the problem
  // only the axes are read.
  LayeredBackground(const Space &space, const Problem &problem, const Layers &layers,
                    const Box &largest_from, const Box &largest_to, Waves waves = Waves::automatic,
                    const PlaneShares<Space> &shares = {});

  // Returns the device memory of this class on a rank, in bytes.
  static double bytes(const Problem &problem, const Box &largest_from, const Box &largest_to,
                      const Share &share = {});

  void apply(const Space &space, const Box &from_box, const Vector<Space> &from, const Box &to_box,
             const Vector<Space> &to) const override;
  const Vector<Space> &scratch() const override { return out_; }

  // Makes room for invert_planes() on `count` planes of z.
  void make_plane_inverses(const Space &space, Index first, Index count);
  // to := D^-1 T^-1 D^-1 from on the planes of make_plane_inverses(), 0 elsewhere. T is the part of
  // the inverse between entries of the same component and plane of z, on the whole plane (x and y
  // together, z by itself); D are the lengths across z of the weights.
  void invert_planes(const Space &space, const Box &box, const Vector<Space> &from,
                     const Vector<Space> &to) const;

private:
  using View = Kokkos::View<const Complex *, Space>;

  Offset pairs() const { return Offset(count_[0]) * count_[1]; } // of modes of x and y

  DenseProduct::Matrix modes(const View &of_axis, int axis, const Box &box, int component,
                             Op op) const;
  void multiply_y(const Space &space, Index columns, Index inner, Index planes,
                  DenseProduct::Matrix from, DenseProduct::Matrix y, DenseProduct::Result to) const;
  // True where the axis is transformed by Fourier transforms for a box.
  bool is_fourier(int axis, const Box &box) const;
  // Transform a box to products of modes in in_, and out_ to a box.
  void to_modes(const Space &space, const Box &box, const Vector<Space> &from) const;
  void from_modes(const Space &space, const Box &box, const Vector<Space> &to) const;
  void solve_along_z(const Space &space, const Box &from_box, const Box &to_box) const;

  Index count_[3];
  PlaneShares<Space> shares_;
  Offset own_pairs_ = 0;    // those that this rank solves along z for
  View left_[2], right_[2]; // for x and y: three matrices each, one for each component of E
  std::optional<PeriodicTransform<Space>> periodic_[2]; // for axes with a period
  Waves waves_;
  View steps_, turns_;    // LayerSystems
  Index closed_end_;      // the end of `largest_from`: the part above it is in `closing_`
  Vector<Space> pivots_;  // inverse ones [polarisation][z][pair of modes]
  Vector<Space> closing_; // inverse pivots of the last cell before that end, [polarisation][pair]
  Vector<Space> fields_;  // q and h during the solve, in the order of pivots_
  Vector<Space> x_done_, in_, out_;
  mutable ModeExchange<Space> exchange_in_, exchange_out_; // on several ranks
  Vector<Space> planes_;                                   // inverses of plane_kernels.hpp
  Index first_plane_ = 0, plane_count_ = 0;
};

} // namespace curlew::fdfd

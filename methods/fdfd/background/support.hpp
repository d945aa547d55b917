#pragma once

#include <curlew/methods/fdfd/background/background_inverse.hpp>
#include <curlew/methods/fdfd/background/body_inverse.hpp>
#include <curlew/methods/fdfd/background/plane_shares.hpp>
#include <curlew/methods/fdfd/background/scatterers.hpp>
#include <curlew/methods/fdfd/background/sparse_rows.hpp>

#include <memory>

namespace curlew::fdfd {

// Scattering as an equation on the scatterer only (discrete Lippmann-Schwinger). With A0 of the
// surroundings, A = A0 - k^2 chi, chi = eps - eps_b, A0^-1 = U M U^T W (BackgroundInverse, without
// a Bloch phase), and s^2 = k^2 chi W / D,
//   (1/D - s U M U^T s) y = s U M U^T W f,   E = U M U^T (W f + s y),
// which is symmetric without conjugation, and
//   f - A E = (D s / W) r   with the residual r of the first equation:
// its solver can stop on the residual of the scattered field. A source inside the support needs no
// transform: y + D s f / (k^2 chi) solves the equation with s f / (k^2 chi) on its right, and E is
// U M U^T s times that vector.
//
// D is any diagonal. Far below the wavelength the operator's numerical range extends from 1 to eps
// / eps_b, so D is their mean, which saves a fifth of the iterations where a body has several
// materials. D is 1 for metals, where the mean would pass through 0 in smoothed surfaces, and with
// an approximate inverse, which is made for D = 1.
//
// Where eps is a tensor (Couplings) chi has entries off the diagonal. With X = s^-1 k^2 W chi s^-1,
// which is 1 on the diagonal,
//   (1 - X s U M U^T s) y = X s U M U^T W f,
// and all else is the same with D = 1. This equation is not symmetric: SupportGcr solves it. An
// entry that is like the surroundings but coupled to others belongs to the support, with s^2 = k^2
// eps_b W and 0 on the diagonal of X.
//
// Vectors hold size() numbers: those of the entries with nonzero chi and of coupled ones, in the
// order of the box. Of a divided grid each rank has the entries in its slab, possibly none. All
// calls but size() and the like are collective.
template <class Space> class Support {
public:
  using Modes = typename Background<Space>::Modes;

  // eps_m: constant of the approximate inverse (BodyInverse); 0: none. make_uniform_inverse() makes
  // the background's inverse. Throws InputError where every entry is like the surroundings.
  Support(const Space &space, const Problem &problem, const System<Space> &system, complex eps_b,
          complex eps_m = 0, const DividedGrid<Space> &grid = {});
  // The same with Background for any walls.
  Support(const Space &space, const Problem &problem, const System<Space> &system,
          const Modes &modes, complex eps_b, complex eps_m = 0);
  // The same in the problem's layers, with their LayeredBackground. Under a Bloch phase the
  // equation is not symmetric.
  Support(const Space &space, const Problem &problem, const System<Space> &system,
          const DividedGrid<Space> &grid = {});

  Offset size() const { return size_; }
  const Box &box() const { return box_; } // of the whole grid
  const Communicator &ranks() const { return divided_.shares.ranks; }
  const BackgroundInverse<Space> &background() const { return *background_; }
  // Returns the factors from r to the residual of the scattered field: |D s / W|.
  const Kokkos::View<double *, Space> &residual_scale() const { return residual_scale_; }

  // q := p / D - X s U M U^T s p
  void apply(const Space &space, const Vector<Space> &p, const Vector<Space> &q) const;

  // z := M r, the approximate inverse.
  bool has_inverse() const { return body_ != nullptr; }
  void invert(const Space &space, const Vector<Space> &r, const Vector<Space> &z) const;

  // True for a source that is 0 off the support.
  bool holds(const Space &space, const Vector<Space> &f) const;
  // Computes the unknown y of a scattered field E, and its residual r. Where the source is held
  // (holds()) y is the unknown of the total field.
  void start(const Space &space, const Vector<Space> &f, const Vector<Space> &e, bool is_held,
             const Vector<Space> &y, const Vector<Space> &r) const;
  // E := U M U^T s y; with W f + s y where a source is given.
  void expand(const Space &space, const Vector<Space> &y, const Vector<Space> &e) const;
  void expand(const Space &space, const Vector<Space> &y, const Vector<Space> &f,
              const Vector<Space> &e) const;

  // Returns the device memory of a Support of `size` entries on a rank, in bytes, that of the
  // background's inverse included: Background where z has a period, otherwise LayeredBackground.
  static double bytes(const Problem &problem, const Box &box, Offset size, bool with_inverse,
                      const Share &share = {});
  // Returns the same for a Support in the problem's layers.
  static double layered_bytes(const Problem &problem, const Box &box, Offset size,
                              const Share &share = {});

private:
  // Constructs everything but the inverses.
  Support(const Space &space, const Problem &problem, const System<Space> &system,
          const Layers &layers, bool has_diagonal, const DividedGrid<Space> &grid);
  // y := y + factor X s box_out_
  void add_polarised(const Space &space, double factor, const Vector<Space> &y) const;
  // y := y + factor (X - 1) field_
  void add_couplings(const Space &space, double factor, const Vector<Space> &y) const;
  void make_couplings(const Problem &problem, const Layers &layers);
  void make_body(const Space &space, const Problem &problem, complex eps_b, complex eps_m);

  System<Space> system_;
  DividedGrid<Space> divided_;
  Box grid_, box_;         // of the whole grid
  Box own_grid_, own_box_; // a rank's parts, in its slab
  BackgroundConstants<Space> k2_eps_b_;
  std::unique_ptr<const BackgroundInverse<Space>> background_;
  Offset size_ = 0;
  Kokkos::View<Index *, Space> in_box_; // index of each entry in the box
  Kokkos::View<Offset *, Space> in_grid_;
  Vector<Space> scale_, diagonal_; // s and 1/D
  Vector<Space> source_scale_;     // W / (D s)
  Kokkos::View<double *, Space> residual_scale_;
  Vector<Space> box_in_, box_out_; // transform's input and output; the input is 0 off the support
  std::unique_ptr<BodyInverse<Space>> body_;
  bool is_coupled_ = false;
  SparseRows<Space> couplings_; // X - 1
  // s times the field, the input of couplings_: own entries, then those of neighbours' slabs.
  Vector<Space> field_;
  mutable HaloExchange<Space> halo_;
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/methods/fdfd/background/background_inverse.hpp>
#include <curlew/methods/fdfd/background/body_inverse.hpp>
#include <curlew/methods/fdfd/background/scatterers.hpp>
#include <curlew/methods/fdfd/background/sparse_rows.hpp>

#include <memory>

namespace curlew::fdfd {

// Scattering as an equation on the scatterer only (discrete Lippmann-Schwinger). With A0 of the
// surroundings, A = A0 - k^2 chi, chi = eps - eps_b, A0^-1 = U M U^T W (BackgroundInverse, without
// a Bloch phase), and s^2 = k^2 chi W / D,
//   (1/D - s U M U^T s) y = s U M U^T W f,   E = U M U^T (W f + s y),
// symmetric without conjugation, and
//   f - A E = (D s / W) r   with the residual r of the first equation:
// its solver can stop on the residual of the scattered field. A source that lies where chi is not 0
// needs no transform: y + D s f / (k^2 chi) solves the equation with s f / (k^2 chi) on its right,
// and E = U M U^T s times it.
//
// D is any diagonal. Far below the wavelength the operator's numerical range runs from 1 to eps /
// eps_b, so D is their mean, which takes a fifth off the iterations where a body has several
// materials; 1 for metals, whose D would pass through 0 in smoothed surfaces, and where there is an
// approximate inverse, which is made for that.
//
// Where eps is a tensor (Couplings) chi has entries off the diagonal. With X = s^-1 k^2 W chi s^-1,
// which is 1 on the diagonal,
//   (1 - X s U M U^T s) y = X s U M U^T W f,
// and all else is the same with D = 1. That is not symmetric: SupportGcr solves it. An entry that
// is like the surroundings but coupled to others belongs to the support, with s^2 = k^2 eps_b W and
// 0 on the diagonal of X.
//
// Vectors hold size() numbers: of the entries with chi not 0 and coupled ones, in the order of the
// box.
template <class Space> class Support {
public:
  using Modes = typename Background<Space>::Modes;

  // eps_m: of the approximate inverse (BodyInverse); 0: there is none. G by make_uniform_inverse().
  // Throws InputError where every entry is like the surroundings.
  Support(const Space &space, const Problem &problem, const System<Space> &system, complex eps_b,
          complex eps_m = 0);
  // The same by Background whatever the walls.
  Support(const Space &space, const Problem &problem, const System<Space> &system,
          const Modes &modes, complex eps_b, complex eps_m = 0);
  // In the problem's layers, by their LayeredBackground. Under a Bloch phase nothing is symmetric.
  Support(const Space &space, const Problem &problem, const System<Space> &system);

  Offset size() const { return size_; }
  const Box &box() const { return box_; }
  const BackgroundInverse<Space> &background() const { return *background_; }
  // From r to the residual of the scattered field: |D s / W|.
  const Kokkos::View<double *, Space> &residual_scale() const { return residual_scale_; }

  // q := p / D - X s U M U^T s p
  void apply(const Space &space, const Vector<Space> &p, const Vector<Space> &q) const;

  // z := M r, the approximate inverse.
  bool has_inverse() const { return body_ != nullptr; }
  void invert(const Space &space, const Vector<Space> &r, const Vector<Space> &z) const;

  // Whether a source is 0 off the support.
  bool holds(const Space &space, const Vector<Space> &f) const;
  // The unknown y that belongs to a scattered field E, and its residual r. Where the source is held
  // the unknown is the one that belongs to the total field.
  void start(const Space &space, const Vector<Space> &f, const Vector<Space> &e, bool is_held,
             const Vector<Space> &y, const Vector<Space> &r) const;
  // E := U M U^T s y; with W f + s y where a source is given.
  void expand(const Space &space, const Vector<Space> &y, const Vector<Space> &e) const;
  void expand(const Space &space, const Vector<Space> &y, const Vector<Space> &f,
              const Vector<Space> &e) const;

  // Device memory of a Support of `size` entries, in bytes, the background's included: by
  // Background where z has a period, otherwise by LayeredBackground.
  static double bytes(const Problem &problem, const Box &box, Offset size, bool with_inverse);
  // The same in the problem's layers.
  static double layered_bytes(const Problem &problem, const Box &box, Offset size);

private:
  // All but the inverses.
  Support(const Space &space, const Problem &problem, const System<Space> &system,
          const Layers &layers, bool has_diagonal);
  // y := y + factor X s box_out_
  void add_polarised(const Space &space, double factor, const Vector<Space> &y) const;
  void make_couplings(const Problem &problem, const Layers &layers);
  void make_body(const Space &space, const Problem &problem, complex eps_b, complex eps_m);

  System<Space> system_;
  Box grid_, box_;
  BackgroundConstants<Space> k2_eps_b_;
  std::unique_ptr<const BackgroundInverse<Space>> background_;
  Offset size_ = 0;
  Kokkos::View<Index *, Space> in_box_; // where entries are
  Kokkos::View<Offset *, Space> in_grid_;
  Vector<Space> scale_, diagonal_; // s and 1/D
  Vector<Space> source_scale_;     // W / (D s)
  Kokkos::View<double *, Space> residual_scale_;
  Vector<Space> box_in_, box_out_; // what is transformed; the first is 0 off the support
  std::unique_ptr<BodyInverse<Space>> body_;
  SparseRows<Space> couplings_; // X - 1
  Vector<Space> field_;         // s times the field, which they read
};

} // namespace curlew::fdfd

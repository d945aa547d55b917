#pragma once

#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/updater.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <memory>
#include <utility>

namespace curlew::dgtd {

// Energy at the time n of leapfrog schemes, from E there and H half a step before it:
//   central  1/2 (e M e + h M h) - dt/2 e G h
//   dfdd     1/4 (e M e + h M h + their doubles alike) - dt/4 e P h
// It equals the energy from H on either side of n where H has no losses and no poles, and falls
// with them too.
template <class Space> class CoupledEnergy {
public:
  using Field = Kokkos::View<double *, Space>;

  // Unknowns of the doubles of a tet, 0: central. They are orthonormal polynomials or like E and H.
  struct Doubles {
    int size = 0;
    bool are_polynomials = false;
  };

  // `coupling`: eps^-1 G, in dfdd eps^-1 P, as an updater without losses and with a step of 1 s.
  // `scratch`: a field like E.
  CoupledEnergy(std::unique_ptr<Updater<Space>> coupling, const Field &scratch, Doubles doubles,
                double dt_s)
      : coupling_(std::move(coupling)), doubles_(doubles), dt_s_(dt_s) {
    coupled_.e = scratch;
  }

  Energy of(const Space &space, const MassTables<Space> &mass, const Fields<Space> &fields) {
    double ee = mass_product(space, mass, Side::electric, fields.e, fields.e);
    double hh = mass_product(space, mass, Side::magnetic, fields.h, fields.h);
    if (doubles_.size > 0) {
      hh += double_product(space, mass, Side::magnetic, fields.electric_own);
      ee += double_product(space, mass, Side::electric, fields.magnetic_own);
    }
    Kokkos::deep_copy(space, coupled_.e, 0.0);
    coupled_.h = fields.h;
    coupling_->advance(space, Side::electric, coupled_);
    const double ph = mass_product(space, mass, Side::electric, fields.e, coupled_.e);
    const double share = doubles_.size > 0 ? 0.25 : 0.5;
    return {share * ee, share * (hh - dt_s_ * ph)};
  }

private:
  double double_product(const Space &space, const MassTables<Space> &mass, Side side,
                        const Field &own) const {
    return doubles_.are_polynomials ? polynomial_product(space, mass, side, doubles_.size, own)
                                    : mass_product(space, mass, side, own, own);
  }

  std::unique_ptr<Updater<Space>> coupling_;
  Doubles doubles_;
  double dt_s_;
  Fields<Space> coupled_;
};

} // namespace curlew::dgtd

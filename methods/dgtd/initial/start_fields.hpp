#pragma once

#include <curlew/methods/dgtd/initial/initial_fields.hpp>
#include <curlew/methods/dgtd/mesh_order.hpp>
#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

// Computes now := before - (now - before) / 2.
template <class Space> struct HalfStepBack {
  Kokkos::View<double *, Space> before, now;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    now(i) = 1.5 * before(i) - 0.5 * now(i);
  }
};

// Start of a scheme: sets its unknowns before the first step from fields at t = 0. Schemes of
// stages have both fields there. Leapfrog has H half a step earlier: a whole step of H with E of
// t = 0 gives its rate at t = 0 to first order, and half of that step, backwards, H to second
// order. Doubles of dfdd are the other field's polynomials of one degree less; that of H goes back
// with it. Sources, if any, act from the first step on. Collective.
template <class Space> class FieldStart {
public:
  using Values = Kokkos::View<double *, Space>;

  FieldStart(const Slots &slots, int n, const Updater<Space> &updater)
      : slots_(slots), n_(n), own_size_(updater.own_size()) {}

  void set(const Space &space, const InitialFields &initial, Form form, Updater<Space> &updater,
           Fields<Space> &fields) const {
    put_in_slots(slots_, initial.e, n_, fields.e);
    put_in_slots(slots_, initial.h, n_, fields.h);
    if (form == Form::stages)
      return;
    if (form == Form::implicit) {
      put_in_slots(slots_, doubles(initial.h, Side::electric, updater), own_size_,
                   fields.electric_own);
      put_in_slots(slots_, doubles(initial.e, Side::magnetic, updater), own_size_,
                   fields.magnetic_own);
    }
    const Values h = copy_of(space, fields.h), own = copy_of(space, fields.magnetic_own);
    updater.advance(space, Side::magnetic, fields);
    go_back(space, h, fields.h);
    go_back(space, own, fields.magnetic_own);
    space.fence();
  }

private:
  std::vector<double> doubles(const std::vector<double> &other, Side side,
                              const Updater<Space> &updater) const {
    std::vector<double> result;
    for (std::size_t t = 0; t < slots_.owned_tets; ++t) {
      const auto first = other.begin() + t * n_;
      const std::vector<double> one =
          updater.double_of(static_cast<Index>(t), side, {first, first + n_});
      result.insert(result.end(), one.begin(), one.end());
    }
    return result;
  }

  static Values copy_of(const Space &space, const Values &values) {
    const Values copy("curlew::dgtd::start_copy", values.extent(0));
    Kokkos::deep_copy(space, copy, values);
    return copy;
  }

  static void go_back(const Space &space, const Values &before, const Values &now) {
    if (now.extent(0) > 0)
      Kokkos::parallel_for("curlew::dgtd::half_step_back",
                           RangePolicy<Space>(space, 0, static_cast<Offset>(now.extent(0))),
                           HalfStepBack<Space>{before, now});
  }

  const Slots &slots_;
  int n_, own_size_;
};

} // namespace curlew::dgtd

#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>

namespace curlew::fdfd {

// A sink that takes the product's rows times their scales.
template <class Sink> struct ScaledSink {
  static constexpr int k_sums = Sink::k_sums, k_weighted = Sink::k_weighted;
  Sink sink;
  const double *scales;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION auto operator()(At e, const Number &weight, const Number &value,
                                         const Number &product, Sums &sums) const
      -> decltype(sink(e, weight, value, product, sums)) {
    const auto scale = get(scales, e);
    if constexpr (k_weighted > 0)
      sink(e, weight / scale, value, scale * product, sums);
    else
      sink(e, weight, value, scale * product, sums);
  }
};

// A body of a sweep with weights over the rows' scales.
template <class Body> struct ScaledBody {
  static constexpr int k_sums = Body::k_sums, k_weighted = Body::k_weighted;
  Body body;
  const double *scales;
  KOKKOS_INLINE_FUNCTION void begin() { body.begin(); }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION auto operator()(At e, const Number &weight, Sums &sums) const
      -> decltype(body(e, weight, sums)) {
    if constexpr (k_weighted > 0)
      body(e, weight / get(scales, e), sums);
    else
      body(e, weight, sums);
  }
};

template <class Space> struct TimesScales {
  Vector<Space> from, to;
  RowScales<Space> scales;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const { to(e) = scales(e) * from(e); }
};

// The Stepper of L A x = L f with the scales L of the rows, row_scales(). L A is symmetric with the
// weights over L, so that a method for symmetric A solves A x = f with the preconditioner L. The
// residuals are those of L A x = L f.
template <class Of> class ScaledStepper {
public:
  using ExecutionSpace = typename Of::ExecutionSpace;
  using Space = ExecutionSpace;
  using Scalar = Complex;

  // Keeps a reference to the stepper of A.
  ScaledStepper(Of &stepper, const RowScales<Space> &scales) : stepper_(stepper), scales_(scales) {}

  // Returns L f.
  Vector<Space> times_scales(const Vector<Space> &f) const {
    const Vector<Space> product(
        Kokkos::view_alloc("curlew::fdfd::times_scales", Kokkos::WithoutInitializing), f.extent(0));
    Kokkos::parallel_for("curlew::fdfd::times_scales", RangePolicy<Space>(space(), 0, f.extent(0)),
                         TimesScales<Space>{f, product, scales_});
    return product;
  }

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    stepper_.multiply(source, ScaledSink<Sink>{sink, scales_.data()}, conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    stepper_.sweep(label, ScaledBody<Body>{body, scales_.data()}, conclude);
  }

  const Space &space() const { return stepper_.space(); }
  Offset unknowns() const { return stepper_.unknowns(); }

private:
  Of &stepper_;
  RowScales<Space> scales_;
};

} // namespace curlew::fdfd

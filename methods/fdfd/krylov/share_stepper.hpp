#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>

namespace curlew::fdfd {

// A sink that takes the product's rows times the shares of their edges.
template <class Sink> struct SharesSink {
  static constexpr int k_sums = Sink::k_sums, k_weighted = Sink::k_weighted;
  Sink sink;
  const double *shares;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION auto operator()(At e, const Number &weight, const Number &value,
                                         const Number &product, Sums &sums) const
      -> decltype(sink(e, weight, value, product, sums)) {
    const auto share = get(shares, e);
    if constexpr (k_weighted > 0)
      sink(e, weight / share, value, share * product, sums);
    else
      sink(e, weight, value, share * product, sums);
  }
};

// A body of a sweep with weights over the shares of the edges.
template <class Body> struct SharesBody {
  static constexpr int k_sums = Body::k_sums, k_weighted = Body::k_weighted;
  Body body;
  const double *shares;
  KOKKOS_INLINE_FUNCTION void begin() { body.begin(); }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION auto operator()(At e, const Number &weight, Sums &sums) const
      -> decltype(body(e, weight, sums)) {
    if constexpr (k_weighted > 0)
      body(e, weight / get(shares, e), sums);
    else
      body(e, weight, sums);
  }
};

template <class Space> struct TimesShares {
  Vector<Space> from, to;
  Shares<Space> shares;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const { to(e) = shares(e) * from(e); }
};

// The Stepper of L A x = L f with the shares L of the edges outside of conductors: A has rows of
// the size 1 / L where conductors cut edges, which costs iterations. L A is symmetric with the
// weights over L, so that a method for symmetric A solves A x = f with the preconditioner L. The
// residuals are those of L A x = L f.
template <class Space> class ShareStepper {
public:
  using ExecutionSpace = Space;
  using Scalar = Complex;

  // Keeps a reference to the stepper of A.
  ShareStepper(Stepper<Space> &stepper, const Shares<Space> &shares)
      : stepper_(stepper), shares_(shares) {}

  // Returns L f.
  Vector<Space> times_shares(const Vector<Space> &f) const {
    const Vector<Space> product(
        Kokkos::view_alloc("curlew::fdfd::times_shares", Kokkos::WithoutInitializing), f.extent(0));
    Kokkos::parallel_for("curlew::fdfd::times_shares", RangePolicy<Space>(space(), 0, f.extent(0)),
                         TimesShares<Space>{f, product, shares_});
    return product;
  }

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    stepper_.multiply(source, SharesSink<Sink>{sink, shares_.data()}, conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    stepper_.sweep(label, SharesBody<Body>{body, shares_.data()}, conclude);
  }

  const Space &space() const { return stepper_.space(); }
  Offset unknowns() const { return stepper_.unknowns(); }

private:
  Stepper<Space> &stepper_;
  Shares<Space> shares_;
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/methods/fdfd/background/sparse_rows.hpp>
#include <curlew/methods/fdfd/ranks/slab_stepper.hpp>

namespace curlew::fdfd {

// The SlabStepper where eps has entries off the diagonal (Couplings): source and sums run before
// and after the product, as by a Stepper with a variant's product, with the bits of that.
template <class Space> class CoupledSlabStepper {
public:
  using ExecutionSpace = Space;
  using Scalar = Complex;

  // Keeps references to the exchange and to `plain`, the stepper without couplings.
  CoupledSlabStepper(const Slab &slab, const System<Space> &system, SlabExchange<Space> &exchange,
                     SlabStepper<Space> &plain)
      : exchange_(exchange), plain_(plain), couplings_(coupling_rows<Space>(slab.part)),
        plane_(3 * Offset(system.count[0]) * system.count[1]),
        x_("curlew::fdfd::materialised", 3 * system.size()),
        y_("curlew::fdfd::product", 3 * system.size()) {}

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    sweep("curlew::fdfd::materialise", Materialise<Space, Source>{source, x_.data()},
          NoConclusion());
    plain_.multiply(PlainSource<Space>(x_), StoreProduct<Space>(y_), NoConclusion());
    couplings_.add(space(), -1, x_, y_, exchange_.last(), plane_);
    sweep("curlew::fdfd::feed", FeedSink<Space, Sink>{sink, x_.data(), y_.data()}, conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    plain_.sweep(label, body, conclude);
  }

  const Space &space() const { return plain_.space(); }
  Offset unknowns() const { return plain_.unknowns(); }

private:
  SlabExchange<Space> &exchange_;
  SlabStepper<Space> &plain_;
  SparseRows<Space> couplings_;
  Offset plane_;        // entries of a plane
  Vector<Space> x_, y_; // source and product
};

} // namespace curlew::fdfd

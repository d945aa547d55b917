#pragma once

#include <curlew/methods/fdfd/fused/curl_curl.hpp>
#include <curlew/methods/fdfd/krylov/line_sums.hpp>
#include <curlew/methods/fdfd/krylov/row_pass.hpp>
#include <curlew/solvers/krylov/fused/conclusion.hpp>

#include <algorithm>
#include <functional>

namespace curlew::fdfd {

// Type of the product y := A x of any variant.
template <class Space>
using ApplyFunction =
    std::function<void(const Space &, const Vector<Space> &x, const Vector<Space> &y)>;

// Positive factors of the rows, row_scales(); without entries where the rows stay as they are.
template <class Space> using RowScales = Kokkos::View<const double *, Space>;

// Returns the product of the variant `fused` alone, without source and sums.
template <class Space> ApplyFunction<Space> fused_apply(const System<Space> &system) {
  return [system](const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    apply_fused(space, system, x, y);
  };
}

// Writes a source into a vector, for variants that cannot fuse it.
template <class Space, class Source> struct Materialise {
  static constexpr int k_sums = 0, k_weighted = 0;
  Source source;
  Complex *x;
  KOKKOS_INLINE_FUNCTION void begin() { source.begin(); }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    const Number value = source.value(e);
    source.keep(e, value);
    put(x, e, value);
  }
};

// Feeds a sink from stored vectors.
template <class Space, class Sink> struct FeedSink {
  static constexpr int k_sums = Sink::k_sums, k_weighted = Sink::k_weighted;
  Sink sink;
  const Complex *x, *y;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION auto operator()(At e, const Number &weight, Sums &sums) const
      -> decltype(sink(e, weight, weight, weight, sums)) {
    sink(e, weight, get(x, e), get(y, e), sums);
  }
};

// What steppers of whole grids and of slabs share: the system, room for the sums of kernels, and
// passes over rows.
template <class Space> class StepperBase {
public:
  using ExecutionSpace = Space;
  using Scalar = Complex;

  const Space &space() const { return space_; }

protected:
  static constexpr int k_most_sums = 6;

  StepperBase(const Space &space, const System<Space> &system) : space_(space), system_(system) {}

  // Makes room for the sums of this many rows.
  void reserve(Offset rows) {
    partial_ = Kokkos::View<double *, Space>("curlew::fdfd::partial", k_most_sums * rows);
  }
  // Launches a pass over all rows and returns the number of rows of sums.
  template <class Body> Index pass(const char *label, const Body &body) {
    using Pass = RowPass<Space, Body>;
    Pass::launch(label, space_, {system_, body, partial_});
    return Pass::teams(system_);
  }

  Space space_;
  System<Space> system_;
  Kokkos::View<double *, Space> partial_;
};

// The Stepper (solvers/krylov/fused/krylov_loop.hpp) of this method: its kernel multiplies by A and
// evaluates the source and the sums; for the published variants source and sums run before and
// after the variant's own product.
template <class Space> class Stepper : public StepperBase<Space> {
  using Base = StepperBase<Space>;

public:
  // Without `apply` A is the fused kernel, with the source and the sums in it.
  Stepper(const Space &space, const System<Space> &system, ApplyFunction<Space> apply = {})
      : Base(space, system), apply_(std::move(apply)) {
    this->reserve(std::max({March<Space, PlainSource<Space>, StoreProduct<Space>>::rows(system),
                            RowPass<Space, FeedSink<Space, StoreProduct<Space>>>::teams(system)}));
    if (apply_) {
      x_ = Vector<Space>("curlew::fdfd::materialised", 3 * system.size());
      y_ = Vector<Space>("curlew::fdfd::product", 3 * system.size());
    }
  }

  // Returns the number of vectors that the stepper allocates for itself.
  int vectors() const { return apply_ ? 2 : 0; }

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    if (!apply_) {
      using Kernel = March<Space, Source, Sink>;
      Kernel kernel{system_, source, sink, partial_};
      Kernel::launch(space_, kernel);
      this->template sum_up<Sink::k_sums>(Kernel::rows(system_), conclude);
      return;
    }
    using Before = Materialise<Space, Source>;
    RowPass<Space, Before>::launch("curlew::fdfd::materialise", space_,
                                   {system_, Before{source, x_.data()}, partial_});
    apply_(space_, x_, y_);
    using After = FeedSink<Space, Sink>;
    sweep("curlew::fdfd::feed", After{sink, x_.data(), y_.data()}, conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    this->template sum_up<Body::k_sums>(this->pass(label, body), conclude);
  }

  Offset unknowns() const { return 3 * system_.size(); }

private:
  using Base::k_most_sums, Base::space_, Base::system_, Base::partial_;

  template <int k_sums, class Conclude> void sum_up(Index rows, const Conclude &conclude) {
    static_assert(k_sums <= k_most_sums);
    if constexpr (k_sums > 0 && is_device<Space>)
      Conclusion<Space, k_sums, Conclude>::launch(space_, {partial_, rows, conclude});
    else if constexpr (k_sums > 0)
      LineConclusion<Space, k_sums, Conclude>::launch(
          space_, {partial_, system_.count[2], rows / system_.count[2], conclude});
  }

  ApplyFunction<Space> apply_;
  Vector<Space> x_, y_;
};

} // namespace curlew::fdfd

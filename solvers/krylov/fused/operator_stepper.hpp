#pragma once

#include <curlew/solvers/krylov/fused/conclusion.hpp>
#include <curlew/solvers/krylov/fused/sources.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// A body of a sweep as terms of sums, entry by entry.
template <class Scalar, class Body> struct SweepTerms {
  Body body;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sums) const {
    Body local = body;
    local.begin();
    local(i, Scalar(1), sums);
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    double none[1] = {};
    (*this)(i, none);
  }
};

// A source as a vector.
template <class Scalar, class Source> struct StoreSource {
  static constexpr int k_sums = 0;
  Source source;
  Scalar *x;
  KOKKOS_INLINE_FUNCTION void begin() { source.begin(); }
  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Scalar &, Sums &) const {
    const Scalar value = source.value(e);
    source.keep(e, value);
    put(x, e, value);
  }
};

// Applies a sink to stored vectors.
template <class Scalar, class Sink> struct FeedStored {
  static constexpr int k_sums = Sink::k_sums;
  Sink sink;
  const Scalar *x, *y;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Scalar &weight, Sums &sums) const {
    sink(e, weight, get(x, e), get(y, e), sums);
  }
};

// The Stepper (krylov_loop.hpp) of any operator, on any number of ranks: every source is stored,
// multiplied, and passed to the sink in a pass of its own. The bilinear form has no weights.
template <class Space, class Number> class OperatorStepper {
public:
  using ExecutionSpace = Space;
  using Scalar = Number;
  using Operator = LinearOperator<Space, Scalar>;
  using Vector = DistributedVector<Space, Scalar>;

  // Makes a stepper for vectors on the rows of `like`.
  OperatorStepper(const Operator &a, const Vector &like)
      : a_(a), x_(like.like(1)), y_(like.like(1)) {}

  const Space &space() const { return x_.space(); }
  Offset unknowns() const { return x_.global(); }

  template <class Source, class Sink, class Conclude>
  void multiply(const Source &source, const Sink &sink, const Conclude &conclude) {
    sweep("curlew::solvers::store_source", StoreSource<Scalar, Source>{source, x_.data(0)},
          NoConclusion());
    a_.apply(x_, y_);
    sweep("curlew::solvers::feed", FeedStored<Scalar, Sink>{sink, x_.data(0), y_.data(0)},
          conclude);
  }

  template <class Body, class Conclude>
  void sweep(const char *label, const Body &body, const Conclude &conclude) {
    using Terms = SweepTerms<Scalar, Body>;
    if constexpr (Body::k_sums == 0) {
      Kokkos::parallel_for(label, RangePolicy<Space>(space(), 0, x_.owned()), Terms{body});
    } else {
      using Rows = SumRows<Space, Body::k_sums, Terms>;
      const Offset rows = Rows::rows(x_.owned());
      if (static_cast<Offset>(partial_.extent(0)) < rows * Body::k_sums)
        partial_ = Kokkos::View<double *, Space>("curlew::solvers::partial", rows * k_most_sums);
      Rows::launch(label, space(), {Terms{body}, x_.owned(), partial_});
      this->template sum_up<Body::k_sums>(rows, conclude);
    }
  }

private:
  static constexpr int k_most_sums = 6;

  template <int k_sums, class Conclude> void sum_up(Offset rows, const Conclude &conclude) {
    static_assert(k_sums <= k_most_sums);
    if (!x_.ranks().is_alone()) {
      sum_over_ranks<k_sums>(rows);
      rows = 1;
    }
    Conclusion<Space, k_sums, Conclude>::launch(space(), {partial_, rows, conclude});
  }

  // Replaces the rows of partial sums by one row with the totals of all ranks.
  template <int k_sums> void sum_over_ranks(Offset rows) {
    const auto own =
        to_vector(space(), Kokkos::subview(partial_, Kokkos::make_pair(Offset(0), rows * k_sums)));
    std::vector<double> totals(k_sums);
    for (std::size_t i = 0; i < own.size(); ++i)
      totals[i % k_sums] += own[i];
    x_.ranks().sum(totals);
    if (partial_.extent(0) < k_sums)
      partial_ = Kokkos::View<double *, Space>("curlew::solvers::partial", k_most_sums);
    copy_to_view(space(), totals,
                 Kokkos::subview(partial_, Kokkos::make_pair(Offset(0), Offset(k_sums))));
  }

  const Operator &a_;
  Vector x_, y_;
  Kokkos::View<double *, Space> partial_;
};

} // namespace curlew

#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/solvers/krylov/divergence.hpp>
#include <curlew/solvers/krylov/fused/conclusion.hpp>
#include <curlew/solvers/krylov/fused/sources.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {

// r := f - A x, with |r|^2 and the bilinear r.r.
template <class Scalar> struct ResidualSink {
  static constexpr int k_weighted = k_doubles<Scalar>, k_sums = k_weighted + 1;
  const Scalar *f;
  Scalar *r;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &,
                                         const Number &product, Sums &sums) const {
    const Number value = get(f, e) - product;
    put(r, e, value);
    add_to(sums, weight * value * value);
    sums[k_weighted] += squared(value);
  }
};

template <class Scalar> struct NormBody {
  static constexpr int k_sums = 1, k_weighted = 0;
  const Scalar *f;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &sums) const {
    sums[0] += squared(get(f, e));
  }
};

// x += scalar p: the update left after the last iteration.
template <class Scalar> struct LastStep {
  static constexpr int k_sums = 0, k_weighted = 0;
  Scalar *x;
  const Scalar *p, *scalar;
  Scalar alpha = 0;
  KOKKOS_INLINE_FUNCTION void begin() { alpha = *scalar; }
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &) const {
    put(x, e, get(x, e) + alpha * get(p, e));
  }
};

// Krylov methods in few sweeps: COCG (cocg.hpp), COCR (cocr.hpp), BiCGStab (bicgstab.hpp), written
// once for every Stepper. A Stepper has the types Space and Scalar and the two kinds of kernels of
// such a method:
//   multiply(source, sink, conclude)  values of the source times A, passed to the sink;
//   sweep(label, body, conclude)      one pass over vectors;
// each may end in sums, which conclude(totals) turns into scalars where the vectors are. A physical
// method supplies a Stepper whose kernel fuses all this; OperatorStepper does it for any operator
// in separate passes.
//
// The loop has the common parts of the methods: starting residual, monitoring, restarts, failure. A
// Method has
//   start(rho, squared, limit)  after r := f - A x was stored in r; rho = r.r, squared = |r|^2;
//   step(to)                    one iteration; writes |r|^2 to *to in the vectors' memory;
//   finish()                    brings x up to date;
//   residual()                  the vector that takes r; and k_name.
// From the iteration on whose |r|^2 is at most `limit`, further step() must not change x: the host
// reads the residuals of a batch of iterations at a time.
template <class Stepper, class Method> class KrylovLoop {
  using Space = typename Stepper::ExecutionSpace;
  using Scalar = typename Stepper::Scalar;
  using Vector = Kokkos::View<Scalar *, Space>;

public:
  KrylovLoop(Stepper &stepper, const Vector &f, const Vector &x, const SolveOptions &options,
             SolveReport &report, Method &method)
      : stepper_(stepper), f_(f), x_(x), options_(options), report_(report), method_(method),
        batch_(options.batch > 0 ? options.batch : k_batch),
        numbers_("curlew::solvers::numbers", std::max(batch_, k_totals)) {}

  void run() {
    Kokkos::Timer timer;
    norm_f_ = std::sqrt(norm_squared_of_f());
    if (!std::isfinite(norm_f_))
      throw NotConverged("the right-hand side is not finite");
    report_ = {};
    if (norm_f_ == 0) {
      Kokkos::deep_copy(stepper_.space(), x_, Scalar(0));
      return;
    }
    const double goal = options_.tolerance * norm_f_;
    limit_ = goal * goal;
    find_residual();
    report_.history = {report_.residual};
    for (int round = 0; !(report_.residual <= options_.tolerance); ++round) {
      if (round == k_rounds)
        fail("starting again from there did not help", timer);
      const std::string trouble = iterate();
      method_.finish();
      find_residual();
      if (report_.residual <= options_.tolerance)
        break;
      if (!trouble.empty())
        fail(trouble, timer);
    }
    report_.solve_s = timer.seconds();
  }

private:
  static constexpr int k_rounds = 5;
  // Iterations between two checks by the host: each check costs a device the time of a small grid's
  // kernels.
  static constexpr int k_batch = is_device<Space> ? 16 : 1;
  static constexpr int k_totals = k_doubles<Scalar> + 1;

  // Returns an empty text when the recurrence's residual is small enough, else the reason of the
  // stop.
  std::string iterate() {
    while (report_.iterations < options_.max_iterations) {
      const int count = std::min(batch_, options_.max_iterations - report_.iterations);
      for (int n = 0; n < count; ++n)
        method_.step(numbers_.data() + n);
      bool reached = false;
      for (const double squared : fetch(count)) {
        ++report_.iterations;
        ++report_.applications;
        const double residual = std::sqrt(squared) / norm_f_;
        report_.history.push_back(residual);
        if (!std::isfinite(residual))
          return "the method broke down";
        if (divergence_.has_diverged(residual))
          return DivergenceWatch::k_text;
        // the same comparison as in the method: later steps of the batch are idle
        reached = squared <= limit_;
        if (reached)
          break;
      }
      if (options_.watch)
        options_.watch(report_.iterations, report_.history.back());
      if (reached)
        return "";
    }
    return "the iterations are over";
  }

  std::vector<double> fetch(int count) const {
    return to_vector(stepper_.space(), Kokkos::subview(numbers_, std::make_pair(0, count)));
  }

  double norm_squared_of_f() {
    stepper_.sweep("curlew::solvers::norm", NormBody<Scalar>{f_.data()},
                   StoreTotals<1>{numbers_.data()});
    return fetch(1)[0];
  }

  void find_residual() {
    stepper_.multiply(VectorSource<Scalar>(x_.data()),
                      ResidualSink<Scalar>{f_.data(), method_.residual().data()},
                      StoreTotals<k_totals>{numbers_.data()});
    const std::vector<double> totals = fetch(k_totals);
    ++report_.applications;
    report_.residual = std::sqrt(totals[k_totals - 1]) / norm_f_;
    method_.start(to_scalar<Scalar>(totals.data()), totals[k_totals - 1], limit_);
  }

  [[noreturn]] void fail(const std::string &why, const Kokkos::Timer &timer) {
    report_.solve_s = timer.seconds();
    throw NotConverged(not_reached_text(Method::k_name, stepper_.unknowns(), options_.tolerance,
                                        options_.max_iterations, report_.iterations,
                                        report_.residual) +
                       ": " + why + options_.advice);
  }

  Stepper &stepper_;
  const Vector &f_, &x_;
  const SolveOptions &options_;
  SolveReport &report_;
  Method &method_;
  int batch_;
  Kokkos::View<double *, Space> numbers_;
  double norm_f_ = 0, limit_ = 0;
  DivergenceWatch divergence_;
};

// Keeps a method idle for the rest of a batch: a scalar that is not 0 from the iteration on whose
// residual is small enough. Then alpha and beta are 0, so that kernels change nothing.
template <class Scalar> struct Freeze {
  Scalar *flag;
  double limit;
  KOKKOS_INLINE_FUNCTION bool is_on() const { return *flag != Scalar(0); }
  // A NaN does not freeze: it must reach the host.
  KOKKOS_INLINE_FUNCTION bool is_on_after(double squared) const {
    if (squared <= limit)
      *flag = 1;
    return is_on();
  }
};

} // namespace curlew

#pragma once

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fdfd {

// r := f - A x, with |r|^2 and the bilinear r.r.
template <class Space> struct ResidualSink {
  static constexpr int k_sums = 3, k_weighted = 2;
  const Complex *f;
  Complex *r;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &,
                                         const Number &product, Sums &sums) const {
    const Number value = get(f, e) - product;
    put(r, e, value);
    add_to(sums, weight * value * value);
    sums[2] += squared(value);
  }
};

template <class Space> struct NormBody {
  static constexpr int k_sums = 1, k_weighted = 0;
  const Complex *f;
  KOKKOS_INLINE_FUNCTION void begin() {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, Sums &sums) const {
    sums[0] += squared(get(f, e));
  }
};

// Puts sums where the host can fetch them.
template <int k_count> struct StoreTotals {
  double *to;
  KOKKOS_INLINE_FUNCTION void operator()(const double *totals) const {
    for (int s = 0; s < k_count; ++s)
      to[s] = totals[s];
  }
};

// What the methods share: starting residual, watching, starting again, giving up. A Method has
//   start(r, totals)  after r := f - A x was stored in r, totals = { Re r.r, Im r.r, |r|^2 };
//   step(to)          one iteration, whose |r|^2 it leaves at *to, on the device;
//   finish()          brings x up to date;
//   residual()        the vector that takes r; and k_name.
template <class Space, class Method> class KrylovLoop {
public:
  KrylovLoop(Stepper<Space> &stepper, const Vector<Space> &f, const Vector<Space> &x,
             const SolveOptions &options, SolveReport &report, Method &method)
      : stepper_(stepper), f_(f), x_(x), options_(options), report_(report), method_(method),
        numbers_("curlew::fdfd::numbers", k_check) {}

  void run() {
    Kokkos::Timer timer;
    norm_f_ = std::sqrt(norm_squared_of_f());
    if (!std::isfinite(norm_f_))
      throw NotConverged("the right-hand side is not finite");
    report_ = {};
    if (norm_f_ == 0) {
      Kokkos::deep_copy(stepper_.space(), x_, Complex(0));
      return;
    }
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
  // Iterations between two looks: each costs a device the time of a small grid's kernels.
  static constexpr int k_check = is_device<Space> ? 16 : 1;

  // Empty when the recurrence's residual is small enough, else why it went no further.
  std::string iterate() {
    while (report_.iterations < options_.max_iterations) {
      for (int n = 0; n < k_check; ++n)
        method_.step(numbers_.data() + n);
      for (const double squared : to_vector(numbers_)) {
        ++report_.iterations;
        ++report_.applications;
        const double residual = std::sqrt(squared) / norm_f_;
        report_.history.push_back(residual);
        if (!std::isfinite(residual))
          return "the method broke down";
      }
      if (options_.watch)
        options_.watch(report_.iterations, report_.history.back());
      if (report_.history.back() <= options_.tolerance)
        return "";
    }
    return "the iterations are over";
  }

  double norm_squared_of_f() {
    stepper_.sweep("curlew::fdfd::norm", NormBody<Space>{f_.data()},
                   StoreTotals<1>{numbers_.data()});
    return to_vector(numbers_)[0];
  }

  void find_residual() {
    Kokkos::View<double *, Space> totals("curlew::fdfd::totals", 3);
    stepper_.multiply(PlainSource<Space>(x_),
                      ResidualSink<Space>{f_.data(), method_.residual().data()},
                      StoreTotals<3>{totals.data()});
    const std::vector<double> host = to_vector(totals);
    ++report_.applications;
    report_.residual = std::sqrt(host[2]) / norm_f_;
    method_.start(Complex(host[0], host[1]), host[2]);
  }

  [[noreturn]] void fail(const std::string &why, const Kokkos::Timer &timer) {
    report_.solve_s = timer.seconds();
    throw NotConverged(fmt::format(
        "{} on {} unknowns did not reach a relative residual of {:.3g} in {} iterations ({} "
        "allowed), it is {:.3g}: {}{}",
        Method::k_name, x_.extent(0), options_.tolerance, report_.iterations,
        options_.max_iterations, report_.residual, why, Method::k_advice));
  }

  Stepper<Space> &stepper_;
  const Vector<Space> &f_, &x_;
  const SolveOptions &options_;
  SolveReport &report_;
  Method &method_;
  Kokkos::View<double *, Space> numbers_;
  double norm_f_ = 0;
};

// Writes scalars of a method from the host.
template <class Space>
void set_scalars(const Kokkos::View<Complex *, Space> &scalars,
                 const std::vector<Complex> &values) {
  Kokkos::deep_copy(scalars, to_view<Space>("curlew::fdfd::scalars", values));
}

} // namespace curlew::fdfd

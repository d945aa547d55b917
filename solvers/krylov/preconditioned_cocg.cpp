#include <curlew/solvers/krylov/preconditioned_cocg.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/krylov/divergence.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>
#include <curlew/solvers/krylov/start_solve.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <cmath>
#include <string>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// sum x_i y_i
struct BilinearTerms {
  const Complex *x, *y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    sum[0] += x[i].real() * y[i].real() - x[i].imag() * y[i].imag();
    sum[1] += x[i].real() * y[i].imag() + x[i].imag() * y[i].real();
  }
};

// x += alpha p, r -= alpha q; |r|^2
struct StepTerms {
  Complex alpha;
  const Complex *p, *q;
  Complex *x, *r;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    const Complex left = r[i] - alpha * q[i];
    x[i] += alpha * p[i];
    r[i] = left;
    sum[0] += left.real() * left.real() + left.imag() * left.imag();
  }
};

template <class Space> class PreconditionedCocg {
  using MV = DistributedVector<Space, Complex>;
  using OP = LinearOperator<Space, Complex>;

public:
  PreconditionedCocg(const OP &a, const MV &b, const MV &x, const OP &preconditioner,
                     const SolveOptions &options, SolveReport &report)
      : a_(a), preconditioner_(preconditioner), b_(b), x_(x), options_(options), report_(report),
        r_(b.like(1)), z_(b.like(1)), p_(b.like(1)), q_(b.like(1)) {}

  void run() {
    const Kokkos::Timer timer;
    if (!start_solve(b_, x_, report_, norm_b_))
      return;
    find_residual();
    report_.history = {report_.residual};
    for (int round = 0; !(report_.residual <= options_.tolerance); ++round) {
      if (round == k_rounds)
        fail("starting again from there did not help", timer);
      const std::string trouble = iterate();
      find_residual();
      if (!(report_.residual <= options_.tolerance) && !trouble.empty())
        fail(trouble, timer);
    }
    report_.solve_s = timer.seconds();
  }

private:
  static constexpr int k_rounds = 5;

  void find_residual() {
    a_.apply(x_, r_);
    ++report_.applications;
    combine(Complex(1), b_, Complex(-1), r_, r_);
    report_.residual = norms(r_)[0] / norm_b_;
  }

  Complex bilinear(const MV &x, const MV &y) const {
    const auto own = ordered_sums<2>(x.space(), "curlew::solvers::bilinear_product", x.owned(),
                                     BilinearTerms{x.data(0), y.data(0)});
    std::vector<double> sums(own.begin(), own.end());
    x.ranks().sum(sums);
    return {sums[0], sums[1]};
  }

  double step(const Complex &alpha) const {
    const auto own =
        ordered_sums<1>(x_.space(), "curlew::solvers::preconditioned_cocg_step", x_.owned(),
                        StepTerms{alpha, p_.data(0), q_.data(0), x_.data(0), r_.data(0)});
    std::vector<double> sums(own.begin(), own.end());
    x_.ranks().sum(sums);
    return std::sqrt(sums[0]);
  }

  // Returns an empty text when the recurrence's residual is small enough, else the reason of the
  // stop.
  std::string iterate() {
    Complex rho = 1;
    for (int n = 0; report_.iterations < options_.max_iterations; ++n) {
      preconditioner_.apply(r_, z_);
      const Complex next = bilinear(r_, z_);
      combine(Complex(1), z_, n == 0 ? Complex(0) : next / rho, p_, p_);
      rho = next;
      a_.apply(p_, q_);
      ++report_.applications;
      ++report_.iterations;
      const Complex curvature = bilinear(p_, q_);
      if (rho == Complex(0) || curvature == Complex(0))
        return "the method broke down";
      const double residual = step(rho / curvature) / norm_b_;
      report_.history.push_back(residual);
      if (!std::isfinite(residual))
        return "the method broke down";
      if (divergence_.has_diverged(residual))
        return DivergenceWatch::k_text;
      if (options_.watch)
        options_.watch(report_.iterations, residual);
      if (residual <= options_.tolerance)
        return "";
    }
    return "the iterations are over";
  }

  [[noreturn]] void fail(const std::string &why, const Kokkos::Timer &timer) {
    report_.solve_s = timer.seconds();
    throw NotConverged(not_reached_text("preconditioned cocg", b_.global(), options_.tolerance,
                                        options_.max_iterations, report_.iterations,
                                        report_.residual) +
                       ": " + why + ". Try fgmres");
  }

  const OP &a_, &preconditioner_;
  const MV &b_, &x_;
  const SolveOptions &options_;
  SolveReport &report_;
  MV r_, z_, p_, q_;
  double norm_b_ = 0;
  DivergenceWatch divergence_;
};

} // namespace

template <class Space>
void solve_preconditioned_cocg(const LinearOperator<Space, Complex> &a,
                               const DistributedVector<Space, Complex> &b,
                               const DistributedVector<Space, Complex> &x,
                               const LinearOperator<Space, Complex> &preconditioner,
                               const SolveOptions &options, SolveReport &report) {
  require_equal_size("columns of a right-hand side", b.columns(), 1);
  require_equal_shape("solution", x, b);
  PreconditionedCocg<Space>(a, b, x, preconditioner, options, report).run();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void solve_preconditioned_cocg(                                                         \
      const LinearOperator<Space, Complex> &, const DistributedVector<Space, Complex> &,           \
      const DistributedVector<Space, Complex> &, const LinearOperator<Space, Complex> &,           \
      const SolveOptions &, SolveReport &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

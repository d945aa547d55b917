#pragma once

// The body of solve_krylov: slow to compile, so included only where it is instantiated.

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/solvers/krylov/belos_one_step.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/krylov/belos_traits.hpp>
#include <curlew/solvers/krylov/belos_watch.hpp>
#include <curlew/solvers/krylov/divergence.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/not_reached.hpp>

#include <BelosBiCGStabSolMgr.hpp>
#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosPseudoBlockGmresSolMgr.hpp>
#include <BelosPseudoBlockTFQMRSolMgr.hpp>
#include <Teuchos_ParameterList.hpp>

#include <cmath>
#include <mutex>
#include <sstream>

namespace curlew {

template <class Space, class Scalar> class BelosSolve {
  using Number = typename BelosNumber<Scalar>::type;
  using MV = DistributedVector<Space, Scalar>;
  using OP = LinearOperator<Space, Scalar>;
  using Manager = Belos::SolverManager<Number, MV, OP>;

public:
  BelosSolve(const OP &a, const MV &b, const MV &x, const KrylovOptions &options,
             const OP *preconditioner)
      : a_(a), b_(b), x_(x), options_(options), preconditioner_(preconditioner), r_(x.like(1)) {}

  KrylovReport run() {
    report_.solver = to_string(options_.method);
    const double norm_b = norms(b_)[0];
    if (norm_b == 0) {
      fill(x_, Scalar(0));
      report_.history = {0};
      return report_;
    }
    if (!std::isfinite(norm_b))
      throw KrylovNotConverged("the right-hand side of " + equations() + " is not finite", report_);
    // Belos measures against the residual at its start, so its own goal changes with each round.
    report_.residual = true_residual() / norm_b;
    report_.history = {report_.residual};
    for (int round = 0; !(report_.residual <= options_.tolerance); ++round) {
      if (report_.iterations >= options_.max_iterations)
        fail("");
      if (round == k_rounds)
        fail(", and starting again from there did not help");
      const std::string trouble = iterate(report_.residual);
      report_.residual = true_residual() / norm_b;
      if (!trouble.empty() && !(report_.residual <= options_.tolerance))
        fail(trouble);
    }
    return report_;
  }

  // Makes one step and returns |r| / |b|, whatever its value.
  double one_step() {
    options_.max_iterations = 1;
    iterate(1);
    return true_residual() / norms(b_)[0];
  }

private:
  static constexpr int k_rounds = 5;
  struct Diverged {}; // ends Belos' loop from within

  // Records the residual of an iteration of this round, and reports it to the caller. A restart of
  // gmres reports its first one again.
  void note(int first, double start, double start_norm, int iteration, double norm) {
    const double residual = start_norm > 0 ? norm / start_norm * start : 0;
    const auto at = static_cast<std::size_t>(first + iteration);
    if (at < report_.history.size()) {
      if (iteration > 0)
        report_.history[at] = residual;
      return;
    }
    report_.history.push_back(residual);
    if (options_.watch)
      options_.watch(first + iteration, residual);
    if (divergence_.has_diverged(residual))
      throw Diverged();
  }

  // Iterates until Belos' own residual is small enough or max_iterations are over; `start` is the
  // residual now. Returns the reason of a failure; empty if there is none.
  std::string iterate(double start) {
    const int first = report_.iterations, left = options_.max_iterations - first;
    const auto errors = Teuchos::rcp(new std::ostringstream); // repeated in the exception
    const auto parameters = Teuchos::parameterList();
    parameters->set("Convergence Tolerance", options_.tolerance / start);
    parameters->set("Maximum Iterations", left);
    parameters->set("Verbosity", Belos::Errors + Belos::Warnings);
    parameters->set("Output Stream", Teuchos::rcp_implicit_cast<std::ostream>(errors));
    if (options_.method == KrylovMethod::gmres) {
      parameters->set("Num Blocks", std::min(options_.restart, left));
      parameters->set("Maximum Restarts", left);
    }
    double start_norm = -1;
    const auto problem = Teuchos::rcp(
        new WatchedProblem<Number, MV, OP>(a_, x_, b_, [&](int iteration, double norm) {
          if (start_norm < 0)
            start_norm = norm;
          note(first, start, start_norm, iteration, norm);
        }));
    if (preconditioner_ != nullptr)
      problem->setRightPrec(Teuchos::rcpFromRef(*preconditioner_));
    problem->setProblem();
    const Teuchos::RCP<Manager> manager = make_manager();
    manager->setParameters(parameters);
    manager->setProblem(problem);

    std::string trouble;
    int iterations = 0;
    try {
      manager->solve(); // b - A x decides about success, not the return value
      iterations = manager->getNumIters();
    } catch (const Belos::BelosError &error) { // NaN, or an operator that cg cannot have
      const std::string text = error.what();
      trouble = ": " + text.substr(text.rfind("\n", text.size() - 2) + 1);
    } catch (const Diverged &) {
      trouble = std::string(": ") + DivergenceWatch::k_text;
    }
    const int noted = static_cast<int>(report_.history.size()) - 1;
    report_.iterations = std::max(first + iterations, noted);
    return trouble;
  }

  Teuchos::RCP<Manager> make_manager() const {
    switch (options_.method) {
    case KrylovMethod::bicgstab:
      return Teuchos::rcp(new Belos::BiCGStabSolMgr<Number, MV, OP>);
    case KrylovMethod::tfqmr:
      return Teuchos::rcp(new Belos::PseudoBlockTFQMRSolMgr<Number, MV, OP>);
    case KrylovMethod::cg:
      return Teuchos::rcp(new Belos::PseudoBlockCGSolMgr<Number, MV, OP>);
    default:
      return Teuchos::rcp(new Belos::PseudoBlockGmresSolMgr<Number, MV, OP>);
    }
  }

  // |b - A x|
  double true_residual() {
    a_.apply(x_, r_);
    combine(Scalar(1), b_, Scalar(-1), r_, r_);
    return norms(r_)[0];
  }

  std::string equations() const { return std::to_string(b_.global()) + " equations"; }

  [[noreturn]] void fail(const std::string &why) const {
    throw KrylovNotConverged(not_reached_text(to_string(options_.method), b_.global(),
                                              options_.tolerance, options_.max_iterations,
                                              report_.iterations, report_.residual) +
                                 why,
                             report_);
  }

  const OP &a_;
  const MV &b_, &x_;
  KrylovOptions options_;
  const OP *preconditioner_;
  MV r_;
  KrylovReport report_;
  DivergenceWatch divergence_;
};

// Solves by this library's GMRES, with the report that Belos' would give.
template <class Space, class Scalar>
KrylovReport solve_by_own_gmres(const LinearOperator<Space, Scalar> &a,
                                const DistributedVector<Space, Scalar> &b,
                                const DistributedVector<Space, Scalar> &x,
                                const KrylovOptions &options,
                                const LinearOperator<Space, Scalar> *preconditioner) {
  SolveReport found;
  const auto report = [&] {
    return KrylovReport{found.iterations, found.residual, found.history, "gmres of curlew"};
  };
  try {
    solve_fgmres(a, b, x, {options.tolerance, options.max_iterations, options.watch},
                 options.restart, found, preconditioner);
  } catch (const NotConverged &error) {
    throw KrylovNotConverged(error.what(), report());
  }
  return report();
}

template <class Space, class Scalar>
KrylovReport solve_krylov(const LinearOperator<Space, Scalar> &a,
                          const DistributedVector<Space, Scalar> &b,
                          const DistributedVector<Space, Scalar> &x, const KrylovOptions &options,
                          const LinearOperator<Space, Scalar> *preconditioner) {
  constexpr bool is_complex = sizeof(Scalar) != sizeof(double);
  if (is_complex && options.method == KrylovMethod::bicgstab) {
    static const double probed = bicgstab_probe();
    require_right_bicgstab(probed);
  }
  if (options.method == KrylovMethod::gmres) {
    GmresSource source = options.gmres;
    if (source == GmresSource::automatic) {
      source = is_complex ? usable_gmres() : GmresSource::belos;
      static std::once_flag said;
      if (source == GmresSource::curlew)
        std::call_once(said, [] {
          spdlog::warn("gmres is that of this program: the BLAS that this Trilinos calls rotates "
                       "complex numbers wrongly (as OpenBLAS 0.3.26 does), and Belos' gmres fails");
        });
    }
    if (source == GmresSource::curlew)
      return solve_by_own_gmres(a, b, x, options, preconditioner);
  }
  return BelosSolve<Space, Scalar>(a, b, x, options, preconditioner).run();
}

template <class Space, class Scalar>
double belos_one_step(const LinearOperator<Space, Scalar> &a,
                      const DistributedVector<Space, Scalar> &b,
                      const DistributedVector<Space, Scalar> &x, const KrylovOptions &options) {
  return BelosSolve<Space, Scalar>(a, b, x, options, nullptr).one_step();
}

} // namespace curlew

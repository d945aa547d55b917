#pragma once

// The body of solve_krylov: slow to compile, so included only where it is instantiated.

#include <curlew/core/error.hpp>
#include <curlew/solvers/belos_solver.hpp>
#include <curlew/solvers/belos_traits.hpp>
#include <curlew/solvers/krylov_history.hpp>

#include <BelosBiCGStabSolMgr.hpp>
#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosPseudoBlockGmresSolMgr.hpp>
#include <BelosPseudoBlockTFQMRSolMgr.hpp>
#include <Teuchos_ParameterList.hpp>

#include <cmath>
#include <cstdio>
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
    const double norm_b = norms(b_)[0];
    if (norm_b == 0) {
      fill(x_, Scalar(0));
      return {0, 0, {0}};
    }
    if (!std::isfinite(norm_b))
      throw KrylovNotConverged("the right-hand side of " + equations() + " is not finite", report_);
    // Belos measures against the residual at its start, so that its own goal moves with each round.
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

  // One step, whatever comes of it: |r| / |b|.
  double one_step() {
    options_.max_iterations = 1;
    iterate(1);
    return true_residual() / norms(b_)[0];
  }

private:
  static constexpr int k_rounds = 5;

  // Iterates until Belos is content or max_iterations are over; `start` is the residual now.
  // Returns what went wrong, to be told; empty where nothing did.
  std::string iterate(double start) {
    const int left = options_.max_iterations - report_.iterations;
    const auto log = Teuchos::rcp(new std::ostringstream);
    const auto parameters = Teuchos::parameterList();
    parameters->set("Convergence Tolerance", options_.tolerance / start);
    parameters->set("Maximum Iterations", left);
    parameters->set("Verbosity", Belos::Errors + Belos::Warnings + Belos::StatusTestDetails);
    parameters->set("Output Style", static_cast<int>(Belos::Brief));
    parameters->set("Output Frequency", 1);
    parameters->set("Output Stream", Teuchos::rcp_implicit_cast<std::ostream>(log));
    if (options_.method == KrylovMethod::gmres) {
      parameters->set("Num Blocks", std::min(options_.restart, left));
      parameters->set("Maximum Restarts", left);
    }
    const auto problem = Teuchos::rcp(new Belos::LinearProblem<Number, MV, OP>(
        Teuchos::rcpFromRef(a_), Teuchos::rcp(new MV(x_)), Teuchos::rcpFromRef(b_)));
    if (preconditioner_ != nullptr)
      problem->setRightPrec(Teuchos::rcpFromRef(*preconditioner_));
    problem->setProblem();
    const Teuchos::RCP<Manager> manager = make_manager();
    manager->setParameters(parameters);
    manager->setProblem(problem);

    std::string trouble;
    int iterations = 0;
    try {
      manager->solve(); // what it thinks of its success is not asked
      iterations = manager->getNumIters();
    } catch (const Belos::BelosError &error) { // NaN, or an operator that cg cannot have
      const std::string text = error.what();
      trouble = ": " + text.substr(text.rfind("\n", text.size() - 2) + 1);
    }
    // Where Teuchos knows MPI too, only its rank 0 prints.
    const auto residuals = residuals_in(b_.ranks().broadcast(log->str()));
    for (std::size_t i = 1; i < residuals.size(); ++i)
      report_.history.push_back(residuals[i] * start);
    report_.iterations += std::max(iterations, static_cast<int>(residuals.size()) - 1);
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
    char text[200];
    std::snprintf(
        text, sizeof(text),
        " did not reach a relative residual of %.3g in %d iterations (%d allowed), it is %.3g",
        options_.tolerance, report_.iterations, options_.max_iterations, report_.residual);
    throw KrylovNotConverged(to_string(options_.method) + " on " + equations() + text + why,
                             report_);
  }

  const OP &a_;
  const MV &b_, &x_;
  KrylovOptions options_;
  const OP *preconditioner_;
  MV r_;
  KrylovReport report_;
};

template <class Space, class Scalar>
KrylovReport solve_krylov(const LinearOperator<Space, Scalar> &a,
                          const DistributedVector<Space, Scalar> &b,
                          const DistributedVector<Space, Scalar> &x, const KrylovOptions &options,
                          const LinearOperator<Space, Scalar> *preconditioner) {
  if (options.method == KrylovMethod::bicgstab && sizeof(Scalar) != sizeof(double)) {
    static const double probed = bicgstab_probe();
    require_right_bicgstab(probed);
  }
  return BelosSolve<Space, Scalar>(a, b, x, options, preconditioner).run();
}

} // namespace curlew

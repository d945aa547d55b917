#pragma once

// Hook into each iteration of Belos. Of the solver managers used here only that of GMRES takes a
// status test from outside, but all of them call a StatusTestMaxIters in every iteration. Its
// specialisation for Curlew's vectors and operators counts as the original does, and passes the
// residual norm to the linear problem. Included before a manager is instantiated.

#include <curlew/solvers/krylov/belos_traits.hpp>

#include <BelosLinearProblem.hpp>
#include <BelosStatusTestMaxIters.hpp>

#include <algorithm>
#include <functional>
#include <string>

namespace curlew {

// A linear problem that receives the norm of the recurrence's residual before the first iteration
// and after each. On several ranks all of them receive the same norm.
template <class Number, class MV, class OP>
class WatchedProblem : public Belos::LinearProblem<Number, MV, OP> {
public:
  using Watch = std::function<void(int iteration, double residual_norm)>;

  WatchedProblem(const OP &a, const MV &x, const MV &b, Watch watch)
      : Belos::LinearProblem<Number, MV, OP>(Teuchos::rcpFromRef(a), Teuchos::rcp(new MV(x)),
                                             Teuchos::rcpFromRef(b)),
        watch_(std::move(watch)) {}
  void tell(int iteration, double residual_norm) const { watch_(iteration, residual_norm); }

private:
  Watch watch_;
};

} // namespace curlew

namespace Belos {

template <class Space, class Scalar>
class StatusTestMaxIters<typename curlew::BelosNumber<Scalar>::type,
                         curlew::DistributedVector<Space, Scalar>,
                         curlew::LinearOperator<Space, Scalar>>
    : public StatusTest<typename curlew::BelosNumber<Scalar>::type,
                        curlew::DistributedVector<Space, Scalar>,
                        curlew::LinearOperator<Space, Scalar>> {
  using Number = typename curlew::BelosNumber<Scalar>::type;
  using MV = curlew::DistributedVector<Space, Scalar>;
  using OP = curlew::LinearOperator<Space, Scalar>;
  using Watched = curlew::WatchedProblem<Number, MV, OP>;

public:
  explicit StatusTestMaxIters(int max_iterations) : max_iterations_(std::max(1, max_iterations)) {}

  StatusType checkStatus(Iteration<Number, MV, OP> *solver) override {
    iterations_ = solver->getNumIters();
    if (const auto *problem = dynamic_cast<const Watched *>(&solver->getProblem()))
      problem->tell(iterations_, residual_norm(*solver));
    status_ = iterations_ >= max_iterations_ ? Passed : Failed;
    return status_;
  }
  StatusType getStatus() const override { return status_; }
  void reset() override {
    iterations_ = 0;
    status_ = Undefined;
  }
  void setMaxIters(int max_iterations) { max_iterations_ = max_iterations; }
  int getMaxIters() const { return max_iterations_; }
  int getNumIters() const { return iterations_; }
  void print(std::ostream &out, int indent = 0) const override {
    out << std::string(indent, ' ') << "iteration " << iterations_ << " of " << max_iterations_
        << "\n";
  }

private:
  // Some methods keep the residual itself, others an estimate of its norm.
  static double residual_norm(const Iteration<Number, MV, OP> &solver) {
    std::vector<double> estimates(1);
    const Teuchos::RCP<const MV> residual = solver.getNativeResiduals(&estimates);
    return residual.is_null() ? estimates.at(0) : curlew::norms(*residual)[0];
  }

  int max_iterations_, iterations_ = 0;
  StatusType status_ = Undefined;
};

} // namespace Belos

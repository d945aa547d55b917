#pragma once

#include <curlew/core/error.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <cmath>

namespace curlew {

// Clears the report and sets the norm of b. Returns false where it is 0; the solution x is 0 then.
// Throws NotConverged for a norm that is not finite.
template <class Space, class Scalar>
bool start_solve(const DistributedVector<Space, Scalar> &b,
                 const DistributedVector<Space, Scalar> &x, SolveReport &report, double &norm) {
  report = {};
  norm = norms(b)[0];
  if (!std::isfinite(norm))
    throw NotConverged("the right-hand side is not finite");
  if (norm == 0)
    fill(x, Scalar(0));
  return norm != 0;
}

} // namespace curlew

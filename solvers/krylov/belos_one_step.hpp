#pragma once

#include <curlew/solvers/krylov/belos_solver.hpp>

namespace curlew {

// Makes one step of a Krylov method of Belos from the x given, whatever comes of it. Returns
// |b - A x| / |b| behind it. Not installed: belos_probes.cpp tests Belos by it.
template <class Space, class Scalar>
double belos_one_step(const LinearOperator<Space, Scalar> &a,
                      const DistributedVector<Space, Scalar> &b,
                      const DistributedVector<Space, Scalar> &x, const KrylovOptions &options);

} // namespace curlew

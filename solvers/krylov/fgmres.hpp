#pragma once

#include <curlew/solvers/krylov/solve_report.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

namespace curlew {

// Flexible GMRES, @cite saad2003 (section 9.4), restarted after `restart` iterations: solves A x =
// b from the x given, one column, for any A. The preconditioner M (about A^-1) is applied from the
// right and may differ in every iteration, an inner solver for instance: the vectors M v are kept
// beside the basis, twice the memory of GMRES. Without M this is GMRES.
//
// Vectors are made orthogonal by two passes of block Gram-Schmidt, with plane rotations of its own;
// neither Belos nor a BLAS is used. It stops on the recurrence's residual and then computes b - A
// x; where that is too large it continues from x. Throws NotConverged, after filling the report,
// when five such starts were in vain or the iterations are over. Collective; the same report on
// every rank; the same bits for any number of threads.
template <class Space, class Scalar>
void solve_fgmres(const LinearOperator<Space, Scalar> &a, const DistributedVector<Space, Scalar> &b,
                  const DistributedVector<Space, Scalar> &x, const SolveOptions &options,
                  int restart, SolveReport &report,
                  const LinearOperator<Space, Scalar> *preconditioner = nullptr);

} // namespace curlew

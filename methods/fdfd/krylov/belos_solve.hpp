#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/solvers/krylov/belos_solver.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

namespace curlew::fdfd {

// Wraps a product as an operator of one rank whose vectors hold all unknowns, for Belos and
// preconditioners.
template <class Space>
LinearOperator<Space, Complex> as_operator(const ApplyFunction<Space> &apply) {
  return LinearOperator<Space, Complex>(apply);
}

// Returns A M, for loops that take no preconditioner: they then solve A M y = f, and x = M y.
template <class Space>
ApplyFunction<Space> preconditioned(const ApplyFunction<Space> &apply,
                                    const LinearOperator<Space, Complex> &preconditioner,
                                    Offset unknowns);

// Returns the start vector of a polynomial preconditioner: random numbers, 0 where entries are
// fixed.
template <class Space>
DistributedVector<Space, Complex> random_start(const Space &space, const System<Space> &system);

struct BelosOptions {
  KrylovMethod method = KrylovMethod::bicgstab;
  int restart = 50; // restart length of gmres
};

// Solves A x = f from the x given with Belos, the paper's solver (@cite demir2012): for any variant
// and any method that needs no symmetry, with a preconditioner from the right. Both vectors hold 0
// where entries are fixed. An iteration of bicgstab or tfqmr takes two applications of A, one of
// gmres takes one. The report names the method that ran. Throws NotConverged after filling the
// report, NotCompiled without Belos.
template <class Space>
void solve_belos(const Space &space, const ApplyFunction<Space> &apply, const Vector<Space> &f,
                 const Vector<Space> &x, const BelosOptions &belos, const SolveOptions &options,
                 SolveReport &report,
                 const LinearOperator<Space, Complex> *preconditioner = nullptr);

} // namespace curlew::fdfd

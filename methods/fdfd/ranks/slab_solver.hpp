#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/ranks/slab.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <memory>

namespace curlew::fdfd {

// A rank's part in the solves of one problem that is divided into slabs. The operator and all
// vectors of the iteration are the slab's.
class SlabSolver {
public:
  virtual ~SlabSolver() = default;
  // Computes E as FieldSolver::solve. The root has the right-hand side and the start, whole, and
  // gets the result; the other ranks pass nothing and get nothing. Collective; throws NotConverged
  // on every rank.
  virtual void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
                     SolveReport &report) = 0;
  virtual const Slab &slab() const = 0;
  virtual double defect() const = 0; // of the background's inverse; 0 without one
};

// Makes the solver of this rank. `choice`: cocg, cocr or bicgstab_fused, or one with a background.
// Collective.
std::unique_ptr<SlabSolver> make_slab_solver(Backend backend, Slab slab, const SolverChoice &choice,
                                             const Communicator &ranks);

} // namespace curlew::fdfd

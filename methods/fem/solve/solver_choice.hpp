#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>

#include <string>

namespace curlew::fem {

// Solver of a case: the one that it asks for, or for "auto" the fastest.
struct SolverChoice {
  SolverMethod method = SolverMethod::direct;
  PreconditionerChoice preconditioner = {PreconditionerKind::none, k_relaxation};
  std::string reason; // reason for a choice made by the program; empty where the case chose
  Assembly assembly = Assembly::row;
  MatrixForm matrix = MatrixForm::csr;
  MultigridOptions multigrid;
  int own_levels = 0; // multigrid: largest number of coarse meshes that the program makes

  bool has(PreconditionerKind kind) const { return preconditioner.kind == kind; }
  // Returns false for ilu and ilut, whose factors are unsymmetric.
  bool is_symmetric() const {
    return !has(PreconditionerKind::ilu) && !has(PreconditionerKind::ilut);
  }
};

// Chooses the solver. `unknowns`: number on the finest mesh; `columns`: right-hand sides at a
// frequency; with several `ranks` "auto" factors only with periodic faces, and
// gyrotropic media without levels. Throws InputError, with the location in the
// case, for incompatible choices: multigrid without levels, a method for symmetric preconditioners
// with another one. Throws NotCompiled where only coarse meshes made by the program would serve and
// it cannot make any.
SolverChoice choose_solver(const Case &input, const Model &model, Index unknowns,
                           std::size_t columns, int ranks = 1);

// Returns the choice that replaces multigrid with coarse meshes made by the program where they
// cannot be made, for the reason `why`: multigrid on the remaining levels, or the iteration for
// meshes without any.
SolverChoice without_own_levels(SolverChoice choice, const Model &model, const ElementSpace &space,
                                const std::string &why);

// Returns for example "fgmres + multigrid (gcr), csr"; for check and the log.
std::string to_text(const SolverChoice &choice);

// Counts the unknowns without those on conductors, from counts of the mesh; for check, without
// Kokkos.
Index count_unknowns(const Case &input, const Model &model);

// Returns the bytes that a solution takes in the memory of the backend, for matrix, preconditioner
// and vectors. The estimate for a factorisation follows its growth on meshes of tets.
double solver_bytes(const SolverChoice &choice, Index unknowns, int per_tet);

} // namespace curlew::fem

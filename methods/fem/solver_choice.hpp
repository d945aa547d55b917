#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>

#include <string>

namespace curlew::fem {

// How a case is solved: what it asks for, or for "auto" what is fastest.
struct SolverChoice {
  std::string method;         // direct, cocg, fgmres, bicgstab
  std::string preconditioner; // none, jacobi, ssor, ssor-ai, ilu, ilut, gradient, multigrid
  std::string reason;         // of a choice left to the program; empty where the case chose
  Assembly assembly = Assembly::row;
  std::string matrix = "csr"; // csr, jad, ebe
  MultigridOptions multigrid;
  int own_levels = 0;        // of multigrid: coarse meshes that the program makes, at most
  double omega = 0.42;       // ssor, ssor-ai; @cite meng2015
  int fill = 0;              // ilu, ilut
  double drop_tolerance = 0; // ilut

  // ilu and ilut have unsymmetric factors.
  bool is_symmetric() const { return preconditioner != "ilu" && preconditioner != "ilut"; }
};

// `unknowns`: of the finest mesh; `columns`: right-hand sides at a frequency; with several `ranks`
// "auto" never factors. Throws InputError, with the location in the case, for what does not go
// together: multigrid without levels, a method for symmetric preconditioners with another one;
// NotCompiled where only coarse meshes of the program's own would do and it cannot make any.
SolverChoice choose_solver(const Case &input, const Model &model, Index unknowns,
                           std::size_t columns, int ranks = 1);

// What takes the place of multigrid with coarse meshes of the program's own where `why` is in the
// way: multigrid on the levels that are left, or the iteration for meshes without any.
SolverChoice without_own_levels(SolverChoice choice, const Model &model, const ElementSpace &space,
                                const std::string &why);

// "fgmres + multigrid (gcr), csr"; for check and the log.
std::string to_text(const SolverChoice &choice);

// Unknowns without those on conductors, from counts of the mesh: for check, without Kokkos.
Index count_unknowns(const Case &input, const Model &model);

// Bytes that a solution takes, of matrix, preconditioner and vectors, where the backend computes;
// that of a factorisation by its growth on meshes of tets.
double solver_bytes(const SolverChoice &choice, Index unknowns, int per_tet);

} // namespace curlew::fem

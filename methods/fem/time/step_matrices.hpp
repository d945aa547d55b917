#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/methods/fem/time/branches.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <vector>

namespace curlew::fem {

// Branches with memory and the unknowns that they act on. Branches of one set share the integrals
// of products of functions on their faces or in their medium.
struct BranchSet {
  std::vector<Branch> branches;
  std::vector<Index> unknowns; // rising
  HostSparse<double> products; // integrals of the products, among these unknowns
};

// Real matrices of a case in time, on the unknowns (docs/methods/fem-notes.md, "Time domain"): for
// the field's integral y over c t and E = dy/d(ct)
//   S y + B E + sum over branches K z + M dE/d(ct) = sources.
struct StepMatrices {
  HostSparse<double> curl, loss, mass; // S, B, M, in one pattern; B is empty without losses
  std::vector<BranchSet> memory;
  HostSparse<double> step; // M/h^2 + (B + sum of gain K)/(2 h) + beta S, h = c dt
};

// Assembles the matrices on the backend, as systems at frequencies are. Throws what face_branches()
// does.
StepMatrices make_step_matrices(const Case &input, const Problem &problem,
                                const std::vector<Port> &ports, const SolverChoice &choice,
                                Backend backend, double dt_s);

} // namespace curlew::fem

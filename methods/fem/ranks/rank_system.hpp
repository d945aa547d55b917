#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fem/ranks/rank_rows.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <memory>
#include <vector>

namespace curlew::fem {

// Size of a rank's part of the matrix, and its times.
struct RankShare {
  Index unknowns = 0, ghosts = 0, tets = 0;
  Offset entries = 0;
  double assembly_s = 0, solver_setup_s = 0;
};

// Equations on several ranks, each of which assembles its own rows. All calls are collective, with
// the same coefficients, tolerance and iterations on every rank. Loads and solutions have all
// unknowns at the root, those of apply() with periods all of z, and are empty elsewhere. The root
// decides whether a start is given, and its `watch` is called. Errors that solvers throw are thrown
// on every rank.
class RankSystem : public EquationSolver {
public:
  virtual std::vector<RankShare> shares() const = 0; // by rank, at the root; collective
  // Returns the solver in use: the one given, or its replacement where no coarse mesh could be
  // made.
  virtual const SolverChoice &choice() const = 0;
};

// Throws InputError when a rank would get no tet. `problem`, the same on every rank, must outlive
// the system. Solvers: cocg, fgmres, bicgstab, and direct, which the root does alone with the whole
// matrix. Preconditioners: gradient and multigrid of all rows, others of the rank's own rows.
// Collective.
std::unique_ptr<RankSystem> make_rank_system(Backend backend, const Problem &problem,
                                             const SolverChoice &choice, const Communicator &ranks,
                                             const std::string &partition);
// Does the same with given owners of the unknowns.
std::unique_ptr<RankSystem> make_rank_system(Backend backend, const Problem &problem,
                                             const SolverChoice &choice, const Communicator &ranks,
                                             std::vector<int> owner);

} // namespace curlew::fem

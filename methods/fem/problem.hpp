#pragma once

#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/assembly/pattern.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/fem/periodic/periodic_unknowns.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>

#include <complex>
#include <vector>

namespace curlew::fem {

using PhasorField = std::vector<std::complex<double>>; // unknowns of the whole mesh, fixed ones too

// What perfect conductors leave of a space on a mesh; -1 on them and inside of them.
struct FreeSpace {
  FreeNumbers unknowns;   // of dofs
  FreeNumbers potentials; // of scalar functions
};
FreeSpace free_space(const Model &model, const DofMap &dofs);

// Tangential functions on a face of Model::terms.
struct FaceBlock {
  std::vector<Index> dofs;      // per_triangle of the space
  std::vector<double> products; // integrals of (n x phi_i).(n x phi_j), packed(i, j)
};

// A case discretised, on the host: which unknowns there are and how they couple. What depends on
// the frequency comes later (media.hpp, system.hpp).
struct Problem {
  Model model;
  AbsorbingLayers layers;
  DofMap dofs;
  FreeNumbers unknowns;          // of dofs; -1 on perfect conductors and inside of them
  FreeNumbers potentials;        // of scalar functions, alike
  std::vector<Index> tets;       // solved
  std::vector<Index> tet_rows;   // of these: unknowns of their functions, -1 fixed
  std::vector<Index> curved;     // positions in `tets` of those that are curved, rising
  Pattern pattern;               // row_tets holds positions in `tets`; empty on several ranks
  std::vector<FaceBlock> blocks; // of model.terms
  PeriodicUnknowns periodic;     // of the unknowns; empty without periods
  int threads = 0;               // of host loops
};

// The space of a case: "space" and "order" of its "discretization".
ElementSpace space_of(const Case &input);

// Kokkos must be running. On several ranks each makes the pattern of its own rows instead
// (ranks/rank_rows.hpp).
enum class WholePattern { make, leave_out };
Problem make_problem(const Case &input, Model model, AbsorbingLayers layers, int threads,
                     WholePattern pattern = WholePattern::make);

// Of unknowns to those of the whole mesh, 0 where fixed; and back.
PhasorField with_fixed(const Problem &problem, const std::vector<std::complex<double>> &x);
std::vector<std::complex<double>> without_fixed(const Problem &problem, const PhasorField &x);

} // namespace curlew::fem

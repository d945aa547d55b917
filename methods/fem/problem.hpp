#pragma once

#include <curlew/methods/fem/assembly/pattern.hpp>
#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/fem/periodic/periodic_unknowns.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>

#include <complex>
#include <vector>

namespace curlew::fem {

// Values at the dofs of the whole mesh, the fixed ones included.
using PhasorField = std::vector<std::complex<double>>;

// Numbers of the dofs and scalar functions that are free; -1 on perfect conductors and inside of
// them.
struct FreeSpace {
  FreeNumbers unknowns;   // [dof]
  FreeNumbers potentials; // [scalar function]
};
FreeSpace free_space(const Model &model, const DofMap &dofs);

// Tangential functions on a face of Model::terms.
struct FaceBlock {
  std::vector<Index> dofs;      // [per_triangle of the space]
  std::vector<double> products; // integrals of (n x phi_i).(n x phi_j), packed(i, j)
};

// A case discretised, on the host: the unknowns and their coupling. Data that depend on the
// frequency are in media.hpp and system.hpp.
struct Problem {
  Model model;
  AbsorbingLayers layers;
  DofMap dofs;
  FreeNumbers unknowns;          // [dof]; -1 on perfect conductors and inside of them
  FreeNumbers potentials;        // [scalar function]; -1 likewise
  std::vector<Index> tets;       // solved tets
  std::vector<Index> tet_rows;   // [position in `tets`][function]: unknown, -1 where fixed
  std::vector<Index> curved;     // positions in `tets` of the curved tets, rising
  Pattern pattern;               // row_tets holds positions in `tets`; may be left out
  std::vector<FaceBlock> blocks; // [face of model.terms]
  PeriodicUnknowns periodic;     // periodicity of the unknowns; empty without periods
  // [tet]: 1 where the unknowns are those of the total field under a plane wave, not of the
  // scattered one (shielded_tets(), tets_of_total_field()); empty: nowhere.
  std::vector<std::uint8_t> has_total_field;
  int threads = 0; // threads of loops on the host
};

// Kokkos must be running. The pattern on the host is left out on several ranks, each of which makes
// that of its own rows instead (ranks/rank_rows.hpp), and where an EquationSystem makes it in the
// memory of its backend.
enum class WholePattern { make, leave_out };
Problem make_problem(const Case &input, Model model, AbsorbingLayers layers, int threads,
                     WholePattern pattern = WholePattern::make);

// Returns true for a face all of whose solved tets have the total field.
bool has_total_field(const Problem &problem, Index face);

// Extend a vector of unknowns to the dofs of the whole mesh, with 0 where fixed; and the reverse.
PhasorField with_fixed(const Problem &problem, const std::vector<std::complex<double>> &x);
std::vector<std::complex<double>> without_fixed(const Problem &problem, const PhasorField &x);

} // namespace curlew::fem

#pragma once

#include <curlew/core/mesh/curved_locate.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

namespace curlew::fem {

// Data of a case that are computed, and checked, before the folder of results is made; without
// Kokkos.
struct Prepared {
  Model model;
  AbsorbingLayers layers;
  std::vector<Port> ports;
  std::vector<SourceSolve> plan; // solves that a run makes first
  Index unknowns = 0;
  SolverChoice choice;
  CurvedLocator locator; // of the model's mesh
};

// Throws InputError for every error that the mesh shows: those of model.hpp, ports.hpp, loads.hpp
// and the probes.
// `ranks`: number of ranks that the solver is chosen for.
Prepared prepare_case(const Case &input, int threads, int ranks = 1);
// Does the same for a mesh that was made from the mesh of the case.
Prepared prepare_case(const Case &input, Model model, int threads, int ranks = 1);

// Throws InputError where far fields or cross sections are asked for and the faces that they are
// computed from are missing, not in vacuum, not closed, or on both sides of an image plane; where a
// current is outside of a surface that the case names; and what find_named_surface() throws.
void check_radiation(const Case &input, const Model &model, const AbsorbingLayers &layers,
                     const CurvedLocator &locator);

} // namespace curlew::fem

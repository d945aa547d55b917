#pragma once

#include <curlew/core/mesh/curved_locate.hpp>
#include <curlew/methods/fem/ports.hpp>
#include <curlew/methods/fem/solver_choice.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

namespace curlew::fem {

// What is decided before the folder of results is made, so that what it refuses is refused then;
// no Kokkos.
struct Prepared {
  Model model;
  AbsorbingLayers layers;
  std::vector<Port> ports;
  std::vector<SourceSolve> plan; // what a run solves first
  Index unknowns = 0;
  SolverChoice choice;
};

// Throws InputError for all that the mesh shows to be wrong: of model.hpp, ports.hpp, loads.hpp and
// probes.
// `ranks`: that the solver is chosen for.
Prepared prepare_case(const Case &input, int threads, int ranks = 1);
// The same of a mesh that came from that of the case.
Prepared prepare_case(const Case &input, Model model, int threads, int ranks = 1);

// Throws InputError where far fields or cross sections are asked for and the faces that they are
// taken from are none, not in vacuum, not closed, or on both sides of an image plane; where a
// current is outside of a surface that the case names; and what find_named_surface() does.
void check_radiation(const Case &input, const Model &model, const AbsorbingLayers &layers,
                     const CurvedLocator &locator);

} // namespace curlew::fem

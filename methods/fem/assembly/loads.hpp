#pragma once

#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <curlew/core/mesh/curved_locate.hpp>

namespace curlew::fem {

// Right-hand side b of A x = b, in V (docs/methods/fem.md, "What it solves"), [unknown].
using Load = std::vector<std::complex<double>>;

// Returns the current of a solve whose excitation is one.
const CurrentSource &current_of(const SourceSolve &solve);

// Returns -j k0 eta0 times the integral of J . phi_i. Throws InputError for a point outside of the
// solved mesh, on a conductor or in an absorbing layer, and for a region that the mesh lacks, that
// is a conductor or that reaches into an absorbing layer.
Load current_load(const Case &input, const Problem &problem, const CurvedLocator &locator,
                  const SourceSolve &solve);
// Makes the checks of current_load() that need no matrices, and throws the same errors.
void check_current(const Case &input, const Model &model, const AbsorbingLayers &layers,
                   const CurvedLocator &locator, const SourceSolve &solve);

// Returns the tets in which a current flows that passed check_current().
std::vector<Index> tets_of_current(const Model &model, const CurvedLocator &locator,
                                   const SourceSolve &solve);

// Load of a plane wave in vacuum that the case's bodies scatter; the unknowns are those of the
// scattered field. `fixed`: the scattered field on conductors, -E of the wave, [dof of the whole
// mesh], 0 elsewhere. With the wave's field E and curl E = -j k0 eta0 H,
//   b_i = integral of k0^2 (eps - 1) E . phi_i - (1/mu - 1) curl E . curl phi_i
//         + integral over impedances of [n x curl E - j k0 y E] . phi_i
// and the same integral over magnetic walls (y = 0). In tets of the total field
// (Problem::has_total_field) the unknowns are those of that field, but for the dofs that other tets
// share. They have no load, but `total`, the values to add there, and the curl of the wave enters
// on the surface between both kinds of tets:
//   b_i -= integral of n x curl E . phi_i, n out of the tets of the total field.
struct WaveLoad {
  Load load;
  PhasorField fixed;
  PhasorField total; // [dof of the whole mesh]; empty: no tet has it
};
// Returns what is added to the unknowns in tets of the total field: the interpolant of E of a wave
// at the dofs that they share with other tets, [dof of the whole mesh]; empty: no tet has it.
PhasorField wave_at_total_field(const Problem &problem, const IncidentWave &incident);
// Returns what is added to the unknowns on ports of modes for the total field, [unknown].
Load wave_on_ports(const Problem &problem, const IncidentWave &incident);
WaveLoad wave_load(const Problem &problem, const Media &media,
                   const std::vector<std::complex<double>> &admittances,
                   const IncidentWave &incident, double wavenumber);

} // namespace curlew::fem

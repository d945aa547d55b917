#pragma once

#include <curlew/methods/fem/media.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

#include <curlew/core/mesh/curved_locate.hpp>

namespace curlew::fem {

// Right-hand sides b of A x = b, in V (docs/methods/fem.md): of the unknowns.
using Load = std::vector<std::complex<double>>;

// -j k0 eta0 times the integral of J . phi_i. Throws InputError for a point outside of the solved
// mesh, on a conductor, in an absorbing layer, and for a region the mesh lacks, that is a conductor
// or that reaches into an absorbing layer.
Load current_load(const Case &input, const Problem &problem, const CurvedLocator &locator,
                  const SourceSolve &solve);
// What of that needs no matrices: the same errors.
void check_current(const Case &input, const Model &model, const AbsorbingLayers &layers,
                   const CurvedLocator &locator, const SourceSolve &solve);

// Where a current that check_current() took flows.
std::vector<Index> tets_of_current(const Model &model, const CurvedLocator &locator,
                                   const SourceSolve &solve);

// A plane wave in vacuum, which the case's bodies scatter; the unknowns are those of the scattered
// field. `fixed`: the scattered field on conductors, -E of the wave, in their unknowns of the whole
// mesh, 0 elsewhere. With the wave's field E and curl E = -j k0 eta0 H,
//   b_i = integral of k0^2 (eps - 1) E . phi_i - (1/mu - 1) curl E . curl phi_i
//         + integral over impedances of [n x curl E - j k0 y E] . phi_i
// and of magnetic walls (y = 0).
struct WaveLoad {
  Load load;
  PhasorField fixed;
};
WaveLoad wave_load(const Problem &problem, const Media &media,
                   const std::vector<std::complex<double>> &admittances,
                   const IncidentWave &incident, double wavenumber);

// Throws InputError where a wave meets what would scatter without end: another medium than vacuum
// at an absorbing face or in an absorbing layer, a wall that reaches one and is not as the wave is
// (a perfect conductor with E along it, a magnetic wall with H along it); a plane of symmetry that
// is none of the wave; no open space at all.
void require_open_vacuum(const Case &input, const Model &model, const AbsorbingLayers &layers,
                         const SourceSolve &solve);

} // namespace curlew::fem

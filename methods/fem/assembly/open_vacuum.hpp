#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/fem/periodic/half_spaces.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>

namespace curlew::fem {

// Throws InputError where the mesh is closed, so that the wave has no open space to come from, and
// for what would scatter without end: a medium other than vacuum at an absorbing face or in an
// absorbing layer; a wall that reaches one and does not fit the wave (a perfect conductor with E
// along it, a magnetic wall with H along it); a plane of symmetry that does not fit the wave.
void require_open_vacuum(const Case &input, const Model &model, const AbsorbingLayers &layers,
                         const SourceSolve &solve);

} // namespace curlew::fem

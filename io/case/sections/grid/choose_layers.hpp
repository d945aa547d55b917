#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>

#include <vector>

namespace curlew {

// GridSpec::pml_cells of a grid whose layers are "auto" and not chosen yet.
constexpr int k_layers_to_choose = -1;

// Chooses the absorbing layers of a grid with k_layers_to_choose and lays them outside of its
// domain, which grows; leaves other grids as they are. `faces` are x-, x+, y-, y+, z-, z+.
//
// In open space the layers are the default ones. Between periodic walls orders of diffraction may
// graze the layers or decay slowly: 60 cells with kappa 10 and a reflection of 1e-30 absorb both.
// The notes of the method for grids have the measurements, under "Walls".
void choose_layers(GridSpec &grid, const std::vector<Boundary> &faces);

} // namespace curlew

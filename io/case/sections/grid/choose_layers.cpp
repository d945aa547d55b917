#include <curlew/io/case/sections/grid/choose_layers.hpp>

#include <algorithm>

namespace curlew {

void choose_layers(GridSpec &grid, const std::vector<Boundary> &faces) {
  if (grid.pml_cells != k_layers_to_choose)
    return;
  const bool is_periodic = std::any_of(
      faces.begin(), faces.end(), [](const Boundary &face) { return holds<PeriodicSpec>(face); });
  const GridSpec in_open_space;
  grid.pml_cells = is_periodic ? 60 : in_open_space.pml_cells;
  grid.pml_reflection = is_periodic ? 1e-30 : in_open_space.pml_reflection;
  if (is_periodic)
    grid.pml_kappa = 10;
  for (std::size_t face = 0; face < faces.size(); ++face)
    if (holds<PmlSpec>(faces[face])) {
      const std::size_t axis = face / 2;
      grid.cells[axis] += grid.pml_cells;
      if (face % 2 == 0)
        grid.corner_m[axis] -= grid.pml_cells * grid.cell_m[axis];
    }
}

} // namespace curlew

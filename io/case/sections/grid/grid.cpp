#include <curlew/io/case/sections/grid/grid.hpp>

#include <curlew/io/case/sections/grid/choose_layers.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

Vector3 centered_corner(const GridSpec &grid) {
  Vector3 corner;
  for (int d = 0; d < 3; ++d)
    corner[d] = -0.5 * grid.cells[d] * grid.cell_m[d];
  return corner;
}

void read_layers(const ordered_json &node, GridSpec &grid) {
  grid.pml_thickness_m = get_optional<double>(node, "thickness");
  if (!grid.pml_thickness_m)
    grid.pml_cells = node["cells"].get<int>();
  grid.pml_order = node["order"].get<double>();
  grid.pml_reflection = node["reflection"].get<double>();
  if (const ordered_json &kappa = node["kappa"]; kappa.is_number())
    grid.pml_kappa = kappa.get<double>();
}

} // namespace

GridSpec read_grid(const ordered_json &node, const ReadContext &) {
  GridSpec grid;
  const ordered_json &cell = node["cell"];
  if (cell.is_array())
    grid.cell_m = cell.get<Vector3>();
  else
    grid.cell_m.fill(cell.get<double>());
  const auto size = node["size"].get<Vector3>();
  for (int d = 0; d < 3; ++d)
    grid.cells[d] = static_cast<Index>(std::llround(size[d] / grid.cell_m[d]));
  grid.corner_m = node["origin"].is_array() ? node["origin"].get<Vector3>() : centered_corner(grid);
  if (node["pml"] == "auto")
    grid.pml_cells = k_layers_to_choose;
  else
    read_layers(node["pml"], grid);
  grid.smoothing = node["smoothing"] == "tensor"     ? Smoothing::tensor
                   : node["smoothing"] == "diagonal" ? Smoothing::diagonal
                   : node["smoothing"] == true       ? Smoothing::automatic
                                                     : Smoothing::none;
  return grid;
}

ordered_json to_json(const GridSpec &grid) {
  ordered_json node;
  const auto &[x, y, z] = grid.cell_m;
  if (x == y && y == z)
    node["cell"] = x;
  else
    node["cell"] = grid.cell_m;
  for (int d = 0; d < 3; ++d)
    node["size"].push_back(grid.cells[d] * grid.cell_m[d]);
  if (grid.corner_m == centered_corner(grid))
    node["origin"] = "center";
  else
    node["origin"] = grid.corner_m;
  if (grid.pml_thickness_m)
    node["pml"]["thickness"] = *grid.pml_thickness_m;
  else
    node["pml"]["cells"] = grid.pml_cells;
  node["pml"]["order"] = grid.pml_order;
  node["pml"]["reflection"] = grid.pml_reflection;
  if (grid.pml_kappa)
    node["pml"]["kappa"] = *grid.pml_kappa;
  else
    node["pml"]["kappa"] = "auto";
  if (grid.smoothing == Smoothing::tensor)
    node["smoothing"] = "tensor";
  else if (grid.smoothing == Smoothing::diagonal)
    node["smoothing"] = "diagonal";
  else
    node["smoothing"] = grid.smoothing == Smoothing::automatic;
  return node;
}

int GridSpec::layer_cells(int axis) const {
  constexpr double k_most_cells = 1e9; // more than a grid has; twice as many fit an int
  return pml_thickness_m ? static_cast<int>(
                               std::lround(std::min(*pml_thickness_m / cell_m[axis], k_most_cells)))
                         : pml_cells;
}

Vector3 far_corner(const GridSpec &grid) {
  Vector3 corner = grid.corner_m;
  for (int d = 0; d < 3; ++d)
    corner[d] += grid.cells[d] * grid.cell_m[d];
  return corner;
}

} // namespace curlew

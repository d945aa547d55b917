#include <curlew/core/error.hpp>
#include <curlew/io/fields/lagrange_file.hpp>
#include <curlew/io/fields/xml_output.hpp>

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkHigherOrderTetra.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <stdexcept>

namespace curlew {
namespace {

std::array<vtkIdType, 4> indices_of(vtkIdType node, int order) {
  std::array<vtkIdType, 4> indices{};
  vtkHigherOrderTetra::BarycentricIndex(node, indices.data(), order);
  return indices;
}

std::size_t node_count(int order) {
  return static_cast<std::size_t>((order + 1) * (order + 2) * (order + 3) / 6);
}

} // namespace

std::vector<std::array<double, 4>> lagrange_nodes(int order) {
  std::array<std::size_t, 4> place{}; // vertex -> its place in VTK's indices
  for (std::size_t v = 0; v < 4; ++v) {
    const auto vertex = indices_of(static_cast<vtkIdType>(v), order);
    while (vertex[place[v]] != order) {
      ++place[v];
    }
  }
  std::vector<std::array<double, 4>> nodes(node_count(order));
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto indices = indices_of(static_cast<vtkIdType>(n), order);
    for (std::size_t v = 0; v < 4; ++v) {
      nodes[n][v] = static_cast<double>(indices[place[v]]) / order;
    }
  }
  return nodes;
}

struct LagrangeFile::State {
  std::size_t points;
  std::vector<std::int32_t> offsets, connectivity;
  std::vector<std::int32_t> material;
  vtkNew<vtkUnstructuredGrid> grid;
};

LagrangeFile::LagrangeFile(const LagrangeGrid &grid) : state_(std::make_unique<State>()) {
  const std::size_t tets = grid.material.size(), nodes = node_count(grid.order);
  State &state = *state_;
  state.points = grid.points.size();
  state.material = grid.material;
  if (state.points != tets * nodes) {
    throw std::invalid_argument(
        fmt::format("{} points for {} tets of order {}", state.points, tets, grid.order));
  }
  if (state.points > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw ResourceError(
        fmt::format("{} points do not fit one .vtu file of at most {}: give a \"region\"",
                    state.points, std::numeric_limits<std::int32_t>::max()));
  }
  state.connectivity.resize(state.points);
  std::iota(state.connectivity.begin(), state.connectivity.end(), 0);
  for (std::size_t t = 0; t <= tets; ++t) {
    state.offsets.push_back(static_cast<std::int32_t>(t * nodes));
  }
  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetArray(vtk_pointer(grid.points.empty() ? nullptr : grid.points.front().data()),
                        static_cast<vtkIdType>(3 * state.points), 1);
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  state.grid->SetPoints(points);
  vtkNew<vtkTypeInt32Array> offsets, connectivity;
  offsets->SetArray(state.offsets.data(), static_cast<vtkIdType>(state.offsets.size()), 1);
  connectivity->SetArray(state.connectivity.data(),
                         static_cast<vtkIdType>(state.connectivity.size()), 1);
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  state.grid->SetCells(grid.order == 1 ? VTK_TETRA : VTK_LAGRANGE_TETRAHEDRON, cells);
  add_material(*state.grid, state.material, grid.material_names, tets);
}
LagrangeFile::~LagrangeFile() = default;
LagrangeFile::LagrangeFile(LagrangeFile &&) noexcept = default;

void LagrangeFile::write(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
                         double value) {
  // The arrays belong to the caller and are removed from the grid before this returns or throws.
  const LentArrays lent(*state_->grid->GetPointData(), arrays);
  for (const CellArray &array : arrays) {
    add_point_array(*state_->grid, array, state_->points);
  }
  write_vtu_grid(*state_->grid, value, path);
}

} // namespace curlew

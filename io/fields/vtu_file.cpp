#include <curlew/core/error.hpp>
#include <curlew/io/fields/vtu_file.hpp>
#include <curlew/io/fields/xml_output.hpp>

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnstructuredGrid.h>

#include <fmt/format.h>

#include <array>
#include <limits>

namespace curlew {

struct VtuFile::State {
  std::vector<std::int32_t> offsets;
  std::vector<std::int32_t> material;
  vtkNew<vtkUnstructuredGrid> grid;

  void add_cells(const std::vector<std::array<Index, 4>> &tets) {
    constexpr std::size_t k_most = std::numeric_limits<std::int32_t>::max() / 4;
    if (tets.size() > k_most) {
      throw ResourceError(
          fmt::format("{} tets do not fit one .vtu file of at most {}", tets.size(), k_most));
    }
    offsets.resize(tets.size() + 1);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      offsets[i] = static_cast<std::int32_t>(4 * i);
    }
    vtkNew<vtkTypeInt32Array> offset_array;
    offset_array->SetArray(offsets.data(), static_cast<vtkIdType>(offsets.size()), 1);
    vtkNew<vtkTypeInt32Array> connectivity;
    connectivity->SetArray(vtk_pointer(tets.empty() ? nullptr : tets.front().data()),
                           static_cast<vtkIdType>(4 * tets.size()), 1);
    vtkNew<vtkCellArray> cells;
    cells->SetData(offset_array, connectivity);
    grid->SetCells(VTK_TETRA, cells);
  }

  void add_points(const std::vector<Point> &points) {
    vtkNew<vtkDoubleArray> coordinates;
    coordinates->SetNumberOfComponents(3);
    coordinates->SetArray(vtk_pointer(points.empty() ? nullptr : points.front().data()),
                          static_cast<vtkIdType>(3 * points.size()), 1);
    vtkNew<vtkPoints> vtk_points;
    vtk_points->SetData(coordinates);
    grid->SetPoints(vtk_points);
  }
};

VtuFile::VtuFile(const FieldGrid &grid) : state_(std::make_unique<State>()) {
  state_->material = grid.material;
  state_->add_points(*grid.points);
  state_->add_cells(*grid.tets);
  add_material(*state_->grid, state_->material, grid.material_names, grid.tets->size());
}
VtuFile::~VtuFile() = default;
VtuFile::VtuFile(VtuFile &&) noexcept = default;

void VtuFile::write(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
                    double time_s) {
  // The arrays belong to the caller and are removed from the grid before this returns or throws.
  const LentArrays lent(*state_->grid->GetCellData(), arrays);
  for (const CellArray &array : arrays) {
    add_cell_array(*state_->grid, array, state_->material.size());
  }
  write_vtu_grid(*state_->grid, time_s, path);
}

void write_vtu(const std::filesystem::path &path, const FieldGrid &grid,
               const std::vector<CellArray> &arrays, double time_s) {
  VtuFile(grid).write(path, arrays, time_s);
}

} // namespace curlew

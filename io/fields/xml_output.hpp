#pragma once

#include <curlew/io/fields/field_writer.hpp>

#include <filesystem>
#include <string>
#include <vector>

class vtkDataSet;
class vtkFieldData;
class vtkUnstructuredGrid;
class vtkXMLWriter;

namespace curlew {

// Shared code of the writers of VTK's XML formats. Only in builds with VTK.

// VTK takes non-const pointers; nothing is written through them.
template <typename T> T *vtk_pointer(const T *data) {
  return const_cast<T *>(data);
}

// Gives the grid a cell array without copying: the values must outlive the grid, or leave it by
// name. Throws std::invalid_argument unless there are `cells` times the components.
void add_cell_array(vtkDataSet &grid, const CellArray &array, std::size_t cells);
// The same with values for the grid's points.
void add_point_array(vtkDataSet &grid, const CellArray &array, std::size_t points);
// Adds the int32 cell array "material", not copied, and the field data "material_names".
void add_material(vtkDataSet &grid, const std::vector<std::int32_t> &material,
                  const std::vector<std::string> &names, std::size_t cells);
// Field data: texts and numbers beside the grid.
void add_texts(vtkDataSet &grid, const std::string &name, const std::vector<std::string> &texts);
void add_number(vtkDataSet &grid, const std::string &name, double number);

// Removes arrays that belong to a caller from the data of a grid when it goes.
class LentArrays {
public:
  LentArrays(vtkFieldData &data, const std::vector<CellArray> &arrays)
      : data_(data), arrays_(arrays) {}
  LentArrays(const LentArrays &) = delete;
  LentArrays &operator=(const LentArrays &) = delete;
  ~LentArrays();

private:
  vtkFieldData &data_;
  const std::vector<CellArray> &arrays_;
};

// Writes a .vtu file of a grid and its time or frequency.
void write_vtu_grid(vtkUnstructuredGrid &grid, double value, const std::filesystem::path &path);

// Writes the grid with this writer, all data appended in raw binary, zlib, 64-bit headers, under a
// temporary name, and renames it when it is complete. Throws OutputError with the messages of VTK
// and the system.
void write_grid(vtkXMLWriter &writer, vtkDataSet &grid, const std::filesystem::path &path);

} // namespace curlew

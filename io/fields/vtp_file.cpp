#include <curlew/core/error.hpp>
#include <curlew/io/fields/vtp_file.hpp>
#include <curlew/io/fields/xml_output.hpp>

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt32Array.h>
#include <vtkXMLPolyDataWriter.h>

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>

namespace curlew {
namespace {

std::vector<std::int32_t> make_offsets(std::size_t triangles) {
  constexpr std::size_t k_most = std::numeric_limits<std::int32_t>::max() / 3;
  if (triangles > k_most) {
    throw ResourceError(
        fmt::format("{} triangles do not fit one .vtp file of at most {}", triangles, k_most));
  }
  std::vector<std::int32_t> offsets(triangles + 1);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = static_cast<std::int32_t>(3 * i);
  }
  return offsets;
}

// Groups of triangles come first among those of a mesh, so only the first ones are listed.
std::vector<std::string> group_names(const TriMesh &mesh) {
  std::vector<std::string> names;
  for (const MeshGroup &group : mesh.groups) {
    if (group.dimension == 2) {
      names.push_back(group.label());
    }
  }
  return names;
}

} // namespace

void require_vtk_for_surfaces() {}

void write_vtp(const std::filesystem::path &path, const TriMesh &mesh,
               const std::vector<CellArray> &cell_arrays,
               const std::vector<CellArray> &point_arrays) {
  const std::vector<std::int32_t> offsets = make_offsets(mesh.triangles.size());
  vtkNew<vtkPolyData> surface;

  vtkNew<vtkDoubleArray> coordinates;
  coordinates->SetNumberOfComponents(3);
  coordinates->SetArray(vtk_pointer(mesh.points.empty() ? nullptr : mesh.points.front().data()),
                        static_cast<vtkIdType>(3 * mesh.points.size()), 1);
  vtkNew<vtkPoints> points;
  points->SetData(coordinates);
  surface->SetPoints(points);

  vtkNew<vtkTypeInt32Array> offset_array;
  offset_array->SetArray(vtk_pointer(offsets.data()), static_cast<vtkIdType>(offsets.size()), 1);
  vtkNew<vtkTypeInt32Array> connectivity;
  connectivity->SetArray(
      vtk_pointer(mesh.triangles.empty() ? nullptr : mesh.triangles.front().data()),
      static_cast<vtkIdType>(3 * mesh.triangles.size()), 1);
  vtkNew<vtkCellArray> triangles;
  triangles->SetData(offset_array, connectivity);
  surface->SetPolys(triangles);

  vtkNew<vtkTypeInt32Array> group;
  group->SetName("group");
  group->SetArray(vtk_pointer(mesh.triangle_group.data()),
                  static_cast<vtkIdType>(mesh.triangle_group.size()), 1);
  surface->GetCellData()->AddArray(group);
  add_texts(*surface, "group_names", group_names(mesh));

  for (const CellArray &array : cell_arrays) {
    add_cell_array(*surface, array, mesh.triangles.size());
  }
  for (const CellArray &array : point_arrays) {
    add_point_array(*surface, array, mesh.points.size());
  }
  const vtkNew<vtkXMLPolyDataWriter> writer;
  writer->SetIdTypeToInt32();
  write_grid(*writer, *surface, path);
}

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>
#include <curlew/io/fields/field_writer.hpp>

#include <filesystem>
#include <vector>

namespace curlew {

// Writes the triangles of surfaces as one .vtp: float64 arrays of one or three components per
// triangle (cell_arrays) and per node (point_arrays), int32 cell array "group" and field data
// "group_names", which name the surface of each triangle; appended raw binary, zlib, renamed into
// place when complete. Throws OutputError; NotCompiled in a build without VTK;
// std::invalid_argument if an array has the wrong length.
void write_vtp(const std::filesystem::path &path, const TriMesh &mesh,
               const std::vector<CellArray> &cell_arrays,
               const std::vector<CellArray> &point_arrays);

// Throws NotCompiled in a build without VTK, before anything expensive is computed in vain.
void require_vtk_for_surfaces();

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tri_mesh.hpp>

#include <filesystem>

namespace curlew {

struct GmshFormat {
  enum class Version { v2_2, v4_1 } version = Version::v4_1;
  bool binary = true;
};

// Writes the mesh for Gmsh, coordinates in m without loss of digits: read_gmsh gives back the same
// mesh with the elements sorted by group, without empty groups and nodes of no tet.
// Binary files have the byte order of this machine. Throws OutputError when the file cannot be
// written, InputError for a group name that Gmsh cannot hold (a line break) and for a curved mesh.
void write_gmsh(const std::filesystem::path &file, const TetMesh &mesh, GmshFormat format = {});

// The same for a surface mesh, which read_gmsh_surface returns.
void write_gmsh(const std::filesystem::path &file, const TriMesh &mesh, GmshFormat format = {});

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace curlew {

// Reads a Gmsh mesh: MSH 2.1, 2.2 or 4.1, ASCII or binary of either byte order.
//
// Kept are 4-node tets, each in exactly one physical volume, and the 3-node triangles of physical
// surfaces (once per surface group). Points, lines and triangles without a group are ignored.
// Nodes are numbered by ascending Gmsh tag without gaps, nodes of no tet are dropped; elements keep
// the order of the file; groups that hold elements come sorted, volumes before surfaces, then by
// tag. Tets with negative orientation get their last two nodes swapped. Coordinates are multiplied
// by length_unit_m (m per unit of the file).
//
// Throws InputError with `file.msh:LINE:COLUMN:` (ASCII) or `file.msh: byte N:` (binary), what was
// expected and what was found, for a malformed file, another format version, elements of other
// shapes or orders, tets without or with several physical volumes, listed twice or of zero volume,
// triangles away from all tets, no tets at all. No count in the file is trusted: memory stays
// within a small multiple of the file's size.
TetMesh read_gmsh(const std::filesystem::path &file, double length_unit_m = 1);

// The same from memory; display_name stands for the file in messages.
TetMesh parse_gmsh(std::string_view content, const std::string &display_name,
                   double length_unit_m = 1);

} // namespace curlew

#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/tri_mesh.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace curlew {

// Treatment of volume elements of second order.
enum class CurvedTets { refuse, keep };

// Reads a Gmsh mesh: MSH 2.1, 2.2 or 4.1, ASCII or binary of either byte order.
//
// The mesh has the 4-node tets, each in exactly one physical volume, and the 3-node triangles of
// physical surfaces (once per surface group). Points, lines and triangles without a group are
// ignored. Hexahedra, prisms and pyramids are split into tets, quadrangles into triangles, along
// the diagonals through the nodes of the smallest tag (core/mesh/cell_split.hpp), and the log
// counts them. A file without any physical group has the groups of its geometric entities, by their
// tags. Nodes are numbered by ascending Gmsh tag without gaps, nodes of no tet are dropped;
// elements keep the order of the file; groups that hold elements are sorted, volumes before
// surfaces, then by tag. Tets with negative orientation get their last two nodes swapped.
// Coordinates are multiplied by length_unit_m (m per unit of the file).
//
// With CurvedTets::keep the elements may be of second order, all volume elements or none: the
// points on the edges become mesh.edge_points. Edges across other elements than tets get the middle
// of the element's own map, in 8-node faces and 20-node hexahedra computed from their nodes. A
// 10-node tet must keep its orientation everywhere (checked at 35 points of it).
//
// Throws InputError with `file.msh:LINE:COLUMN:` (ASCII) or `file.msh: byte N:` (binary), what was
// expected and what was found, for a malformed file, another format version, elements of other
// shapes or orders, elements without or with several physical volumes, listed twice, folded or of
// zero volume, quadrilateral faces that neighbours divide along different diagonals, triangles away
// from all tets, no tets at all. No count in the file is trusted: memory stays within a small
// multiple of the file's size.
TetMesh read_gmsh(const std::filesystem::path &file, double length_unit_m = 1,
                  CurvedTets curved = CurvedTets::refuse);

// The same for a file in memory; display_name names it in messages.
TetMesh parse_gmsh(std::string_view content, const std::string &display_name,
                   double length_unit_m = 1, CurvedTets curved = CurvedTets::refuse);

// Treatment of elements of second order in meshes of surfaces.
enum class CurvedTriangles { refuse, keep_corners };

// Reads the surfaces of a Gmsh mesh: the same formats, numbering, unit and messages.
//
// The mesh has the 3-node triangles and the 4-node quadrangles, split into two triangles, each in
// exactly one physical surface, and the 2-node lines of physical curves (once per curve group).
// Where no triangle is in a physical surface, all are in the group "ungrouped" of tag 0. Points,
// volume elements and lines without a group are ignored; nodes of no triangle are dropped; groups
// that hold elements are sorted, surfaces before curves, then by tag. Triangles keep the
// orientation of the file.
//
// Throws InputError as read_gmsh does, for some triangles without a physical surface, for triangles
// in several, listed twice, with a repeated node or of zero area, for quadrangles that cross
// themselves, for lines of physical curves that are no edges of triangles, for elements of higher
// order, and where there are no triangles at all.
TriMesh read_gmsh_surface(const std::filesystem::path &file, double length_unit_m = 1,
                          CurvedTriangles curved = CurvedTriangles::refuse);

// The same for a file in memory; display_name names it in messages.
TriMesh parse_gmsh_surface(std::string_view content, const std::string &display_name,
                           double length_unit_m = 1,
                           CurvedTriangles curved = CurvedTriangles::refuse);

// Reads the tets of a file, or its surfaces where it has triangles but no tets, straight or of
// second order (of triangles the corners).
std::variant<TetMesh, TriMesh> read_any_gmsh(const std::filesystem::path &file,
                                             double length_unit_m = 1);

} // namespace curlew

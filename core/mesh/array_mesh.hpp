#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew {

// The nine kinds of cells of a finite array, row by row from (x-, y-) on: kind 4 is the cell of an
// antenna, of which there are `counts` along x and y; the others surround them, one cell wide. Each
// mesh fills its cell and may lie anywhere: the antenna (0, 0) keeps the position of its mesh, the
// other meshes are moved along x and y. Where cells meet, both have the same facets.
struct ArrayCells {
  static constexpr int k_kinds = 9, k_centre = 4;
  std::array<TetMesh, k_kinds> meshes;
  std::array<std::string, k_kinds> names; // names of the cells in messages
  std::array<Index, 2> counts{1, 1};
  std::array<double, 2> pitch_m{0, 0}; // pitch of the antennas: the extent of their cells
  // Surface groups of the centre. Each becomes one group of each antenna, with the name of
  // element_name(); its triangles are in no other group.
  std::vector<std::string> element_groups;
};

// The tets of a mesh that are copies of others: moved, with the order of their nodes kept.
struct CellCopies {
  std::vector<Index> begin; // first tet of each copy of a cell, and the end; empty: no copies
  std::vector<Index> first; // tet -> the same tet in the first copy of its cell
};

// Number of tets that are not the first of their kind.
double copied_tets(const CellCopies &copies);

struct ArrayMesh {
  TetMesh mesh; // copies row by row from (x-, y-) on, tets in the order of their cell
  CellCopies copies;
};

// Returns "feed[2,0]" of the antenna (2, 0), counted from 0.
std::string element_name(const std::string &group, Index i, Index j);

// Number of tets that join_cells() would make.
double tets_of_array(const ArrayCells &array);

// Throws InputError for cells whose sizes differ from each other or from the pitch, and for facets
// without partner, with the names of both cells; for element groups that the centre lacks or other
// cells have; ResourceError for more nodes or tets than an Index counts.
ArrayMesh join_cells(const ArrayCells &array);

} // namespace curlew

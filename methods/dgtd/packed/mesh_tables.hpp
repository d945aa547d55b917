#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>

#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Tables of PackedTables on the host, which depend on the mesh and the order of its tets.
struct MeshTables {
  std::vector<Index> neighbours;       // slots, Packs::at(slot, face, 4)
  std::vector<std::uint32_t> faces;    // [slot], face_bits()
  std::vector<std::uint16_t> material; // [slot]
  std::vector<Index> nodes;            // Packs::at(stored slot, vertex, 4)
};

// Makes the tables, in packs of `pack`. An array is read cell by cell: its tets are those of a cell
// of the small array, with the same number added.
MeshTables make_mesh_tables(const Problem &problem, const Slots &slots, const SharedPacks &shared,
                            int pack);

} // namespace curlew::dgtd

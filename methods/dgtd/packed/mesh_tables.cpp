#include <curlew/methods/dgtd/packed/mesh_tables.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/dgtd/packed/packed_tables.hpp>

namespace curlew::dgtd {
namespace {

// Place of an entry in packs of `pack` slots: Packs::at for a length known when the program runs.
std::size_t place(std::size_t slot, int entry, int entries, int pack) {
  return (slot / pack * entries + entry) * pack + slot % pack;
}

// Tets of a pack's cell in an array: the small array's tets [begin, end), with `moved` added.
// Without an array all tets are those of one cell.
struct PackCell {
  RepeatedCells::Cell cell{0, 0};
  Index begin = 0, end = 0, moved = 0;
};

// `slot`: any slot of the pack that has a tet.
PackCell cell_of_pack(const Problem &problem, const Slots &slots, Index slot, int pack) {
  if (!problem.cells)
    return {{0, 0}, 0, problem.nodes.size(), 0};
  const RepeatedCells &cells = *problem.cells;
  const Index tet = slots.tet[slot];
  PackCell result;
  result.cell = cells.tet(tet).cell;
  result.begin = cells.first_small(result.cell);
  result.end = result.begin + cells.tets_of(result.cell);
  result.moved = tet - table_tet(slots, slot, pack);
  return result;
}

// Returns the tet behind a face; on walls, and where a ghost lacks its neighbour, the tet itself.
Index tet_behind(const Problem &problem, const PackCell &at, Index tet, const TetFace &face) {
  if (face.kind != FaceKind::inner)
    return tet;
  if (face.tet >= at.begin && face.tet < at.end)
    return face.tet + at.moved;
  const Index behind = problem.cells->tet_in(at.cell, face.tet);
  return behind < 0 ? tet : behind;
}

void fill_pack(const Problem &problem, const Slots &slots, Index first, int pack,
               MeshTables &tables) {
  PackCell at;
  bool has_cell = false;
  for (Index slot = first; slot < first + pack; ++slot) {
    const Index tet = slots.tet[slot];
    if (tet < 0) {
      for (int f = 0; f < 4; ++f)
        tables.neighbours[place(slot, f, 4, pack)] = slot;
      continue;
    }
    if (!has_cell)
      at = cell_of_pack(problem, slots, slot, pack);
    has_cell = true;
    const Index of_table = table_tet(slots, slot, pack);
    const std::array<TetFace, 4> &faces = problem.faces.table[of_table];
    for (int f = 0; f < 4; ++f) {
      const Index behind = tet_behind(problem, at, tet, faces[f]);
      tables.neighbours[place(slot, f, 4, pack)] = slots.of_tet[behind];
      tables.faces[slot] |= face_bits(faces[f]) << (8 * f);
    }
    if (problem.orientation.table[of_table] < 0)
      tables.faces[slot] |= k_left_handed;
    tables.material[slot] = problem.material.table[of_table];
  }
}

} // namespace

MeshTables make_mesh_tables(const Problem &problem, const Slots &slots, const SharedPacks &shared,
                            int pack) {
  MeshTables tables;
  tables.neighbours.resize(4 * static_cast<std::size_t>(slots.size()));
  tables.faces.assign(slots.size(), 0);
  tables.material.assign(slots.size(), 0);
  tables.nodes.assign(4 * static_cast<std::size_t>(shared.size()), 0);
  parallel_chunks(slots.owned / pack, problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      fill_pack(problem, slots, static_cast<Index>(p) * pack, pack, tables);
  });
  for (Index slot = slots.owned; slot < slots.size(); ++slot) // ghosts and padding: no faces
    for (int f = 0; f < 4; ++f)
      tables.neighbours[place(slot, f, 4, pack)] = slot;
  for (std::size_t ghost = slots.owned_tets; ghost < slots.of_tet.size(); ++ghost)
    tables.material[slots.of_tet[ghost]] = problem.material[static_cast<Index>(ghost)];
  for (Index stored = 0; stored < shared.size(); ++stored)
    if (const Index tet = table_tet(slots, shared.slots[stored], pack); tet >= 0)
      for (int v = 0; v < 4; ++v)
        tables.nodes[place(stored, v, 4, pack)] = problem.nodes.table[tet][v];
  return tables;
}

} // namespace curlew::dgtd

#include <curlew/methods/dgtd/array/load_array.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/mesh/load_mesh.hpp>
#include <curlew/methods/dgtd/array/elements.hpp>

#include <filesystem>
#include <map>

namespace curlew::dgtd {
namespace {

// Memory of a tet while the cells are put together.
constexpr double k_bytes_per_tet = 60;

// Reader of cells that reads each file once.
class CellReader {
public:
  explicit CellReader(const Case &input) : input_(input) {}

  TetMesh read(const std::filesystem::path &file) {
    const auto [at, is_new] = meshes_.try_emplace(file);
    if (is_new) {
      const MeshSpec &spec = input_.mesh;
      at->second = make_hierarchy(
                       refine(read_gmsh(file, spec.length_unit_m, CurvedTets::refuse), spec.refine),
                       0, spec.reorder)
                       .levels.back();
    }
    return at->second;
  }

private:
  const Case &input_;
  std::map<std::filesystem::path, TetMesh> meshes_;
};

ArrayCells read_cells(const Case &input) {
  const MeshSpec::Array &spec = *input.mesh.array;
  // Files and names, [row][column] of the array; names as in the case.
  const std::filesystem::path *files[ArrayCells::k_kinds] = {
      &spec.corners[0], &spec.edges[2],   &spec.corners[1], &spec.edges[0],  &spec.centre,
      &spec.edges[1],   &spec.corners[2], &spec.edges[3],   &spec.corners[3]};
  ArrayCells cells;
  cells.names = {"corners[0]", "edges[2]",   "corners[1]", "edges[0]",  "centre",
                 "edges[1]",   "corners[2]", "edges[3]",   "corners[3]"};
  cells.counts = spec.counts;
  cells.pitch_m = spec.pitch_m;
  cells.element_groups = element_groups(input);
  CellReader reader(input);
  for (int kind = 0; kind < ArrayCells::k_kinds; ++kind)
    cells.meshes[kind] = reader.read(*files[kind]);
  for (const std::string &group : cells.element_groups)
    find_group(cells.meshes[ArrayCells::k_centre], 2, group,
               input.where("/boundaries/" + group) + ": in the cell of the antenna");
  return cells;
}

} // namespace

ArrayMesh load_cells(const Case &input) {
  if (!input.mesh.array)
    return {load_mesh(input), {}};
  const ArrayCells cells = read_cells(input);
  require_memory(tets_of_array(cells), "tets", k_bytes_per_tet, input.where("/mesh/array"));
  try {
    return join_cells(cells);
  } catch (const InputError &error) {
    throw InputError(input.where("/mesh/array") + ": " + error.what());
  }
}

} // namespace curlew::dgtd

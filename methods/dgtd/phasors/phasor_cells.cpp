#include <curlew/methods/dgtd/phasors/phasor_cells.hpp>

#include <curlew/methods/dgtd/element_matrices.hpp>

namespace curlew::dgtd {

SnapshotCells written_cells(const Problem &problem, Index group) {
  const auto media = problem.material.table.begin();
  return make_snapshot_cells(problem.mesh, problem.ownership, {media, media + problem.tet_count()},
                             problem.materials, group);
}

std::vector<std::array<double, 3>> weights_at(const Problem &problem, Index tet,
                                              const std::array<double, 4> &barycentric) {
  const auto at = static_cast<std::size_t>(tet);
  std::array<double, 4> ascending{};
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t m = 0; m < 4; ++m)
      if (problem.nodes.table[at][a] == problem.mesh.tets[at][m])
        ascending[a] = barycentric[m];
  return function_values(problem.choices.space, problem.shape(tet), ascending);
}

double phasor_bytes(const Case &input, const Problem &problem) {
  return phasor_sums_bytes(input, problem.mesh, problem.tet_count(), problem.per_tet());
}

} // namespace curlew::dgtd

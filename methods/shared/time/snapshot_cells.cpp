#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>

namespace curlew {

Index snapshot_group(const Case &input, const TetMesh &mesh) {
  const OutputSpec &outputs = input.outputs;
  const std::string region = outputs.fields    ? outputs.fields->region
                             : outputs.phasors ? outputs.phasors->region
                                               : std::string();
  if (region.empty())
    return -1;
  return find_group(mesh, 3, region, input.where("/outputs/fields/region"));
}

std::vector<double> SnapshotCells::selected(std::vector<double> values, int components) const {
  if (!region)
    return values;
  std::vector<double> part;
  part.reserve(components * region->tet_of.size());
  for (const Index tet : region->tet_of) {
    const auto first = values.begin() + components * static_cast<std::ptrdiff_t>(tet);
    part.insert(part.end(), first, first + components);
  }
  return part;
}

SnapshotCells make_snapshot_cells(const TetMesh &mesh, const Ownership &ownership,
                                  const std::vector<std::uint16_t> &material,
                                  const std::vector<Material> &materials, Index group) {
  SnapshotCells cells;
  if (group >= 0 || !ownership.is_alone()) {
    std::vector<Index> tets;
    for (Index t = 0; t < ownership.owned_tets; ++t)
      if (group < 0 || mesh.tet_group[t] == group)
        tets.push_back(t);
    cells.region = std::make_unique<const SubGrid>(extract_tets(mesh, tets));
    for (const Index tet : cells.region->tet_of)
      cells.grid.material.push_back(material[tet]);
  } else {
    cells.grid.material.assign(material.begin(), material.end());
  }
  cells.grid.points = cells.region ? &cells.region->points : &mesh.points;
  cells.grid.tets = cells.region ? &cells.region->tets : &mesh.tets;
  for (const Material &one : materials)
    cells.grid.material_names.push_back(one.name);
  return cells;
}

} // namespace curlew

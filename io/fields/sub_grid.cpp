#include <curlew/io/fields/field_writer.hpp>

namespace curlew {

SubGrid extract_tets(const TetMesh &mesh, const std::vector<Index> &tets) {
  constexpr Index k_unused = -1;
  SubGrid part;
  part.tet_of = tets;
  part.tets.reserve(tets.size());
  std::vector<Index> point_here(mesh.points.size(), k_unused);
  for (const Index tet : tets) {
    std::array<Index, 4> nodes = mesh.tets[static_cast<std::size_t>(tet)];
    for (Index &node : nodes) {
      Index &here = point_here[static_cast<std::size_t>(node)];
      if (here == k_unused) {
        here = static_cast<Index>(part.points.size());
        part.points.push_back(mesh.points[static_cast<std::size_t>(node)]);
      }
      node = here;
    }
    part.tets.push_back(nodes);
  }
  return part;
}

} // namespace curlew

#pragma once

#include <curlew/core/mesh/box_tree.hpp>
#include <curlew/core/mesh/locate.hpp>

#include <memory>

namespace curlew {

// Finds the tet around a point in a mesh whose tets may be curved: as TetLocator does for straight
// ones, by Newton's method on the map of each curved tet whose box holds the point. Reads the
// mesh's tables where they lie in memory: they must stay unchanged, but the mesh may be moved.
// Copies share their tables.
class CurvedLocator {
public:
  explicit CurvedLocator(const TetMesh &mesh, int threads = 0);

  // The tet, and the barycentric coordinates (of its nodes as the mesh lists them) that its map
  // takes to the point. A point counts as inside a curved tet up to coordinates of -1e-10.
  std::optional<TetLocation> find(const Point &point_m) const;

  // Locator of the mesh with straight tets, for messages.
  const TetLocator &straight() const { return *straight_; }

private:
  std::optional<std::array<double, 4>> inside(Index tet, const Point &point_m) const;

  const Point *points_, *edge_points_;
  const std::array<Index, 4> *tets_;
  const std::array<Index, 6> *tet_edge_points_;
  std::shared_ptr<const TetLocator> straight_;
  std::vector<Index> curved_;                             // tets, ascending
  std::shared_ptr<const std::vector<BoundingBox>> boxes_; // box of each curved tet
  std::shared_ptr<const BoxTree> tree_;
};

} // namespace curlew

#pragma once

#include <curlew/core/mesh/topology.hpp>

#include <array>
#include <vector>

namespace curlew {

// The Delaunay triangulation of points, which fills their convex hull, and the walk along straight
// lines through it.
class CoarseTets {
public:
  // Throws NoCoarseMesh where the tets do not fill the hull once, or leave a point out; NotCompiled
  // without Qhull.
  explicit CoarseTets(std::vector<Point> points, int threads = 0);

  const TetMesh &mesh() const { return mesh_; }
  const TetTopology &topology() const { return topology_; }

  // A point of the hull and a tet that contains it.
  struct Place {
    Index tet = -1;
    Point at;
  };
  Place at_node(Index node) const;
  // Returns the place of the point itself or, for a point outside of the hull, of the nearest point
  // on it. The search begins at a node, best a near one. Throws NoCoarseMesh where it does not end.
  Place place(const Point &point, Index near_node) const;

  // Returns the barycentric coordinates of a point in a tet.
  std::array<double, 4> barycentric(Index tet, const Point &point) const;

  // A part of a line inside of a tet: the barycentric coordinates of its middle, and the changes of
  // the coordinates from begin to end.
  struct Piece {
    Index tet;
    std::array<double, 4> middle, change;
  };
  // The line between two points of the hull, tet by tet, into `pieces`. Throws NoCoarseMesh where
  // the walk does not arrive.
  void walk(const Place &from, const Place &to, std::vector<Piece> &pieces) const;

private:
  void make_neighbours();
  void require_whole() const;
  Point on_hull(const Point &point, Index tet, Index &hull_tet) const;

  TetMesh mesh_;
  TetTopology topology_;
  std::vector<std::array<Index, 4>> neighbours_; // across the face opposite each node; -1: none
  // Gradients of the barycentric coordinates of nodes 1 to 3.
  std::vector<std::array<Point, 3>> gradients_;
  std::vector<Index> node_tet_;   // a tet around each node
  std::vector<Index> hull_faces_; // rising
  IndexRows node_hull_faces_;
};

} // namespace curlew

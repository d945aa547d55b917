#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/solvers/multigrid/edge_transfer.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/multigrid/own/coarse_points.hpp>

#include <vector>

namespace curlew {

// A mesh as input of multigrid: its edge elements of first order, and for each node its position
// and its priority for a coarse mesh.
struct EdgeSpace {
  std::vector<Point> points;
  std::vector<NodePriority> priority;
  EdgeUnknowns unknowns;
};

// A coarse mesh of a space's own, and the prolongation from it.
struct OwnLevel {
  EdgeSpace coarse;
  // Line integrals of the coarse mesh's fields along the edges that are unknowns of the fine space.
  HostSparse<double> prolongation;
};

// A mesh that is not nested: the Delaunay triangulation of some of the nodes that unknowns touch
// (choose_coarse_points()), displaced by a thousandth of the shortest edge there, so that no five
// lie on a sphere. It fills the convex hull of these nodes, holes and notches of the domain too.
//
// Fine edges go through the coarse tets they cross, and their integrals are exact:
//   P[e, (a, b)] = sum of l_a(middle) dl_b - l_b(middle) dl_a over the pieces of e,
// where chosen nodes have their position in the coarse mesh and nodes outside of the hull lie on
// it. So P G_c = G_f P_n with the interpolation P_n of potentials at these places. Fields of edges
// on conductors are 0 on the fine mesh, and the coarse mesh has no other data of conductors: its
// edges there are unknowns, if they have an entry in P. Where few fine edges touch such edges, the
// edges may depend on each other; factors of the coarsest matrix must tolerate that
// (MultigridOptions: coarsest_pivots = PivotRule::replaced). Throws NoCoarseMesh, NotCompiled
// without Qhull.
OwnLevel make_own_level(const EdgeSpace &fine, int threads = 0);

struct OwnLevelsOptions {
  int most_levels = 1;  // number of coarse levels
  Index enough = 10000; // no level is made below one with so few unknowns
  int threads = 0;
};

// Returns the levels below a space, from coarse to fine, without matrices; the last is the space
// itself, with the prolongation to it. Two at least. Throws as make_own_level().
std::vector<MultigridLevel> make_own_levels(EdgeSpace space, const OwnLevelsOptions &options);

} // namespace curlew

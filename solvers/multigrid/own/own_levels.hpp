#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/solvers/multigrid/edge_transfer.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/multigrid/own/coarse_points.hpp>

#include <vector>

namespace curlew {

// A mesh as multigrid sees it: its edge elements of first order, and of each node where it lies and
// how much a coarse mesh needs it.
struct EdgeSpace {
  std::vector<Point> points;
  std::vector<NodePriority> priority;
  EdgeUnknowns unknowns;
};

// A coarse mesh of a space's own, and the way to it.
struct OwnLevel {
  EdgeSpace coarse;
  // Line integrals of the coarse mesh's fields along the edges that are unknowns of the fine space.
  HostSparse<double> prolongation;
};

// A mesh that is not nested: the Delaunay triangulation of some of the nodes that unknowns touch
// (choose_coarse_points()), moved by a thousandth of the shortest edge there, so that no five lie
// on a sphere. It fills the convex hull of these nodes, holes and notches of the domain too.
//
// Fine edges go through the coarse tets they cross, and their integrals are exact:
//   P[e, (a, b)] = sum of l_a(middle) dl_b - l_b(middle) dl_a over the pieces of e,
// with the nodes that were chosen where the coarse mesh has them and those outside of the hull on
// it. So P G_c = G_f P_n with the interpolation P_n of potentials at these places. Fields of
// edges on conductors are 0 on the fine mesh, which is all that the coarse one knows of conductors:
// its edges there are unknowns, all that have an entry in P. Where few fine edges touch them they
// may depend on each other; factors of the coarsest matrix must bear that (MultigridOptions:
// factor_library = "curlew"). Throws NoCoarseMesh, NotCompiled
// without Qhull.
OwnLevel make_own_level(const EdgeSpace &fine, int threads = 0);

struct OwnLevelsOptions {
  int most_levels = 1;  // coarse ones
  Index enough = 10000; // no coarser level than one of so few unknowns
  int threads = 0;
};

// Levels below a space, from coarse to fine, without matrices; the last is the space itself, with
// the prolongation to it. Two at least. Throws what make_own_level() throws.
std::vector<MultigridLevel> make_own_levels(EdgeSpace space, const OwnLevelsOptions &options);

} // namespace curlew

#pragma once

#include <curlew/core/mesh/refine.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <array>
#include <vector>

namespace curlew {

// The unknowns of edge elements of first order on a mesh: the line integrals along edges that are
// on no conductor, in the direction of the edge's rising nodes. The potentials whose gradients they
// represent belong to the nodes that are on no conductor.
struct EdgeUnknowns {
  // all edges of the mesh, nodes rising: TetTopology::edges
  std::vector<std::array<Index, 2>> edges;
  // Unknown of each edge, -1 where the edge is on a conductor.
  std::vector<Index> edge_unknown;
  // Unknown of each node, -1 where the node is on a conductor.
  std::vector<Index> node_unknown;
  Index edge_unknowns = 0, node_unknowns = 0;
};

// Returns the mesh entity of each unknown; `unknown_of` has the unknown of each entity, -1 for
// none.
std::vector<Index> entities_of(const std::vector<Index> &unknown_of, Index unknowns);

// G: the line integrals of gradients of nodal potentials, +-1; edge unknowns x node unknowns.
HostSparse<double> make_gradient(const EdgeUnknowns &space, int threads = 0);

// P_n: potentials of a mesh on the nodes of its refinement, 1 or twice 1/2; node unknowns of the
// fine x of the coarse mesh. `parents` of refine_with_parents() or of a MeshHierarchy.
HostSparse<double> make_node_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads = 0);

// P: the line integrals of a coarse mesh's fields along the edges of its refinement; edge unknowns
// of the fine x of the coarse mesh:
//   P[(p, q), (a, b)] = P_n[p, a] P_n[q, b] - P_n[p, b] P_n[q, a],
// exact for fields of first order, so that P G_c = G_f P_n, P^T S P = S_c and P^T M P = M_c with
// the matrices of the coarse mesh. Throws Error where `parents` does not describe a refinement.
HostSparse<double> make_edge_prolongation(const EdgeUnknowns &coarse, const EdgeUnknowns &fine,
                                          const std::vector<NodeParents> &parents, int threads = 0);

// --- From first to higher order -----------------------------------------------------------------
//
// Hierarchical spaces of one mesh hold the functions of first order, then gradients grad(l_a l_b)
// of edges, then, where they are of mixed second order, l_c N_ab and l_b N_ac of faces (a, b, c).
// The unknowns may be numbered in any way.

// P: fields of first order in a space of `rows` unknowns; `number_of_first` holds the number there
// of each unknown of first order. Throws DimensionMismatch for a number out of range.
HostSparse<double> make_order_prolongation(const std::vector<Index> &number_of_first, Index rows);

// G: gradients of the potentials of the nodes, given in the unknowns of first order by `gradient`,
// and of the potentials l_a l_b, whose gradients are the unknowns numbered `gradients`: [[G, 0],
// [0, I], [0, 0]] in the order of first order, gradients, faces. `rows` x (potentials of nodes +
// gradients).
HostSparse<double> make_order_gradient(const HostSparse<double> &gradient,
                                       const std::vector<Index> &number_of_first,
                                       const std::vector<Index> &gradients, Index rows);

} // namespace curlew

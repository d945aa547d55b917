#include <curlew/solvers/multigrid/own/own_levels.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/solvers/multigrid/own/coarse_tets.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>
#include <curlew/solvers/sparse/host_rows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace curlew {
namespace {

// Displacement of coarse nodes, over the shortest edge at the node. Counts of iterations are the
// same from 1e-5 to 1e-2; larger displacements make predicates safer.
constexpr double k_move = 1e-3;
// Weights below it are rounding.
constexpr double k_least_weight = 1e-14;
constexpr std::size_t k_fewest_points = 5;
// A level with more of the next finer one's unknowns than this is not worth its work.
constexpr double k_worst_ratio = 0.7;

// Returns coordinates from 0 to 1, as the triangulation requires.
std::vector<Point> scaled(const std::vector<Point> &points) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  Point low{k_far, k_far, k_far}, high{-k_far, -k_far, -k_far};
  for (const Point &point : points)
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], point[axis]);
      high[axis] = std::max(high[axis], point[axis]);
    }
  const double size = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  if (!(size > 0))
    throw NoCoarseMesh("all nodes of the mesh lie in one point");
  std::vector<Point> result;
  result.reserve(points.size());
  for (const Point &point : points)
    result.push_back((1 / size) * (point - low));
  return result;
}

// Nodes that edges with unknowns touch.
std::vector<char> nodes_touched(const EdgeUnknowns &unknowns, std::size_t nodes) {
  std::vector<char> is_touched(nodes, 0);
  for (std::size_t e = 0; e < unknowns.edges.size(); ++e)
    if (unknowns.edge_unknown[e] >= 0)
      for (const Index node : unknowns.edges[e])
        is_touched[node] = 1;
  return is_touched;
}

std::vector<double> shortest_edges(const EdgeSpace &space) {
  std::vector<double> shortest(space.points.size(), std::numeric_limits<double>::infinity());
  for (const auto &[a, b] : space.unknowns.edges) {
    const double length = norm(space.points[a] - space.points[b]);
    shortest[a] = std::min(shortest[a], length);
    shortest[b] = std::min(shortest[b], length);
  }
  return shortest;
}

// Returns the displaced point. The displacement differs between nodes and is the same in each run.
Point moved(const Point &point, Index node, double by) {
  Point result = point;
  for (int axis = 0; axis < 3; ++axis)
    result[axis] += by * random_number(3 * static_cast<std::uint64_t>(node) + axis, 1);
  return result;
}

// Returns the places of the nodes of the fine mesh in the coarse one.
std::vector<CoarseTets::Place> places_of(const EdgeSpace &fine, const CoarsePoints &chosen,
                                         const CoarseTets &tets, int threads) {
  std::vector<CoarseTets::Place> places(fine.points.size());
  parallel_chunks(places.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Index near = chosen.near[n];
      if (near < 0)
        continue;
      places[n] = chosen.nodes[near] == static_cast<Index>(n) ? tets.at_node(near)
                                                              : tets.place(fine.points[n], near);
    }
  });
  return places;
}

// Returns the line integrals along the fine edges of the functions of all edges of the coarse mesh.
HostSparse<double> line_integrals(const EdgeUnknowns &fine,
                                  const std::vector<CoarseTets::Place> &places,
                                  const CoarseTets &tets, int threads) {
  const std::vector<Index> edges = entities_of(fine.edge_unknown, fine.edge_unknowns);
  const auto &topology = tets.topology();
  return short_rows(fine.edge_unknowns, static_cast<Index>(topology.edges.size()), threads,
                    [&](Index row, ShortRow &entries) {
                      const auto &[from, to] = fine.edges[edges[row]];
                      std::vector<CoarseTets::Piece> pieces;
                      tets.walk(places[from], places[to], pieces);
                      for (const CoarseTets::Piece &piece : pieces)
                        for (std::size_t k = 0; k < k_tet_edges.size(); ++k) {
                          const auto [a, b] = k_tet_edges[k];
                          const auto &tet = tets.mesh().tets[piece.tet];
                          const double value =
                              piece.middle[a] * piece.change[b] - piece.middle[b] * piece.change[a];
                          if (std::abs(value) > k_least_weight)
                            entries.add(topology.tet_edges[piece.tet][k],
                                        tet[a] < tet[b] ? value : -value);
                        }
                    });
}

// Numbers the columns that have entries, and removes the others.
EdgeUnknowns number_columns(const CoarseTets &tets, HostSparse<double> &p) {
  EdgeUnknowns coarse;
  coarse.edges = tets.topology().edges;
  coarse.edge_unknown.assign(coarse.edges.size(), -1);
  for (const Index column : p.columns)
    coarse.edge_unknown[column] = 0;
  for (Index &number : coarse.edge_unknown)
    if (number >= 0)
      number = coarse.edge_unknowns++;
  for (Index &column : p.columns)
    column = coarse.edge_unknown[column];
  p.column_count = coarse.edge_unknowns;
  coarse.node_unknown.assign(tets.mesh().points.size(), -1);
  const std::vector<char> is_touched = nodes_touched(coarse, coarse.node_unknown.size());
  for (std::size_t n = 0; n < is_touched.size(); ++n)
    if (is_touched[n])
      coarse.node_unknown[n] = coarse.node_unknowns++;
  return coarse;
}

} // namespace

OwnLevel make_own_level(const EdgeSpace &fine, int threads) {
  require_equal_size("priorities of nodes", static_cast<Offset>(fine.priority.size()),
                     static_cast<Offset>(fine.points.size()));
  EdgeSpace space = fine;
  space.points = scaled(fine.points);
  const CoarsePoints chosen = choose_coarse_points(
      fine.unknowns.edges, nodes_touched(fine.unknowns, fine.points.size()), fine.priority);
  if (chosen.nodes.size() < k_fewest_points)
    throw NoCoarseMesh(
        fmt::format("only {} nodes are left for a coarse mesh", chosen.nodes.size()));
  const std::vector<double> shortest = shortest_edges(space);
  OwnLevel level;
  for (const Index node : chosen.nodes) {
    level.coarse.points.push_back(moved(space.points[node], node, k_move * shortest[node]));
    level.coarse.priority.push_back(fine.priority[node]);
  }
  const CoarseTets tets(level.coarse.points, threads);
  level.prolongation =
      line_integrals(fine.unknowns, places_of(space, chosen, tets, threads), tets, threads);
  level.coarse.unknowns = number_columns(tets, level.prolongation);
  return level;
}

std::vector<MultigridLevel> make_own_levels(EdgeSpace space, const OwnLevelsOptions &options) {
  std::vector<MultigridLevel> levels(1); // from fine to coarse
  levels.back().gradient = make_gradient(space.unknowns, options.threads);
  for (int made = 0; made < options.most_levels; ++made) {
    if (made > 0 && space.unknowns.edge_unknowns <= options.enough)
      break;
    OwnLevel own;
    try {
      own = make_own_level(space, options.threads);
    } catch (const NoCoarseMesh &) {
      if (made == 0)
        throw;
      break; // the last one serves as the coarsest
    }
    const Index unknowns = own.coarse.unknowns.edge_unknowns;
    if (unknowns > k_worst_ratio * space.unknowns.edge_unknowns) {
      if (made == 0)
        throw NoCoarseMesh(fmt::format("a coarse mesh would have {} unknowns of {}", unknowns,
                                       space.unknowns.edge_unknowns));
      break;
    }
    levels.back().prolongation = std::move(own.prolongation);
    space = std::move(own.coarse);
    levels.emplace_back().gradient = make_gradient(space.unknowns, options.threads);
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

} // namespace curlew

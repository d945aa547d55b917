// Edge-element matrices of first order, made from closed forms: known systems of the kind that the
// solvers serve.
#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/solvers/multigrid/edge_transfer.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace curlew::testing {

using EdgeNumber = Kokkos::complex<double>;

// Entries in any order, summed up row by row.
template <class Scalar> class RowSums {
public:
  explicit RowSums(Index rows) : rows_(rows) {}
  void add(Index row, Index column, Scalar value) { rows_[row].emplace_back(column, value); }
  HostSparse<Scalar> sparse(Index columns) {
    HostSparse<Scalar> a;
    a.rows = static_cast<Index>(rows_.size());
    a.column_count = columns;
    a.row_begin.push_back(0);
    for (auto &row : rows_) {
      std::stable_sort(row.begin(), row.end(),
                       [](const auto &one, const auto &two) { return one.first < two.first; });
      for (std::size_t k = 0; k < row.size(); ++k)
        if (k > 0 && row[k].first == row[k - 1].first) {
          a.values.back() += row[k].second;
        } else {
          a.columns.push_back(row[k].first);
          a.values.push_back(row[k].second);
        }
      a.row_begin.push_back(static_cast<Offset>(a.columns.size()));
    }
    return a;
  }

private:
  std::vector<std::vector<std::pair<Index, Scalar>>> rows_;
};

struct EdgeProblemOptions {
  double wavenumber = 1;                  // k0, 1/m
  std::set<Index> conductors, absorbing;  // surface groups, by index
  std::vector<double> eps = {1, 1, 1, 1}; // by group
};

// A = S - k0^2 M + j k0 B of the basis l_a grad l_b - l_b grad l_a of every edge (a, b), a < b,
// that is on no conductor.
struct EdgeProblem {
  EdgeUnknowns space;
  HostSparse<double> stiffness, mass;
  HostSparse<EdgeNumber> a;
};

inline void number_free(std::vector<Index> &numbers, Index &count) {
  count = 0;
  for (Index &number : numbers)
    number = number < 0 ? -1 : count++;
}

inline EdgeProblem make_edge_problem(const TetMesh &mesh, const EdgeProblemOptions &options) {
  const TetTopology topology = make_topology(mesh);
  EdgeProblem problem;
  EdgeUnknowns &space = problem.space;
  space.edges = topology.edges;
  space.edge_unknown.assign(topology.edges.size(), 0);
  space.node_unknown.assign(mesh.points.size(), 0);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (options.conductors.count(mesh.triangle_group[i]) > 0)
      for (int k = 0; k < 3; ++k) {
        const Index a = mesh.triangles[i][k], b = mesh.triangles[i][(k + 1) % 3];
        space.node_unknown[a] = -1;
        space.edge_unknown[find_edge(topology, a, b)] = -1;
      }
  number_free(space.edge_unknown, space.edge_unknowns);
  number_free(space.node_unknown, space.node_unknowns);

  const double k0 = options.wavenumber;
  RowSums<double> stiffness(space.edge_unknowns), mass(space.edge_unknowns);
  RowSums<EdgeNumber> all(space.edge_unknowns);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const auto &tet = mesh.tets[t];
    const auto &p = mesh.points;
    const double eps = options.eps.at(mesh.tet_group[t]);
    const Point u = p[tet[1]] - p[tet[0]], v = p[tet[2]] - p[tet[0]], w = p[tet[3]] - p[tet[0]];
    const double det = dot(u, cross(v, w)), volume = det / 6;
    std::array<Point, 4> g;
    g[1] = (1 / det) * cross(v, w);
    g[2] = (1 / det) * cross(w, u);
    g[3] = (1 / det) * cross(u, v);
    g[0] = -1.0 * (g[1] + (g[2] + g[3]));
    std::array<std::array<int, 2>, 6> ends = k_tet_edges; // by rising node
    for (auto &end : ends)
      if (tet[end[0]] > tet[end[1]])
        std::swap(end[0], end[1]);
    for (int m = 0; m < 6; ++m)
      for (int n = 0; n < 6; ++n) {
        const Index row = space.edge_unknown[topology.tet_edges[t][m]];
        const Index column = space.edge_unknown[topology.tet_edges[t][n]];
        if (row < 0 || column < 0)
          continue;
        const auto [i, j] = ends[m];
        const auto [k, l] = ends[n];
        const double s = 4 * volume * dot(cross(g[i], g[j]), cross(g[k], g[l]));
        const double q = volume / 20 *
                         ((1 + (i == k)) * dot(g[j], g[l]) - (1 + (i == l)) * dot(g[j], g[k]) -
                          (1 + (j == k)) * dot(g[i], g[l]) + (1 + (j == l)) * dot(g[i], g[k]));
        stiffness.add(row, column, s);
        mass.add(row, column, eps * q);
        all.add(row, column, s - k0 * k0 * eps * q);
      }
  }
  for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
    if (options.absorbing.count(mesh.triangle_group[f]) == 0)
      continue;
    auto nodes = mesh.triangles[f];
    std::sort(nodes.begin(), nodes.end());
    const Point u = mesh.points[nodes[1]] - mesh.points[nodes[0]];
    const Point v = mesh.points[nodes[2]] - mesh.points[nodes[0]];
    const Point n = cross(u, v);
    const double square = dot(n, n), area = 0.5 * std::sqrt(square);
    std::array<Point, 3> g; // within the facet
    g[1] = (1 / square) * cross(v, n);
    g[2] = (1 / square) * cross(n, u);
    g[0] = -1.0 * (g[1] + g[2]);
    constexpr std::array<std::array<int, 2>, 3> k_ends = {{{0, 1}, {0, 2}, {1, 2}}};
    for (const auto &[i, j] : k_ends)
      for (const auto &[k, l] : k_ends) {
        const Index row = space.edge_unknown[find_edge(topology, nodes[i], nodes[j])];
        const Index column = space.edge_unknown[find_edge(topology, nodes[k], nodes[l])];
        if (row < 0 || column < 0)
          continue;
        const double b = area / 12 *
                         ((1 + (i == k)) * dot(g[j], g[l]) - (1 + (i == l)) * dot(g[j], g[k]) -
                          (1 + (j == k)) * dot(g[i], g[l]) + (1 + (j == l)) * dot(g[i], g[k]));
        all.add(row, column, EdgeNumber(0, k0 * b));
      }
  }
  problem.stiffness = stiffness.sparse(space.edge_unknowns);
  problem.mass = mass.sparse(space.edge_unknowns);
  problem.a = all.sparse(space.edge_unknowns);
  return problem;
}

} // namespace curlew::testing

#include <curlew/core/mesh/curved.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace curlew {
namespace {

constexpr int k_lattice = 4;         // quarters
constexpr double k_straight = 1e-12; // tolerance, over the length of an edge

// det dx/dl at barycentric coordinates l, x = sum l_i (2 l_i - 1) x_i + sum 4 l_a l_b m_ab.
double jacobian(const std::array<Point, 10> &nodes, const std::array<double, 4> &l) {
  std::array<Point, 4> slope; // by each l_i
  for (int i = 0; i < 4; ++i)
    slope[i] = (4 * l[i] - 1) * nodes[i];
  for (int k = 0; k < 6; ++k) {
    const auto [a, b] = k_tet_edges[k];
    slope[a] = slope[a] + (4 * l[b]) * nodes[4 + k];
    slope[b] = slope[b] + (4 * l[a]) * nodes[4 + k];
  }
  return dot(slope[1] - slope[0], cross(slope[2] - slope[0], slope[3] - slope[0]));
}

} // namespace

double smallest_curved_jacobian(const std::array<Point, 10> &nodes) {
  const double straight = dot(nodes[1] - nodes[0], cross(nodes[2] - nodes[0], nodes[3] - nodes[0]));
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= k_lattice; ++i)
    for (int j = 0; i + j <= k_lattice; ++j)
      for (int k = 0; i + j + k <= k_lattice; ++k) {
        const double part = 1.0 / k_lattice;
        const double here =
            jacobian(nodes, {i * part, j * part, k * part, (k_lattice - i - j - k) * part});
        if (!(here / straight >= smallest)) // NaN is kept
          smallest = here / straight;
      }
  return smallest;
}

bool is_middle(const Point &a, const Point &b, const Point &m) {
  const Point off = m - 0.5 * (a + b), along = b - a;
  return dot(off, off) <= k_straight * k_straight * dot(along, along);
}

bool is_curved_tet(const TetMesh &mesh, Index tet) {
  for (int k = 0; k < 6 && mesh.is_curved(); ++k)
    if (!is_middle(mesh.points[mesh.tets[tet][k_tet_edges[k][0]]],
                   mesh.points[mesh.tets[tet][k_tet_edges[k][1]]],
                   mesh.edge_points[mesh.tet_edge_points[tet][k]]))
      return true;
  return false;
}

void check_edge_points(const TetMesh &mesh, const TetTopology &topology) {
  if (!mesh.is_curved())
    return;
  if (mesh.tet_edge_points.size() != mesh.tets.size())
    throw InputError(fmt::format("a curved mesh has {} tets, but points on the edges of {}",
                                 mesh.tets.size(), mesh.tet_edge_points.size()));
  std::vector<std::array<Index, 2>> met(topology.edges.size(), {-1, -1}); // point, tet
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (int k = 0; k < 6; ++k) {
      const Index edge = topology.tet_edges[t][k], point = mesh.tet_edge_points[t][k];
      if (point < 0 || static_cast<std::size_t>(point) >= mesh.edge_points.size())
        throw InputError(fmt::format("tet {} names the edge point {}, but the mesh has 0 to {}", t,
                                     point, mesh.edge_points.size() - 1));
      if (met[edge][1] < 0)
        met[edge] = {point, static_cast<Index>(t)};
      else if (met[edge][0] != point)
        throw InputError(fmt::format(
            "the curved edge between nodes {} and {} has different points in tets {} and {}: the "
            "mesh is not conforming",
            topology.edges[edge][0], topology.edges[edge][1], met[edge][1], t));
    }
}

TetMesh straightened(TetMesh mesh) {
  mesh.edge_points = {};
  mesh.tet_edge_points = {};
  return mesh;
}

} // namespace curlew

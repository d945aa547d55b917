#include <curlew/solvers/multigrid/own/coarse_tets.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/solvers/multigrid/own/closest_point.hpp>
#include <curlew/solvers/multigrid/own/delaunay.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace curlew {
namespace {

// Distance outside of a tet, in barycentric coordinates, up to which a point counts as inside.
constexpr double k_slack = 1e-11;
// Parts of a line shorter than this, over the whole, are ignored.
constexpr double k_shortest = 1e-14;
// Limit of the steps of a line: it crosses a small part of a mesh's tets, so more steps mean a
// circle.
constexpr int k_most_steps = 100000;
constexpr double k_volume_slack = 1e-9;

Point edge_of(const TetMesh &mesh, Index tet, int k) {
  return mesh.points[mesh.tets[tet][k]] - mesh.points[mesh.tets[tet][0]];
}

double six_volumes(const TetMesh &mesh, Index tet) {
  return dot(edge_of(mesh, tet, 1), cross(edge_of(mesh, tet, 2), edge_of(mesh, tet, 3)));
}

} // namespace

CoarseTets::CoarseTets(std::vector<Point> points, int threads) {
  mesh_.points = std::move(points);
  mesh_.tets = delaunay_tets(mesh_.points);
  mesh_.groups = {MeshGroup()};
  mesh_.tet_group.assign(mesh_.tets.size(), 0);
  for (std::size_t t = 0; t < mesh_.tets.size(); ++t) {
    const double volume = six_volumes(mesh_, static_cast<Index>(t));
    if (volume == 0)
      throw NoCoarseMesh(fmt::format("tet {} of the coarse mesh is flat", t));
    if (volume < 0)
      std::swap(mesh_.tets[t][2], mesh_.tets[t][3]);
  }
  TopologyOptions options;
  options.node_edges = options.node_tets = false;
  options.threads = threads;
  try {
    topology_ = make_topology(mesh_, options);
  } catch (const InputError &error) {
    throw NoCoarseMesh(std::string("the coarse mesh is none: ") + error.what());
  }
  make_neighbours();
  require_whole();
  gradients_.resize(mesh_.tets.size());
  for (std::size_t t = 0; t < mesh_.tets.size(); ++t) {
    const auto tet = static_cast<Index>(t);
    const Point u = edge_of(mesh_, tet, 1), v = edge_of(mesh_, tet, 2), w = edge_of(mesh_, tet, 3);
    const double inverse = 1 / six_volumes(mesh_, tet);
    gradients_[t] = {inverse * cross(v, w), inverse * cross(w, u), inverse * cross(u, v)};
  }
}

void CoarseTets::make_neighbours() {
  neighbours_.resize(mesh_.tets.size());
  node_tet_.assign(mesh_.points.size(), -1);
  for (std::size_t t = 0; t < mesh_.tets.size(); ++t)
    for (int i = 0; i < 4; ++i) {
      const auto tet = static_cast<Index>(t);
      const auto &sides = topology_.face_tets[topology_.tet_faces[t][i]];
      neighbours_[t][i] = sides[0] == tet ? sides[1] : sides[0];
      node_tet_[mesh_.tets[t][i]] = tet;
    }
  hull_faces_ = boundary_faces(topology_);
  node_hull_faces_.offsets.assign(mesh_.points.size() + 1, 0);
  for (const Index face : hull_faces_)
    for (const Index node : topology_.faces[face])
      ++node_hull_faces_.offsets[node + 1];
  for (std::size_t n = 0; n < mesh_.points.size(); ++n)
    node_hull_faces_.offsets[n + 1] += node_hull_faces_.offsets[n];
  node_hull_faces_.indices.resize(node_hull_faces_.offsets.back());
  std::vector<Offset> next(node_hull_faces_.offsets.begin(), node_hull_faces_.offsets.end() - 1);
  for (const Index face : hull_faces_)
    for (const Index node : topology_.faces[face])
      node_hull_faces_.indices[next[node]++] = face;
}

// Tets that are all positively oriented, at most two to a face and on its two sides, fill the space
// within their outer faces. Their volume shows that this space is the hull, and filled once.
void CoarseTets::require_whole() const {
  for (std::size_t n = 0; n < node_tet_.size(); ++n)
    if (node_tet_[n] < 0)
      throw NoCoarseMesh(fmt::format("the coarse mesh leaves out point {}", n));
  double volume = 0;
  for (std::size_t t = 0; t < mesh_.tets.size(); ++t)
    volume += six_volumes(mesh_, static_cast<Index>(t)) / 6;
  const double hull = hull_volume(mesh_.points);
  if (!(std::abs(volume - hull) <= k_volume_slack * hull))
    throw NoCoarseMesh(fmt::format("the tets of the coarse mesh have {:.12g} of the volume of "
                                   "their hull",
                                   volume / hull));
}

std::array<double, 4> CoarseTets::barycentric(Index tet, const Point &point) const {
  const Point from = point - mesh_.points[mesh_.tets[tet][0]];
  const auto &g = gradients_[tet];
  const double b = dot(g[0], from), c = dot(g[1], from), d = dot(g[2], from);
  return {1 - b - c - d, b, c, d};
}

CoarseTets::Place CoarseTets::at_node(Index node) const {
  return {node_tet_[node], mesh_.points[node]};
}

CoarseTets::Place CoarseTets::place(const Point &point, Index near_node) const {
  Index tet = node_tet_[near_node];
  for (int step = 0; step < k_most_steps; ++step) {
    const auto l = barycentric(tet, point);
    int lowest = -1;
    bool is_inside = true;
    for (int i = 0; i < 4; ++i) {
      is_inside = is_inside && l[i] >= -k_slack;
      if (l[i] < -k_slack && neighbours_[tet][i] >= 0 && (lowest < 0 || l[i] < l[lowest]))
        lowest = i;
    }
    if (is_inside)
      return {tet, point};
    if (lowest < 0) { // all points between lie outside of the hull
      Place found;
      found.at = on_hull(point, tet, found.tet);
      return found;
    }
    tet = neighbours_[tet][lowest];
  }
  throw NoCoarseMesh(fmt::format("no tet of the coarse mesh was found around ({:.6g}, {:.6g}, "
                                 "{:.6g})",
                                 point[0], point[1], point[2]));
}

// Walks from face to face as long as the distance falls. On a convex body the nearest face among
// its neighbours is the nearest of all.
Point CoarseTets::on_hull(const Point &point, Index tet, Index &hull_tet) const {
  const auto try_face = [&](Index face, double &least, Point &found, Index &found_face) {
    const auto &n = topology_.faces[face];
    const Point at =
        closest_point(point, mesh_.points[n[0]], mesh_.points[n[1]], mesh_.points[n[2]]);
    const double distance = norm(point - at);
    if (!(distance < least))
      return false;
    least = distance;
    found = at;
    found_face = face;
    return true;
  };
  double least = std::numeric_limits<double>::infinity();
  Point found{};
  Index face = -1;
  for (int i = 0; i < 4; ++i)
    if (neighbours_[tet][i] < 0)
      try_face(topology_.tet_faces[tet][i], least, found, face);
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (const Index node : topology_.faces[face])
      for (const Index *next = node_hull_faces_.begin(node); next != node_hull_faces_.end(node);
           ++next)
        is_better |= try_face(*next, least, found, face);
  }
  hull_tet = topology_.face_tets[face][0];
  return found;
}

void CoarseTets::walk(const Place &from, const Place &to, std::vector<Piece> &pieces) const {
  pieces.clear();
  Index tet = from.tet, before = -1;
  double t = 0;
  for (int step = 0; step < k_most_steps; ++step) {
    const auto begin = barycentric(tet, from.at), end = barycentric(tet, to.at);
    // Leaves through the face that the line meets first; -1 where the end is inside. Faces of the
    // hull are excluded, because the line only seems to leave through them by rounding.
    int out = -1;
    double first = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 4; ++i) {
      const Index next = neighbours_[tet][i];
      if (next < 0 || next == before || end[i] >= -k_slack || end[i] >= begin[i])
        continue;
      const double at = begin[i] / (begin[i] - end[i]);
      if (at < first) {
        first = at;
        out = i;
      }
    }
    const double until = out < 0 ? 1 : std::clamp(first, t, 1.0);
    if (until - t > k_shortest) {
      Piece piece;
      piece.tet = tet;
      for (int i = 0; i < 4; ++i) {
        piece.middle[i] = begin[i] + 0.5 * (t + until) * (end[i] - begin[i]);
        piece.change[i] = (until - t) * (end[i] - begin[i]);
      }
      pieces.push_back(piece);
    }
    if (out < 0)
      return;
    t = until;
    before = tet;
    tet = neighbours_[tet][out];
  }
  throw NoCoarseMesh(fmt::format("the line from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, "
                                 "{:.6g}) does not end in the coarse mesh",
                                 from.at[0], from.at[1], from.at[2], to.at[0], to.at[1], to.at[2]));
}

} // namespace curlew

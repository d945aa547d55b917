#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

// Meshes that the box generator does not make: parts, mirror images, turned copies, extremes.
namespace curlew::dgatd::testing {

inline Point centroid(const TetMesh &mesh, std::size_t tet) {
  Point sum{0, 0, 0};
  for (const Index node : mesh.tets[tet])
    sum = sum + 0.25 * mesh.points[node];
  return sum;
}

// Puts the tets whose centroid satisfies `inside` into a new volume group.
template <class Inside>
void mark_volume(TetMesh &mesh, const std::string &name, const Inside &inside) {
  const Index group = static_cast<Index>(mesh.groups.size());
  mesh.groups.push_back({3, 100 + group, name});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (inside(centroid(mesh, t)))
      mesh.tet_group[t] = group;
}

// Adds the facets of the mesh whose corners all satisfy `on` as a surface group.
template <class On> void mark_surface(TetMesh &mesh, const std::string &name, const On &on) {
  const Index group = static_cast<Index>(mesh.groups.size());
  mesh.groups.push_back({2, 100 + group, name});
  for (const auto &face : make_topology(mesh).faces)
    if (std::all_of(face.begin(), face.end(), [&](Index n) { return on(mesh.points[n]); })) {
      mesh.triangles.push_back(face);
      mesh.triangle_group.push_back(group);
    }
}

// Returns the mesh without the tets of a group, and without the triangles and nodes that only they
// had.
inline TetMesh without_volume(const TetMesh &mesh, const std::string &name) {
  TetMesh part;
  part.groups = mesh.groups;
  std::vector<Index> number(mesh.points.size(), -1);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (mesh.groups[mesh.tet_group[t]].name != name)
      for (const Index node : mesh.tets[t])
        number[node] = 0;
  for (std::size_t n = 0; n < number.size(); ++n)
    if (number[n] == 0) {
      number[n] = static_cast<Index>(part.points.size());
      part.points.push_back(mesh.points[n]);
    }
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (mesh.groups[mesh.tet_group[t]].name != name) {
      auto tet = mesh.tets[t];
      for (Index &node : tet)
        node = number[node];
      part.tets.push_back(tet);
      part.tet_group.push_back(mesh.tet_group[t]);
    }
  return part; // every face takes the default boundary
}

// Returns both meshes as one; nodes at the same place (to 1e-9 m) become one node. Groups are those
// of `first`; the triangles on the common boundary are dropped.
inline TetMesh glued(const TetMesh &first, const TetMesh &second) {
  using Key = std::array<long long, 3>;
  const auto key = [](const Point &p) {
    return Key{std::llround(p[0] * 1e9), std::llround(p[1] * 1e9), std::llround(p[2] * 1e9)};
  };
  TetMesh mesh = first;
  std::map<Key, Index> known;
  for (std::size_t n = 0; n < first.points.size(); ++n)
    known[key(first.points[n])] = static_cast<Index>(n);
  std::vector<Index> number;
  for (const Point &p : second.points) {
    const auto [at, is_new] = known.insert({key(p), static_cast<Index>(mesh.points.size())});
    if (is_new)
      mesh.points.push_back(p);
    number.push_back(at->second);
  }
  const auto renumber = [&](auto nodes) {
    for (Index &node : nodes)
      node = number[node];
    return nodes;
  };
  for (std::size_t t = 0; t < second.tets.size(); ++t) {
    mesh.tets.push_back(renumber(second.tets[t]));
    mesh.tet_group.push_back(second.tet_group[t]);
  }
  for (std::size_t t = 0; t < second.triangles.size(); ++t) {
    mesh.triangles.push_back(renumber(second.triangles[t]));
    mesh.triangle_group.push_back(second.triangle_group[t]);
  }
  const TetTopology topology = make_topology(mesh);
  const auto faces = triangle_faces(mesh, topology);
  TetMesh result = mesh;
  result.triangles.clear();
  result.triangle_group.clear();
  for (std::size_t t = 0; t < faces.size(); ++t)
    if (topology.face_tets[faces[t]][1] < 0) {
      result.triangles.push_back(mesh.triangles[t]);
      result.triangle_group.push_back(mesh.triangle_group[t]);
    }
  return result;
}

// The mirror image in the plane x = 0.
inline TetMesh mirrored(TetMesh mesh) {
  for (Point &p : mesh.points)
    p[0] = -p[0];
  for (auto &tet : mesh.tets)
    std::swap(tet[2], tet[3]);
  return mesh;
}

// A ball of tets that all meet in its last node: an octahedron whose faces are split `splits`
// times, of radius about 0.5 m, with 4^(splits + 1) + 2 nodes around the centre.
inline TetMesh star(int splits) {
  const Point centre{0.5, 0.4, 0.3};
  TetMesh mesh;
  mesh.groups = {{3, 1, "volume"}};
  std::vector<Point> &points = mesh.points; // directions at first
  for (int d = 0; d < 3; ++d)
    for (const double sign : {-1.0, 1.0}) {
      points.push_back({0, 0, 0});
      points.back()[d] = sign;
    }
  std::vector<std::array<Index, 3>> faces;
  for (const Index x : {0, 1})
    for (const Index y : {2, 3})
      for (const Index z : {4, 5})
        faces.push_back({x, y, z});
  for (int split = 0; split < splits; ++split) {
    std::map<std::array<Index, 2>, Index> known;
    const auto middle = [&](Index a, Index b) {
      const auto [at, is_new] =
          known.insert({{std::min(a, b), std::max(a, b)}, static_cast<Index>(points.size())});
      if (is_new) {
        const Point sum = points[a] + points[b];
        points.push_back((1 / norm(sum)) * sum);
      }
      return at->second;
    };
    std::vector<std::array<Index, 3>> finer;
    for (const auto &[a, b, c] : faces) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    faces = finer;
  }
  for (std::size_t n = 0; n < points.size(); ++n) // radii differ, so that no two tets are alike
    points[n] = centre + (0.5 + 0.02 * std::sin(3.0 * static_cast<double>(n))) * points[n];
  const Index last = static_cast<Index>(points.size());
  points.push_back(centre);
  for (const auto &[a, b, c] : faces) {
    const bool positive = tet_volume(points[a], points[b], points[c], centre) > 0;
    mesh.tets.push_back({a, positive ? b : c, positive ? c : b, last});
    mesh.tet_group.push_back(0);
  }
  return mesh;
}

// `count` tets of the size of a hand in a row, none of which touches another: the most nodes and
// edges that so many tets can have.
inline TetMesh loose_tets(Index count) {
  TetMesh mesh;
  mesh.groups = {{3, 1, "volume"}};
  for (Index t = 0; t < count; ++t) {
    const Point origin{0.2 * t, 0, 0};
    const double shape = 0.1 + 0.02 * std::sin(t);
    for (const Point &corner : {Point{0, 0, 0}, {shape, 0, 0}, {0.01, 0.1, 0}, {0, 0.02, 0.12}})
      mesh.points.push_back(origin + corner);
    mesh.tets.push_back({4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3});
    mesh.tet_group.push_back(0);
  }
  return mesh;
}

using Rotation = std::array<Point, 3>; // rows

// A turn by `angle_rad` around a unit axis (Rodrigues).
inline Rotation rotation(const Point &axis, double angle_rad) {
  const double c = std::cos(angle_rad), s = std::sin(angle_rad);
  const Point &u = axis;
  Rotation r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r[i][j] = (i == j ? c : 0) + (1 - c) * u[i] * u[j];
  r[0][1] -= s * u[2], r[0][2] += s * u[1];
  r[1][0] += s * u[2], r[1][2] -= s * u[0];
  r[2][0] -= s * u[1], r[2][1] += s * u[0];
  return r;
}

inline Point turn(const Rotation &r, const Point &p) {
  return {dot(r[0], p), dot(r[1], p), dot(r[2], p)};
}

} // namespace curlew::dgatd::testing

#pragma once

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/tri_mesh.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>

namespace curlew::testing {

// The tetrahedron under x + y + z = 1 (volume 1/6), its normals outwards: group 0.
inline TriMesh unit_tetrahedron() {
  TriMesh mesh;
  mesh.groups = {{2, 1, "skin"}};
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  mesh.triangle_group.assign(4, 0);
  return mesh;
}

// An icosahedron cut `times` times, its nodes moved onto the sphere: 20 * 4^times triangles with
// normals outwards.
inline TriMesh icosphere(int times, double radius_m = 1, const Point &centre_m = {0, 0, 0}) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  TriMesh mesh;
  mesh.groups = {{2, 1, "sphere"}};
  mesh.points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                 {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (int i = 0; i < times; ++i) {
    std::map<std::pair<Index, Index>, Index> middle;
    const auto between = [&](Index a, Index b) {
      const auto [at, fresh] = middle.try_emplace(std::minmax(a, b), Index(mesh.points.size()));
      if (fresh)
        mesh.points.push_back(0.5 * (mesh.points[a] + mesh.points[b]));
      return at->second;
    };
    std::vector<std::array<Index, 3>> finer;
    for (const auto &v : mesh.triangles) {
      const Index a = between(v[1], v[2]), b = between(v[2], v[0]), c = between(v[0], v[1]);
      finer.insert(finer.end(), {{v[0], c, b}, {c, v[1], a}, {b, a, v[2]}, {a, b, c}});
    }
    mesh.triangles = std::move(finer);
  }
  for (Point &p : mesh.points)
    p = centre_m + (radius_m / norm(p)) * p;
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mesh;
}

// A plate of nx x ny squares of side 1 in z = 0, two triangles each, normals along +z.
inline TriMesh plate(Index nx, Index ny) {
  TriMesh mesh;
  mesh.groups = {{2, 1, "plate"}};
  for (Index j = 0; j <= ny; ++j)
    for (Index i = 0; i <= nx; ++i)
      mesh.points.push_back({double(i), double(j), 0});
  for (Index j = 0; j < ny; ++j)
    for (Index i = 0; i < nx; ++i) {
      const Index a = j * (nx + 1) + i, b = a + 1, c = a + nx + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mesh;
}

// A band of `quads` squares in a ring, with so many half turns: one makes a Moebius strip.
inline TriMesh band(Index quads, int half_turns) {
  const double pi = std::acos(-1.0);
  TriMesh mesh;
  mesh.groups = {{2, 1, "band"}};
  for (Index i = 0; i < quads; ++i) {
    const double turn = 2 * pi * i / quads, twist = half_turns * turn / 2;
    for (const double s : {-0.3, 0.3}) {
      const double r = 1 + s * std::sin(twist);
      mesh.points.push_back({r * std::cos(turn), r * std::sin(turn), s * std::cos(twist)});
    }
  }
  for (Index i = 0; i < quads; ++i) {
    const Index a = 2 * i, b = a + 1;
    Index c = 2 * ((i + 1) % quads), d = c + 1;
    if (i + 1 == quads && half_turns % 2 != 0)
      std::swap(c, d);
    mesh.triangles.push_back({a, c, d});
    mesh.triangles.push_back({a, d, b});
  }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mesh;
}

// Returns both surfaces, nothing merged; the second's triangles stay in the groups of the same
// numbers.
inline TriMesh both(TriMesh first, const TriMesh &second) {
  const auto shift = static_cast<Index>(first.points.size());
  first.points.insert(first.points.end(), second.points.begin(), second.points.end());
  for (const auto &v : second.triangles)
    first.triangles.push_back({v[0] + shift, v[1] + shift, v[2] + shift});
  first.triangle_group.insert(first.triangle_group.end(), second.triangle_group.begin(),
                              second.triangle_group.end());
  return first;
}

// Returns the mesh with every node moved by the same vector.
inline TriMesh moved(TriMesh mesh, const Point &by_m) {
  for (Point &p : mesh.points)
    p = p + by_m;
  return mesh;
}

// Nodes, triangles and the nodes within triangles (by rotations) in random order; about half of the
// triangles turned where `turn` is set.
inline TriMesh shuffled(TriMesh mesh, unsigned seed, bool turn = false) {
  std::mt19937 random(seed);
  std::vector<Index> number(mesh.points.size());
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), random);
  const std::vector<Point> points = mesh.points;
  for (std::size_t n = 0; n < points.size(); ++n)
    mesh.points[number[n]] = points[n];
  for (auto &triangle : mesh.triangles) {
    for (Index &n : triangle)
      n = number[n];
    std::rotate(triangle.begin(), triangle.begin() + random() % 3, triangle.end());
    if (turn && random() % 2)
      std::swap(triangle[1], triangle[2]);
  }
  for (auto &line : mesh.lines)
    for (Index &n : line)
      n = number[n];
  std::vector<Index> order(mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  const TriMesh old = mesh;
  for (std::size_t t = 0; t < order.size(); ++t) {
    mesh.triangles[t] = old.triangles[order[t]];
    mesh.triangle_group[t] = old.triangle_group[order[t]];
  }
  return mesh;
}

} // namespace curlew::testing

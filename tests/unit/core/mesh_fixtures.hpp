#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/quality.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

namespace curlew::testing {

// Returns the same mesh with nodes, tets, triangles and the nodes within tets (by even
// permutations, which keep orientation) in random order: the worst case of a reader's output.
inline TetMesh shuffled(TetMesh mesh, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Index> number(mesh.points.size());
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), random);
  const std::vector<Point> points = mesh.points;
  for (std::size_t n = 0; n < points.size(); ++n)
    mesh.points[number[n]] = points[n];
  for (auto &tet : mesh.tets) {
    for (Index &n : tet)
      n = number[n];
    std::rotate(tet.begin(), tet.begin() + random() % 3, tet.begin() + 3);
    if (random() % 2) {
      std::swap(tet[0], tet[1]);
      std::swap(tet[2], tet[3]);
    }
  }
  for (auto &triangle : mesh.triangles) {
    for (Index &n : triangle)
      n = number[n];
    std::shuffle(triangle.begin(), triangle.end(), random);
  }
  std::shuffle(mesh.tets.begin(), mesh.tets.end(), random); // all in group 0
  return mesh;
}

inline double total_volume(const TetMesh &mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    sum += tet_volume(mesh, t);
  return sum;
}

inline double smallest_volume(const TetMesh &mesh) {
  double smallest = tet_volume(mesh, 0);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    smallest = std::min(smallest, tet_volume(mesh, t));
  return smallest;
}

// The unit tet, and on request a second one across its face x + y + z = 1.
inline TetMesh unit_tets(int count) {
  TetMesh mesh;
  mesh.groups = {{3, 1, "body"}, {2, 7, "skin"}};
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  mesh.tets.resize(count);
  mesh.tet_group.assign(count, 0);
  return mesh;
}

inline void expect_same(const TetMesh &a, const TetMesh &b) {
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.tets, b.tets);
  EXPECT_EQ(a.tet_group, b.tet_group);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.triangle_group, b.triangle_group);
}

// Returns both meshes side by side, nothing merged: nodes, tets, triangles and groups of the first,
// then of the second; equal groups become one.
inline TetMesh side_by_side(const TetMesh &first, const TetMesh &second) {
  TetMesh mesh = first;
  std::vector<Index> group;
  for (const MeshGroup &one : second.groups) {
    const auto same = std::find_if(mesh.groups.begin(), mesh.groups.end(), [&](const auto &other) {
      return other.dimension == one.dimension && other.tag == one.tag && other.name == one.name;
    });
    group.push_back(static_cast<Index>(same - mesh.groups.begin()));
    if (same == mesh.groups.end())
      mesh.groups.push_back(one);
  }
  const auto shift = static_cast<Index>(first.points.size());
  const auto moved = [&](auto nodes) {
    for (Index &node : nodes)
      node += shift;
    return nodes;
  };
  mesh.points.insert(mesh.points.end(), second.points.begin(), second.points.end());
  for (std::size_t t = 0; t < second.tets.size(); ++t) {
    mesh.tets.push_back(moved(second.tets[t]));
    mesh.tet_group.push_back(group[second.tet_group[t]]);
  }
  for (std::size_t t = 0; t < second.triangles.size(); ++t) {
    mesh.triangles.push_back(moved(second.triangles[t]));
    mesh.triangle_group.push_back(group[second.triangle_group[t]]);
  }
  return mesh;
}

// A box of one volume group of this name and tag, without surface groups.
inline TetMesh named_box(const std::string &name, int tag, const Point &size_m,
                         const std::array<Index, 3> &cells, const Point &origin_m) {
  TetMesh mesh = make_box(size_m, cells, origin_m, 0.2, 1);
  mesh.groups = {{3, tag, name}};
  mesh.triangles.clear();
  mesh.triangle_group.clear();
  return mesh;
}

// The message of the InputError that an action must throw.
template <class Action> std::string input_error(Action action) {
  try {
    action();
  } catch (const InputError &error) {
    return error.what();
  } catch (const std::exception &error) {
    ADD_FAILURE() << "threw something else: " << error.what();
    return {};
  }
  ADD_FAILURE() << "threw nothing";
  return {};
}

} // namespace curlew::testing

#pragma once

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/interpolation.hpp>

#include <curlew/tests/unit/core/mesh_fixtures.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <random>
#include <string>
#include <vector>

namespace curlew::testing {

inline const std::vector<ElementSpace> k_spaces = {{1, true}, {1, false}, {2, true}, {2, false},
                                                   {3, true}, {3, false}, {4, true}};

inline std::string space_name(const ::testing::TestParamInfo<ElementSpace> &info) {
  return std::string(info.param.mixed ? "mixed" : "full") + std::to_string(info.param.order);
}

// A mesh of tets with its unknowns.
struct ElementMesh {
  TetMesh mesh;
  TetTopology topology;
  DofMap map;

  ElementMesh(TetMesh made, const ElementSpace &space)
      : mesh(std::move(made)), topology(make_topology(mesh)),
        map(make_dof_map(mesh, topology, space)) {}
  // A box of bricks with moved inner nodes, everything in random order.
  ElementMesh(Index bricks, const ElementSpace &space, unsigned seed)
      : ElementMesh(
            shuffled(make_box({1, 1.2, 0.9}, {bricks, bricks, bricks}, {0, 0, 0}, 0.2, seed), seed),
            space) {}
};

inline std::vector<std::complex<double>> random_unknowns(Index count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::complex<double>> x(count);
  for (auto &value : x)
    value = {uniform(random), uniform(random)};
  return x;
}

inline TetShape random_tet(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-0.25, 0.25);
  TetShape shape;
  for (int i = 0; i < 4; ++i)
    for (int x = 0; x < 3; ++x)
      shape.vertices[i][x] = (i == x + 1) + uniform(random);
  return shape;
}

inline double largest_difference(const ComplexPoint &a, const ComplexPoint &b) {
  double largest = 0;
  for (int x = 0; x < 3; ++x)
    largest = std::max(largest, std::abs(a[x] - b[x]));
  return largest;
}

} // namespace curlew::testing

// Meshes without Kokkos: counts of a box.
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <cstdio>

int main() {
  const curlew::TetMesh mesh = curlew::make_box({2, 3, 4}, {3, 4, 5}, {0, 0, 0}, 0.2, 1);
  const curlew::TetTopology topology = curlew::make_topology(mesh);
  std::printf("box: %zu tets, %zu edges\n", mesh.tets.size(), topology.edges.size());
  return 0;
}

#include <curlew/core/mesh/cell_split.hpp>

#include <algorithm>

namespace curlew {

// Gmsh reference manual, "Node ordering".
const CellShape k_hexahedron = {
    8,
    12,
    6,
    0,
    {{{0, 1},
      {0, 3},
      {0, 4},
      {1, 2},
      {1, 5},
      {2, 3},
      {2, 6},
      {3, 7},
      {4, 5},
      {4, 7},
      {5, 6},
      {6, 7}}},
    {{{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3}, {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}}},
    {}};
const CellShape k_prism = {
    6,
    9,
    3,
    2,
    {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}},
    {{{0, 1, 4, 3}, {0, 3, 5, 2}, {1, 2, 5, 4}}},
    {{{0, 2, 1}, {3, 4, 5}}}};
const CellShape k_pyramid = {5,
                             8,
                             1,
                             4,
                             {{{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}},
                             {{{0, 3, 2, 1}}},
                             {{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}}};

CellSplit split_cell(const CellShape &shape, const Index *nodes) {
  CellSplit split;
  const int apex = static_cast<int>(std::min_element(nodes, nodes + shape.corner_count) - nodes);
  const auto add = [&](int a, int b, int c) {
    if (a != apex && b != apex && c != apex)
      split.tets[split.count++] = {apex, a, b, c};
  };
  for (int f = 0; f < shape.triangle_count; ++f)
    add(shape.triangles[f][0], shape.triangles[f][1], shape.triangles[f][2]);
  for (int f = 0; f < shape.quad_count; ++f) {
    const auto &quad = shape.quads[f];
    const auto first = std::min_element(quad.begin(), quad.end(),
                                        [nodes](int a, int b) { return nodes[a] < nodes[b]; });
    if (*first == apex)
      continue; // the apex lies in both of its triangles
    const int k = static_cast<int>(first - quad.begin());
    const int opposite = quad[(k + 2) % 4];
    add(quad[k], quad[(k + 1) % 4], opposite);
    add(quad[k], opposite, quad[(k + 3) % 4]);
  }
  return split;
}

std::array<std::array<Index, 3>, 2> split_quad(const std::array<Index, 4> &ring) {
  const auto k = std::min_element(ring.begin(), ring.end()) - ring.begin();
  const Index first = ring[k], opposite = ring[(k + 2) % 4];
  return {{{first, ring[(k + 1) % 4], opposite}, {first, opposite, ring[(k + 3) % 4]}}};
}

} // namespace curlew

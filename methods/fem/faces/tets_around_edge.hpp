#pragma once

#include <curlew/methods/fem/model.hpp>

#include <array>
#include <map>
#include <vector>

namespace curlew::fem {

// A tet at an edge, with its two faces there and the angle between them.
struct EdgeTet {
  Index tet = -1;
  std::array<Index, 2> faces{};
  double angle = 0;

  bool has(Index face) const { return faces[0] == face || faces[1] == face; }
};

// The solved tets around the edge between two nodes, and the heights of their faces over it.
struct EdgeTets {
  std::vector<EdgeTet> tets;
  std::map<Index, double> height_m; // by face
};
EdgeTets tets_around_edge(const Model &model, Index a, Index b);

} // namespace curlew::fem

#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {
struct Boundary;
struct Case;
} // namespace curlew

namespace curlew::dgtd {

struct Problem;

// A face of the mesh's hull with a layer before it.
struct LayerFace {
  const Boundary *boundary = nullptr;
  std::array<Index, 3> nodes{};
};

// A layer before a plane outer face across an axis.
struct FlatLayer {
  int axis = 0, side = 1; // side: +1 where the layer is at the high end
  double outer_m = 0, thickness_m = 0;
  double order = 3, rate_per_s = 0; // of the losses: rate times depth^order
};

// The absorbing layers of a case @cite gedney1996: with
//   s_d = 1 + rate_d(x) / (j omega),   d one of x, y, z,
// eps and mu are multiplied by diag(s_y s_z / s_x, s_z s_x / s_y, s_x s_y / s_z); conductors
// behind.
struct AbsorbingLayers {
  std::vector<FlatLayer> flat;
  std::vector<std::uint8_t> is_inside; // [tet], ghosts too; empty without a layer
  std::vector<Index> tets;             // those inside, ascending, without ghosts
  double largest_rate_per_s = 0;

  bool empty() const { return flat.empty(); }
  // rate_x, rate_y, rate_z at a point, 1/s.
  std::array<double, 3> rates(const Point &point_m) const;
  // What part of k_layer_penalty acts at a point: it rises with the square of the depth, because a
  // sudden one sends waves back.
  double penalty_share(const Point &point_m) const;
};

// Of scheme "central": the part of the upwind scheme's damping on faces inside of a layer, without
// which modes that the mesh does not resolve grow there.
constexpr double k_layer_penalty = 0.1;

// Throws InputError, with the place in the case file, for a face that is no plane across an axis at
// the end of the mesh, for a layer thicker than the mesh or thinner than its tets, for media with
// tensors or poles in a layer, for absorbing walls at one, and where nothing is left between them.
// All else of the problem is there.
AbsorbingLayers find_layers(const Case &input, const Problem &problem,
                            const std::vector<LayerFace> &faces);

} // namespace curlew::dgtd

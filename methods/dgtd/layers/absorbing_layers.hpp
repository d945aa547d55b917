#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::dgtd {

// Layer in front of a plane outer face across an axis.
struct FlatLayer : LayerPlane {
  double thickness_m = 0;
  double order = 3, rate_per_s = 0;  // profile of the losses: rate times depth^order
  double kappa = 1, alpha_per_s = 0; // real stretch at the end; shift of the pole
  double index = 1;                  // smallest index of its media: that of the fastest waves in it
  bool operator==(const FlatLayer &other) const;
};

// Stretch s = kappa + rate / (alpha + j omega) along one axis.
struct LayerStretch {
  double rate_per_s = 0, kappa = 1, alpha_per_s = 0;
  bool is_active() const { return rate_per_s > 0 || kappa != 1; }
};

// Absorbing layers of a case @cite gedney1996: with
//   s_d = kappa_d(x) + rate_d(x) / (alpha_d + j omega),   d one of x, y, z,
// eps and mu are multiplied by diag(s_y s_z / s_x, s_z s_x / s_y, s_x s_y / s_z). Conductors stand
// behind the layers.
struct AbsorbingLayers {
  std::vector<FlatLayer> flat;
  std::vector<std::uint8_t> is_inside; // [tet], ghosts too; empty without a layer
  std::vector<Index> tets;             // tets in layers, ascending, without ghosts
  double largest_rate_per_s = 0;
  double largest_decay_per_s = 0; // largest decay of tets' memories: rate / kappa + alpha
  double largest_penalty = 0;     // largest penalty of scheme "central"
  // Problem::materials from first_medium on serve tets of layers in place of media with poles,
  // which the layers' own term steps. of_medium has the numbers of the media with poles.
  std::size_t first_medium = 0;
  std::vector<std::size_t> of_medium;
  std::size_t continued(std::size_t medium) const {
    return medium < first_medium ? medium : of_medium[medium - first_medium];
  }

  bool empty() const { return flat.empty(); }
  bool has_real_stretch() const; // true where kappa is above 1
  // Returns the stretches along x, y and z at a point.
  std::array<LayerStretch, 3> stretch(const Point &point_m) const;
  // Returns the penalty in scheme "central": the part of the upwind scheme's damping at a point of
  // a face between tets of a layer, without which modes that the mesh does not resolve grow there.
  // It rises with the square of the depth, because a sudden one reflects waves, and with the index:
  // a layer's rates are those of its fastest waves, and slower waves are damped more.
  double penalty(const Point &point_m, double index) const;
};

// most states of the poles of a medium that a layer continues
constexpr int k_most_layer_states = 12;

} // namespace curlew::dgtd

#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {
struct Boundary;
struct Case;
struct Material;
} // namespace curlew

namespace curlew::dgtd {

struct Problem;

// Face of the mesh's hull with a layer in front of it.
struct LayerFace {
  const Boundary *boundary = nullptr;
  std::array<Index, 3> nodes{};
};

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

// Finds the layers of a case, after all other parts of the problem. Throws InputError, with the
// place in the case file, for a face that is no plane across an axis at the end of the mesh, for a
// layer thicker than the mesh or thinner than its tets, for media with tensors or too many poles in
// a layer or resonances of eps and mu together, for absorbing walls at one, and where nothing is
// left between them.
AbsorbingLayers find_layers(const Case &input, const Problem &problem,
                            const std::vector<LayerFace> &faces);

// Appends the media without poles that tets of layers have; on every rank alike.
void add_layer_media(Problem &problem);
// Gives the tets of layers these media.
void take_poles_from_layers(Problem &problem);
// Returns the medium that a tet in a layer continues, with its poles.
const Material &layer_medium(const Problem &problem, Index tet);
// True where tets in layers get a penalty beside that of the scheme.
bool has_layer_penalty(const Problem &problem);
// Returns the penalty that a face of a tet in a layer adds to that of the scheme; 0 at faces that
// end the layer.
double layer_penalty(const Problem &problem, Index tet, int face);
// Returns the stretches at the middle of a tet's extent: all six tets of a brick have the same,
// which reflects 20 dB less than a stretch that varies in the tet (docs/methods/dgtd.md).
std::array<LayerStretch, 3> layer_stretch(const Problem &problem, Index tet);

} // namespace curlew::dgtd

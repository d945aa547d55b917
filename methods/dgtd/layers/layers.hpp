#pragma once

#include <curlew/methods/dgtd/layers/absorbing_layers.hpp>

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
// which reflects 20 dB less than a stretch that varies in the tet (docs/methods/dgtd-notes.md,
// "Absorbing layers").
std::array<LayerStretch, 3> layer_stretch(const Problem &problem, Index tet);

} // namespace curlew::dgtd

#pragma once

#include <curlew/methods/fdfd/axis.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// The background of a grid at one frequency: the relative permittivity of entries that no object
// touches, a function of z alone. By default vacuum everywhere.
struct Layers {
  std::vector<complex> node;    // of E_x and E_y at node k of z, 0 ... count; empty: `below`
  std::vector<complex> half;    // of E_z at half k
  complex below = 1, above = 1; // without end beyond the grid
  // Whether plane waves are those of the grid itself (stack_wave.hpp), as layers and orders of
  // diffraction want it, instead of continuous ones.
  bool has_stack_waves = false;

  complex at(int component, Index k) const {
    return node.empty() ? below : component == 2 ? half[k] : node[k];
  }
  bool is_uniform() const;
};

// One constant everywhere.
inline Layers uniform_layers(complex eps) {
  Layers layers;
  layers.below = layers.above = eps;
  return layers;
}

// A layer by its constant; the last one has no top.
struct Layer {
  complex eps = 1;
  double top_m = 0;
};

// The background of a case; one layer of vacuum where it has none.
std::vector<Layer> layers_of(const Case &input, double frequency_hz);

// Layers on the entries of z. An interface may lie anywhere in a cell: what counts is the share
// that materials have in the cell around an entry,
//   node: the mean of eps, for E along the interface;   half: 1 over the mean of 1/eps,
// which is of second order, as with smoothed objects (edge_materials.hpp), but with the exact
// shares. Where real parts of both signs meet it is the material at the entry's position.
Layers make_layers(const std::vector<Layer> &layers, const Axis &z);

// Where each interface lies on the grid, one line each; for the log.
std::vector<std::string> describe_interfaces(const std::vector<Layer> &layers, const Axis &z);

} // namespace curlew::fdfd

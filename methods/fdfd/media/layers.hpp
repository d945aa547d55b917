#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// The background of a grid at one frequency: the relative permittivity of entries that no object
// touches, a function of z alone. By default vacuum everywhere.
struct Layers {
  std::vector<complex> node;    // eps of E_x and E_y at node k of z, 0 ... count; empty: `below`
  std::vector<complex> half;    // eps of E_z at half k
  complex below = 1, above = 1; // half-spaces beyond the grid
  // True where plane waves are those of the grid itself (stack_wave.hpp), which layers and
  // diffraction orders need, instead of continuous ones.
  bool has_stack_waves = false;

  complex at(int component, Index k) const {
    return node.empty() ? below : component == 2 ? half[k] : node[k];
  }
  bool is_uniform() const;
};

// Returns layers with one constant everywhere.
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

// Returns the background of a case; one layer of vacuum where it has none.
std::vector<Layer> layers_of(const Case &input, double frequency_hz);

// Puts layers onto the entries of z. An interface may lie anywhere in a cell. An entry's constant
// is an average by the materials' shares of the cell around it,
//   node: the mean of eps, for E along the interface;   half: 1 over the mean of 1/eps,
// which is of second order whatever the signs (Lamination), as with smoothed objects
// (edge_materials.hpp), but with the exact shares.
//
// On a node at the face of a metal the mean leaves an error of (h / skin depth)^2 / 8 of the
// metal's surface admittance, which is taken off (docs/methods/fdfd-notes.md, "Layers").
// `wavenumber` of vacuum, 1/m.
Layers make_layers(const std::vector<Layer> &layers, const Axis &z, double wavenumber);

// Returns what is added to the mean of eps on a node that the face of a metal lies on, or is up to
// 0.2 cells off, where the mean's error changes its sign; 0 farther away and for dielectrics.
// `thickness_m` of the metal, infinite for a half-space; `off_cells` from the node to the face.
complex face_correction(const complex &metal, double thickness_m, double off_cells,
                        double wavenumber, double cell_m);

// Describes the position of each interface on the grid, one line each, for the log.
std::vector<std::string> describe_interfaces(const std::vector<Layer> &layers, const Axis &z);

} // namespace curlew::fdfd

#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fdfd/grid/axis.hpp>
#include <curlew/methods/fdfd/media/layers.hpp>
#include <curlew/methods/fdfd/thin/thin_object.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace curlew::fdfd {

// Entries of eps off the diagonal, which add to the rows of eps E: row by row, by rising index of
// the vector. docs/methods/fdfd-notes.md, "Materials".
struct Couplings {
  std::vector<Offset> row;
  std::vector<Offset> first; // start of each row's columns, and at the end their number
  std::vector<Offset> column;
  std::vector<complex> value;
  bool is_lossy = false;
  std::size_t first_id = 0; // entries with this id of eps and above are rows

  bool empty() const { return row.empty(); }
};

// The discrete problem at one frequency, on the host. E_x is on (half, node, node), E_y on
// (node, half, node), E_z on (node, node, half); H on the opposite kinds. A vector holds three
// blocks x, y, z of size() entries each, x fastest: entry (c, i, j, k) is
//   c size() + (k count_y + j) count_x + i.
//
// The scattered field solves A E = f,
//   A E = curl (1/mu) curl E - k^2 eps E,
// with the differences of the axes. Entries whose id is 0 are fixed: conductors and those that the
// walls force to 0. A's rows are 0 there, and vectors that it is applied to hold 0 there. A is
// symmetric in the bilinear form with weight(): docs/methods/fdfd-notes.md, "Walls".
struct Problem {
  std::array<Axis, 3> axes;
  double frequency_hz = 0;
  double wavenumber = 0; // omega / c, 1/m

  // Index into `eps` (relative, at this frequency) of each E entry, 0: fixed; and index into `mu`
  // of each H entry, empty where mu is 1 everywhere.
  std::array<std::vector<std::uint16_t>, 3> eps_id, mu_id;
  std::vector<complex> eps, mu; // [0] is 1 and unused
  Couplings couplings;          // from the tensors of smoothed eps
  // Shares below 1 of the edges that conductors cut, by rising entry of the vector: FreeShares.
  std::vector<std::pair<Offset, double>> cut_edges;
  Layers layers;                        // eps where no object is
  std::vector<ThinObject> thin_objects; // sheets and wires, in the order of the case
  int threads = 0;                      // host threads for loops over the whole grid; 0: all

  Index count(int axis) const { return axes[axis].count; }
  Offset size() const { return Offset(count(0)) * count(1) * count(2); }
  Offset unknowns() const { return 3 * size(); }
  Offset entry(Index i, Index j, Index k) const {
    return (Offset(k) * count(1) + j) * count(0) + i;
  }
  // An entry of the vector as its component and indices.
  struct VectorEntry {
    int component;
    std::array<Index, 3> at;
  };
  VectorEntry at(Offset of_vector) const;
  bool is_bloch() const;
  // True where the walls hold an entry of E (or of H) at 0: on the walls' nodes and beyond them.
  bool is_boundary_fixed(int component, const std::array<Index, 3> &at,
                         bool is_electric = true) const;
  bool is_magnetic() const { return !mu_id[0].empty(); }
  // True for an id of eps whose entries are rows of `couplings`.
  bool is_coupled(std::size_t id) const { return !couplings.empty() && id >= couplings.first_id; }
  // True where an entry's permittivity is that of the layers alone.
  bool is_background(int component, Index k, Offset entry) const;
  // Returns the share of an edge outside of conductors; 1 for an edge that none cuts or holds.
  double free_share(Offset of_vector) const;
  // True where an object, besides the walls, is a conductor.
  bool has_conductors = false;
  // Return the position of a component of E (or H), m.
  std::array<double, 3> e_position_m(int component, Index i, Index j, Index k) const;
  std::array<double, 3> h_position_m(int component, Index i, Index j, Index k) const;
  // Returns the product of the lengths around an entry of E: its (complex) volume, m^3.
  complex weight(int component, Index i, Index j, Index k) const;
};

} // namespace curlew::fdfd

#pragma once

#include <curlew/core/index.hpp>

#include <complex>
#include <optional>
#include <vector>

namespace curlew::fdfd {

using complex = std::complex<double>; // number type of the host; kernels use Kokkos' own

// Boundary of the grid on one side. A perfectly matched layer ends in a conducting wall.
enum class Wall { pml, pec, pmc, periodic };

// A perfectly matched layer of the grid, the same on every side that has one.
struct LayerProfile {
  int cells = 10;
  double order = 3.5, reflection = 1e-8; // reflection of the amplitude, at normal incidence
  std::optional<double> kappa = {};      // real stretch at the outer end; none: fitted_kappa()
};

// Returns the real stretch of a layer that is thin against the wavelength, wavenumber times
// thickness below 0.5: the layer becomes 3 / wavenumber deep, so that reactive near fields have
// decayed where the losses are. Steep losses in a near field absorb power that no wave carries:
// without the stretch a dipole 22 cells off a layer of 10, at 1300 cells per wavelength, seems to
// radiate 20 times its power, with it 1.0007 times (Layer.* in tests/unit/methods/fdfd). Returns 1
// for thicker layers: there the stretch only adds to the reflection.
double fitted_kappa(double wavenumber, double thickness_m);

// One direction of the Yee grid. Fields are stored on nodes (i) and halves (i + 1/2), i = 0 ...
// count - 1; the node `cells` exists only on a magnetic wall, otherwise it conducts or is node 0
// again.
//
// The stretched coordinate of the perfectly matched layer, at the depth u from 0 to 1
//   s = kappa^u (1 - j sigma / (omega eps0)) with sigma growing as u^order,
// makes lengths complex: @cite chew1994, @cite gedney1996.
// The two differences of a direction are
//   half i:  (E[i+1] - E[i]) half_rate[i],   node i:  (H[i] - H[i-1]) node_rate[i],
// where a field beyond a wall is 0, and one beyond a period is `phase` times the field in this one.
// With the lengths as weights, node_length for nodes and half_length for halves, they are each
// other's negative transpose: docs/methods/fdfd-notes.md, "Walls".
struct Axis {
  Index cells = 0;
  Index count = 0; // cells, or one more for a magnetic wall at the upper end
  double cell_m = 0;
  double corner_m = 0; // coordinate of node 0
  Wall low = Wall::pml, high = Wall::pml;
  int pml_cells = 0;
  complex phase = 1; // periodic: E(x + period) = phase E(x)

  std::vector<complex> node_length, half_length; // m; never 0
  std::vector<complex> node_rate, half_rate;     // 1/m; 0 for a half beyond a magnetic wall

  bool is_periodic() const { return low == Wall::periodic; }
  bool is_bloch() const { return is_periodic() && phase != complex(1); }
  // Fields tangential to a conducting wall are 0.
  bool node_is_fixed(Index i) const { return i == 0 && (low == Wall::pml || low == Wall::pec); }
  bool half_is_fixed(Index i) const { return i >= cells; } // beyond a magnetic wall
  double node_m(Index i) const { return corner_m + cell_m * i; }
  double half_m(Index i) const { return corner_m + cell_m * (i + 0.5); }
  // Cells outside of the perfectly matched layers: [first, last).
  Index inner_first() const { return low == Wall::pml ? pml_cells : 0; }
  Index inner_last() const { return high == Wall::pml ? cells - pml_cells : cells; }
};

// Makes an axis. `wavenumber` in 1/m. Walls: periodic on both sides or on neither; the layers must
// leave a cell.
Axis make_axis(Index cells, double cell_m, double corner_m, Wall low, Wall high,
               const LayerProfile &pml, double wavenumber, complex phase = 1);

} // namespace curlew::fdfd

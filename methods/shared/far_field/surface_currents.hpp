#pragma once

#include <array>
#include <complex>
#include <vector>

namespace curlew {

using ComplexVector = std::array<std::complex<double>, 3>;

// Equivalent currents at the quadrature points of a surface in vacuum, J = n x H and M = -n x E
// with n the outer normal; peak phasors of e^{+j omega t}. All vectors have one entry per point.
struct SurfaceCurrents {
  std::vector<std::array<double, 3>> positions_m;
  std::vector<ComplexVector> J; // A/m
  std::vector<ComplexVector> M; // V/m
  std::vector<double> areas_m2; // weight of each point in integrals over the surface
  double wavenumber = 0;        // 1/m
};

// Currents of one Cartesian component on a rectangle of points: point (a, b) has the coordinates
// u_m[a] along axis u, v_m[b] along axis v, and plane_m along the third axis. The phase towards a
// direction is a product of three factors then, so that radiation costs one complex product per
// point and no sine.
struct CurrentLattice {
  int u = 0, v = 1;
  double plane_m = 0;
  std::vector<double> u_m, v_m;
  int component = 0;        // axis of the current
  bool is_magnetic = false; // M in V/m, otherwise J in A/m
  // Area of each point, with the sign of the current against `values`.
  double area_m2 = 0;
  // [b * u_m.size() + a]; the values belong to the caller and must outlive the lattice.
  const std::complex<double> *values = nullptr;

  int normal() const { return 3 - u - v; }
};

struct LatticeCurrents {
  std::vector<CurrentLattice> lattices;
  double wavenumber = 0; // 1/m
};

} // namespace curlew

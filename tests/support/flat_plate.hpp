#pragma once

#include <complex>
#include <vector>

namespace curlew::test {

// Monostatic cross sections of a square conducting plate of side 1 m at z = 0, in squares x squares
// squares whose diagonals go up to the right: the functions of @cite rao1982 with Galerkin testing,
// by code of its own. The potentials' 1/R is integrated in closed form @cite wilton1984, the rest
// and the outer integrals by 7 points, the equations are solved by elimination.
class FlatPlate {
public:
  enum class Testing { galerkin, centroid };
  FlatPlate(int squares, double wavenumber, Testing testing = Testing::galerkin);

  int unknowns() const { return static_cast<int>(edges_.size()); }
  // Returns the cross section for a wave from theta in the plane phi = 0, polarised along theta, or
  // along phi; m^2.
  double rcs_m2(double theta_deg, bool theta_polarised) const;

private:
  using complex = std::complex<double>;
  struct Edge {
    int face[2], corner[2]; // the faces on its sides, and their corners opposite to it
    double length;
  };
  struct Vec {
    double x, y;
  };

  Vec corner(int face, int i) const;
  void fill();
  void factorise();
  std::vector<complex> tested_wave(double theta_deg, bool theta_polarised, Testing testing) const;

  int squares_;
  double wavenumber_;
  Testing testing_;
  std::vector<Edge> edges_;
  std::vector<complex> matrix_; // row by row, then its factors
};

} // namespace curlew::test

#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Returns the exponent of the potential, r^tau, at an edge of 90 degrees of a medium whose
// permittivity is `ratio` times that around it, with the slowest growth: 2/3 for a conductor, 1 for
// no edge, 0 for real ratios from -3 to -1/3, where fields oscillate towards the edge.
double edge_exponent(std::complex<double> ratio);

// A medium at an edge: its permittivity and its angle, 0 to 2 pi.
struct EdgeSector {
  std::complex<double> permittivity;
  double angle = 0;
};
// Returns the same for any media around an edge, in their order, whose angles add to 2 pi: the
// least real part of the exponents, at most 1. Metals count by their complex permittivity.
//
// The potential of a sector is A cos(tau phi) + B sin(tau phi), and goes on with its flux eps
// dV/dphi into the next one, so that tau solves tr M = 2 with M the product of
//   (cos a, sin(a) / eps; -eps sin a, cos a), a = tau times the angle.
double edge_exponent(const std::vector<EdgeSector> &sectors);

// A wall at the end of a sector: V or its flux is 0 there, by the field that V is the potential of.
enum class EdgeWall { conductor, mirror };
enum class EdgeField { electric, magnetic };
// Returns the same between two walls: `permittivity` is the permeability for the magnetic field.
// The wedge of a conductor has pi over the angle. The root is that of the element of M that takes
// what is free at the first wall to what is 0 at the last one.
double edge_exponent(const std::vector<EdgeSector> &sectors, EdgeWall first, EdgeWall last,
                     EdgeField field);

} // namespace curlew

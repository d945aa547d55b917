#pragma once

#include <string>

namespace curlew {

// A mode that a port does not model, and its cutoff: the wavenumber in the medium in front of the
// port, 1/m.
struct SecondMode {
  std::string name; // name with its article
  double wavenumber = 0;
};

// TE11 between coaxial cylinders: the lowest root of J1'(k a) Y1'(k b) = J1'(k b) Y1'(k a), which
// lies within some per cent of 2 / (a + b) @cite pozar2012 section 3.5.
SecondMode second_mode_of_ring(double inner_m, double outer_m);
// Returns the lowest mode of a rectangular waveguide with conducting walls other than TE_mn or
// TM_mn: m half waves along the length.
SecondMode second_mode_of_rectangle(double length_m, double width_m, int m, int n);
// Returns the mode with half a wave across parallel plates or from one to the other.
SecondMode second_mode_between_plates(double height_m, double width_m);

// Returns a warning for a port in which another mode can travel at a frequency; else empty.
// `wavenumber`: in the medium in front, at that frequency.
std::string second_mode_warning(const std::string &location, double frequency_hz, double wavenumber,
                                const SecondMode &mode);

} // namespace curlew

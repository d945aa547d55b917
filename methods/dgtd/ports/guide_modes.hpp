#pragma once

#include <curlew/methods/dgtd/ports/find_ports.hpp>

namespace curlew::dgtd {

// Modes TEmn and TMmn of a rectangular guide, m half waves along the longer side.

// Measures the rectangle and reads the mode ("TE10" where none is given), with its field's scale
// and the next cutoff. Throws InputError for a face that is no rectangle or whose rim does not lie
// on perfect conductors.
void find_guide_mode(const PortFace &face, const PortPlane &plane, const std::string &mode,
                     Port &port);

// Returns e at a point of the face.
Point guide_field(const Port &port, const Point &place);

// Returns Z of a mode above its cutoff over that of a plane wave: for TE 1 / c, for TM c, with
// c = sqrt(1 - (cutoff / k)^2), k the wavenumber in the medium in front.
double guide_impedance_ratio(const Port &port, double wavenumber);

} // namespace curlew::dgtd

#pragma once

#include <curlew/methods/dgtd/ports/find_ports.hpp>

namespace curlew::dgtd {

// Measures the rectangle of a port, and scales its mode's field to an integral of |e|^2 of 1.
// Throws InputError for a face that is no rectangle or whose rim does not lie on perfect
// conductors.
ScaledMode find_guide_mode(const PortFace &face, const PortPlane &plane, const GuideMode &mode);

// Returns Z of a mode above its cutoff over that of a plane wave: for TE 1 / c, for TM c, with
// c = sqrt(1 - (cutoff / k)^2), k the wavenumber in the medium in front.
double guide_impedance_ratio(const RectangularMode &guide, double wavenumber);

} // namespace curlew::dgtd

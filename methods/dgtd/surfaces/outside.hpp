#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace curlew::dgtd {

using FaceKey = std::pair<Index, int>; // a tet and its face

// Absorbing faces through which waves go to and come from lines.
std::set<FaceKey> faces_of_ports(const Problem &problem);

// The middle of a face, for messages.
std::string middle_text(const Problem &problem, Index tet, int face);

// Which the currents of a far field are to lie in.
bool is_vacuum(const Material &medium);

// The far field is that of currents in a vacuum without end: what lies outside of their surface
// ([tet]) must be one, up to absorbing faces, ends of layers and planes of images, without
// currents. Throws InputError, which `surface` begins: `case.json:3:5: the surface "hull"`.
void require_vacuum_outside(const Case &input, const Problem &problem,
                            const std::vector<std::uint8_t> &is_outside,
                            const std::vector<ImagePlane> &images, const std::string &surface);

} // namespace curlew::dgtd

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

// Returns the absorbing faces of ports, where waves travel to and from lines.
std::set<FaceKey> faces_of_ports(const Problem &problem);

// Returns the middle of a face, for messages.
std::string middle_text(const Problem &problem, Index tet, int face);

// True for a medium in which the currents of a far field may lie.
bool is_vacuum(const Material &medium);

// Throws InputError, which `surface` begins (`case.json:3:5: the surface "hull"`), where the
// outside of a surface ([tet]) is no vacuum without currents, up to absorbing faces, ends of layers
// and planes of images: the far field is that of currents in a vacuum without end.
void require_vacuum_outside(const Case &input, const Problem &problem,
                            const std::vector<std::uint8_t> &is_outside,
                            const std::vector<ImagePlane> &images, const std::string &surface);

} // namespace curlew::dgtd

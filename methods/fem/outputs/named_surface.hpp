#pragma once

#include <curlew/methods/fem/outputs/radiating_faces.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew::fem {

// The surface of outputs.far_field.surface on the mesh.
struct NamedSurface {
  std::vector<RadiatingFace> faces;
  std::vector<std::uint8_t> is_outside; // [tet]: 1 where absorbing faces and layers reach it
  std::string text;                     // for messages, as in: case.json:3:5: the surface "hull"
};

// Finds the surface. The outside is found by going from absorbing faces and layers through the mesh
// up to the surface. Method dgtd throws for the same cases.
//
// Throws InputError, with the surface's name, where the surface is open and no image plane closes
// it, where it meets a conductor, a wall, a port or an absorbing layer, where it does not separate
// inside from outside, and where a conductor, a wall, a port or a medium other than vacuum lies
// outside of it.
NamedSurface find_named_surface(const Case &input, const Model &model,
                                const AbsorbingLayers &layers);

// Throws InputError where the current `name` flows in one of these tets and the tet is outside.
void require_inside(const NamedSurface &surface, const std::string &name,
                    const std::vector<Index> &tets);

} // namespace curlew::fem

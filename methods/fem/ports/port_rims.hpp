#pragma once

#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

namespace curlew::fem {

// Returns the triangles of a port. `location`: the port's place in the case, for messages.
PortFace face_of(const Model &model, const Port &port, const std::string &location = {});
// The same for any boundary with a law.
PortFace face_of(const Model &model, const Boundary &boundary, const std::string &location = {});

// Throws InputError for a TEM port without two conductors, for a rectangular or circular port with
// a part of its rim on something other than a conductor (its modes are those of conducting walls),
// and for a direction that cannot determine the sign of the mode.
void check_rim(const Case &input, const Model &model, const Port &port);

} // namespace curlew::fem

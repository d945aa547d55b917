#pragma once

#include <curlew/methods/dgtd/ports/port.hpp>

namespace curlew::dgtd {

// Leaves a port the faces of a rank's tets. `local`: of a tet its number there, below 0 where it is
// another rank's.
template <class Local> void keep_faces(Port &port, const Local &local) {
  std::size_t kept = 0;
  for (std::size_t f = 0; f < port.faces.size(); ++f) {
    FaceOfTet face = port.faces[f];
    face.tet = local(face.tet);
    if (face.tet < 0)
      continue;
    if (!port.potential.empty()) // of each face
      port.potential[kept] = port.potential[f];
    port.faces[kept++] = face;
  }
  port.faces.resize(kept);
  if (!port.potential.empty())
    port.potential.resize(kept);
}

} // namespace curlew::dgtd

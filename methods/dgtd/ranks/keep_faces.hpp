#pragma once

#include <curlew/methods/dgtd/ports/port.hpp>

namespace curlew::dgtd {

// Leaves a port only the faces of a rank's tets. `local`: returns a tet's number there, below 0 for
// a tet of another rank.
template <class Local> void keep_faces(Port &port, const Local &local) {
  auto *tem = std::get_if<TemPotential>(&port.mode);
  auto *lumped = std::get_if<LumpedSheet>(&port.mode);
  const bool has_strips = lumped != nullptr && !lumped->shape.strips.empty();
  std::size_t kept = 0;
  for (std::size_t f = 0; f < port.faces.size(); ++f) {
    FaceOfTet face = port.faces[f];
    face.tet = local(face.tet);
    if (face.tet < 0)
      continue;
    if (tem != nullptr)
      tem->potential[kept] = tem->potential[f];
    if (has_strips)
      lumped->shape.strips[kept] = lumped->shape.strips[f];
    port.faces[kept++] = face;
  }
  port.faces.resize(kept);
  if (tem != nullptr)
    tem->potential.resize(kept);
  if (has_strips)
    lumped->shape.strips.resize(kept);
}

} // namespace curlew::dgtd

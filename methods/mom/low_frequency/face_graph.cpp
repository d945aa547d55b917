#include <curlew/methods/mom/low_frequency/face_graph.hpp>

namespace curlew::mom {

FacePairs faces_of_functions(const Surface &surface) {
  FacePairs faces;
  for (const BasisFunction &f : surface.basis) {
    faces.first.push_back(f.face[0]);
    faces.second.push_back(f.face[1] < surface.face_count() ? f.face[1] : -1);
  }
  return faces;
}

std::vector<char> isolated_parts(const Surface &surface) {
  std::vector<char> isolated(surface.topology.parts, 1);
  for (const BasisFunction &f : surface.basis)
    if (f.face[1] >= surface.face_count())
      isolated[surface.topology.triangle_part[f.face[0]]] = 0;
  return isolated;
}

} // namespace curlew::mom

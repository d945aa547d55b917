#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/waveform.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew::dgtd {

// E that is imposed on a plane group of faces with the unit normal `axis`, for a unit waveform:
//   uniform         amplitude (V/m) along `direction`
//   parallel-plate  voltage / gap along `direction`
//   coaxial         voltage / (r ln(b/a)) away from the axis through `centre`
struct ImposedProfile {
  bool is_coaxial = false;
  std::array<double, 3> value{}; // V/m
  Point centre{0, 0, 0};
  std::array<double, 3> axis{};
  double times_radius_v = 0; // voltage / ln(b/a)

  std::array<double, 3> at(const Point &point_m) const;
};

// Faces with imposed E of one boundary of the case. The mesh has a conductor there, to which the
// term ImposedFields gives its E.
struct ImposedField {
  struct Face {
    Index tet = 0;
    int local = 0;
  };
  std::string group;
  Waveform waveform;
  ImposedProfile profile;
  std::vector<Face> faces;
};

} // namespace curlew::dgtd

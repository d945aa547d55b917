#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>

#include <array>
#include <vector>

namespace curlew::fem {

// Two faces of a mesh of which one is the other, moved: E there is E here times exp(-j phase).
struct Period {
  const Boundary *boundary = nullptr;
  Point translation_m{}; // from the group to the one that it is "with"
  Index group = -1, with = -1;
  std::vector<std::array<Index, 2>> faces; // of the topology, here and there
};

// The pairs of a case, without their faces, and its mesh with nodes numbered so that the nodes of a
// face and those of its counterpart rise in the same order: edges and faces of both then have the
// same orientation, and functions of any order are the same. Throws InputError, with the place,
// where the two meshes differ, and for groups that the mesh lacks or that have another condition.
std::vector<Period> match_periods(const Case &input, TetMesh &mesh);

// Adds the faces, of triangles' faces. `boundary_of_face` of the other side becomes that of the
// pair.
void add_faces(const TetMesh &mesh, const TetTopology &topology,
               const std::vector<Index> &triangle_face, std::vector<Period> &periods,
               std::vector<const Boundary *> &boundary_of_face);

// The phases by which the field lags behind there, radians: those that the case gives, or k.d of a
// wave; `wave` none: those given.
std::vector<double> phases_of(const std::vector<Period> &periods, const PlaneWave *wave,
                              double wavenumber);

// Throws InputError where a wave does not fit a phase that the case gives, "from_wave" has no wave.
void require_fitting_phases(const Case &input, const std::vector<Period> &periods,
                            const PlaneWave *wave, double wavenumber,
                            const std::string &case_location);

} // namespace curlew::fem

#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>

#include <array>
#include <vector>

namespace curlew::fem {

// Two faces of a mesh that are identified after a translation: E there is E here times exp(-j
// phase).
struct Period {
  const Boundary *boundary = nullptr;
  Point translation_m{}; // from the group to the group that it is "with"
  Index group = -1, with = -1;
  std::vector<std::array<Index, 2>> faces; // faces of the topology, here and there

  const PeriodicSpec &spec() const { return std::get<PeriodicSpec>(boundary->condition); }
};

// Returns the pairs of a case, without their faces, and renumbers the nodes of its mesh so that the
// nodes of a face and those of its counterpart rise in the same order. Edges and faces of both then
// have the same orientation, and functions of any order are the same. Throws InputError, with the
// place, where the two meshes differ, and for groups that the mesh lacks or that have another
// condition.
std::vector<Period> match_periods(const Case &input, TetMesh &mesh);

// Adds the faces to the pairs, from the faces of triangles. `boundary_of_face` of the other side
// becomes that of the pair.
void add_faces(const TetMesh &mesh, const TetTopology &topology,
               const std::vector<Index> &triangle_face, std::vector<Period> &periods,
               std::vector<const Boundary *> &boundary_of_face);

// Returns the phases by which the field lags behind there, radians: those that the case gives, or
// k.d of a wave; with `wave` null those that the case gives.
std::vector<double> phases_of(const std::vector<Period> &periods, const PlaneWave *wave,
                              double wavenumber);

// Throws InputError where a wave does not fit a phase that the case gives, or "from_wave" has no
// wave.
void require_fitting_phases(const Case &input, const std::vector<Period> &periods,
                            const PlaneWave *wave, double wavenumber,
                            const std::string &case_location);

} // namespace curlew::fem

#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/phasor_plan.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// Name, in a state, of the sums of the fields at frequencies.
inline constexpr const char *k_field_sums = "field_sums";

// Returns the tets of this rank whose fields are written, of a volume group; -1: all.
SnapshotCells written_cells(const Problem &problem, Index group);

// Returns the values of all functions of a tet at barycentric coordinates of the vertices of
// TetMesh::tets, [function][component], in 1/m.
std::vector<std::array<double, 3>> weights_at(const Problem &problem, Index tet,
                                              const std::array<double, 4> &barycentric);

// Returns the bytes of the sums of this rank; 0 without outputs.fields at frequencies.
double phasor_bytes(const Case &input, const Problem &problem);

} // namespace curlew::dgtd

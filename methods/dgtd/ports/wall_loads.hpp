#pragma once

#include <curlew/methods/dgtd/element_matrices.hpp>

namespace curlew::dgtd {

// Load of the field e of a port's mode on the tet at one of its faces: the integrals of N_i . e and
// of N_i . (d x e), d the normal into the domain, m.
struct ModeLoad {
  std::vector<double> electric, magnetic;
};
ModeLoad mode_load(const Problem &problem, const Port &port, std::size_t face);

// Matrices of a wall with the outward normal n: T = integral of (n x N_i) . (n x N_j) and
// Q = integral of N_i . (n x N_j), for the functions j with a trace on it; n x traces, row by row.
struct TraceMatrices {
  std::vector<double> trace, turned;
};
TraceMatrices trace_matrices(const Problem &problem, const FaceOfTet &face);

// Returns the numbers of the functions of a tet that have a trace on a face.
std::vector<int> trace_numbers(const Problem &problem, int face);

} // namespace curlew::dgtd

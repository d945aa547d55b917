#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>
#include <vector>

namespace curlew::fem {

// [A 0; 0 0] x = lambda B x with both complex symmetric, by the matrix that is inverted and by the
// upper rows of B, of which A has as many.
struct SectionPencil {
  HostSparse<std::complex<double>> shifted; // [A 0; 0 0] - shift B
  HostSparse<std::complex<double>> upper;   // rows of B
  double shift = 0;
};

struct SectionPair {
  std::complex<double> value;
  std::vector<std::complex<double>> vector;
};

// The pairs nearest to the shift among those with Re lambda above it, the nearest first; fewer than
// `count` where there are no more. Subspaces of (A - shift B)^-1 B, a block of vectors at a time so
// that multiple values are all found; only the upper rows of B x are kept, which are all that B x
// has where the lower equation holds: no vector with lambda = 0 of the lower rows comes in. Throws
// NotConverged, in the name of `what`.
std::vector<SectionPair> nearest_section_pairs(const SectionPencil &pencil, int count,
                                               const std::string &what);

} // namespace curlew::fem

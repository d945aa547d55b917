#pragma once

#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>
#include <vector>

namespace curlew::fem {

// The pencil [A 0; 0 0] x = lambda B x, with both matrices complex symmetric: the upper rows of B,
// as many as A has, and the shift of the matrix that is inverted.
struct SectionPencil {
  HostSparse<std::complex<double>> upper;
  double shift = 0;
};

using SectionFactor = SparseFactor<Kokkos::complex<double>>;
// Factors [A 0; 0 0] - shift B, by a library that several threads may call, each for its own
// matrix. Throws NotConverged for a singular one.
SectionFactor factor_section(const HostSparse<std::complex<double>> &shifted);

struct SectionPair {
  std::complex<double> value;
  std::vector<std::complex<double>> vector;
};

// Returns the pairs nearest to the shift among those with Re lambda above it, the nearest first;
// fewer than `count` where there are no more. The search uses subspaces of (A - shift B)^-1 B,
// extended by a block of vectors at a time so that multiple values are all found. Only the upper
// rows of B x are kept: the lower ones are 0 where the lower equation holds. No vector with lambda
// = 0 of the lower rows can then enter. Throws NotConverged, in the name of `what`.
std::vector<SectionPair> nearest_section_pairs(const SectionPencil &pencil,
                                               const SectionFactor &factor, int count,
                                               const std::string &what);

} // namespace curlew::fem

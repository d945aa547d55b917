#pragma once

#include <curlew/solvers/dense/wide_complex.hpp>

#include <vector>

namespace curlew {

// Returns the eigenvalues of a complex symmetric tridiagonal matrix, in no order, from its diagonal
// (n) and the squares of its off-diagonal (n - 1): QL without roots after Pal, Walker and Kahan
// [parlett1998, section 8.15], with rotations that are orthogonal without conjugation [cullum1996],
// n^2 of them. Such rotations may grow, and eigenvalues whose vectors are far from orthogonal with
// conjugation lose digits by it; therefore the numbers have 106 bits. Throws Error where the
// iteration fails.
std::vector<WideComplex> symmetric_tridiagonal_values(std::vector<WideComplex> diagonal,
                                                      std::vector<WideComplex> squares);

} // namespace curlew

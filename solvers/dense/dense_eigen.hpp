#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Eigenpairs of a dense matrix on the host: column m of `vectors` (n x n, column by column) belongs
// to values[m].
struct Eigenpairs {
  std::vector<std::complex<double>> values, vectors;
};

// Returns the eigenpairs of any complex matrix, in no order, with vectors of Euclidean norm 1
// (LAPACK's zgeev). `a` is n x n, column by column. Throws Error where the iteration fails.
Eigenpairs general_eigenpairs(int n, std::vector<std::complex<double>> a);

} // namespace curlew

#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Eigenpairs of a dense matrix on the host: column m of `vectors` (n x n, column by column) belongs
// to values[m].
template <class Scalar> struct Eigenpairs { std::vector<Scalar> values, vectors; };

// Of a real symmetric matrix, ascending, with orthonormal vectors (LAPACK's dsyev). `a` is n x n.
// Throws Error where the iteration fails.
Eigenpairs<double> symmetric_eigenpairs(int n, std::vector<double> a);

// Of any complex matrix, in no order, with vectors of Euclidean norm 1 (LAPACK's zgeev). `a` is n x
// n, column by column. Throws Error where the iteration fails.
Eigenpairs<std::complex<double>> general_eigenpairs(int n, std::vector<std::complex<double>> a);

} // namespace curlew

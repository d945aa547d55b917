#pragma once

#include <complex>
#include <vector>

namespace curlew {

using ComplexColumn = std::vector<std::complex<double>>;

// A V = U Sigma of a matrix A: orthogonal columns, whose lengths are the singular values, and the
// unitary V, column by column.
struct SingularColumns {
  std::vector<ComplexColumn> products; // columns of U Sigma
  std::vector<ComplexColumn> vectors;  // columns of V
};

// Decomposes a matrix, column by column, by rotations of pairs of columns (one-sided Jacobi), which
// loses no digits of small values.
SingularColumns singular_columns(std::vector<ComplexColumn> columns);

double length_of(const ComplexColumn &column);

} // namespace curlew

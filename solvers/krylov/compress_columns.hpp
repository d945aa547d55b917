#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Columns as combinations of few: column j = sum over k of combination[j][k] basis[k], to within
// `tolerance` in the 2-norm. The basis are the left singular vectors times their singular values,
// the largest first, and the combinations the conjugated right ones, so that whoever finds a linear
// image of each basis vector to an absolute accuracy has those of all columns to about the same.
struct CompressedColumns {
  using Column = std::vector<std::complex<double>>;
  std::vector<Column> basis;
  std::vector<double> singular;    // norms of the basis
  std::vector<Column> combination; // of each column, one number for each basis vector
};

// By Gram and Schmidt with pivots, then one-sided Jacobi rotations of the small factor.
CompressedColumns compress_columns(std::vector<CompressedColumns::Column> columns,
                                   double tolerance);

// The largest norm of sum over k of c[k] vectors[k], c a combination each.
double largest_combination(const std::vector<CompressedColumns::Column> &vectors,
                           const std::vector<CompressedColumns::Column> &combinations);

} // namespace curlew

#pragma once

#include <complex>
#include <vector>

namespace curlew {

// Columns as combinations of few vectors: column j = sum over k of combination[j][k] basis[k], to
// within `tolerance` in the 2-norm. The basis are the left singular vectors times their singular
// values, the largest first, and the combinations the conjugated right ones. Linear images of all
// basis vectors to an absolute accuracy therefore give the images of all columns to about the same
// accuracy.
struct CompressedColumns {
  using Column = std::vector<std::complex<double>>;
  std::vector<Column> basis;
  std::vector<double> singular; // norms of the basis
  // Combination of each column: one number for each basis vector.
  std::vector<Column> combination;
};

// Compresses by Gram and Schmidt with pivots, then one-sided Jacobi rotations of the small factor.
CompressedColumns compress_columns(std::vector<CompressedColumns::Column> columns,
                                   double tolerance);

// Returns the largest norm of sum over k of c[k] vectors[k] for the combinations c.
double largest_combination(const std::vector<CompressedColumns::Column> &vectors,
                           const std::vector<CompressedColumns::Column> &combinations);

} // namespace curlew

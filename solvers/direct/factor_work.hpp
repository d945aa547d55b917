#pragma once

#include <curlew/core/index.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <vector>

namespace curlew {

// Work of a factorisation of a complex matrix, known from its pattern.
struct FactorWork {
  double entries = 0;          // of the factors, as FactorReport counts them
  double flops = 0;            // 8 for a complex multiplication and addition
  bool has_good_order = false; // false without METIS, where MUMPS finds a better order
};

// Orders the unknowns and counts, without a number of the matrix: a part of the analysis of
// SparseFactor. Rows of A in any order; entries of both triangles.
FactorWork factor_work(const std::vector<Offset> &row_begin, const std::vector<Index> &columns,
                       MatrixSymmetry symmetry);

} // namespace curlew

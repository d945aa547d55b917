#pragma once

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

namespace curlew::fdfd {

// A as a sparse matrix, for preconditioners and for the variant `csr`, which the paper
// (@cite demir2012) compares its own storage with: 13 entries a row, 39 a cell, against 24 N
// numbers of coefficient arrays with E and H eliminated one after the other, and 12 N of the
// paper's. Rows at walls have fewer entries; rows and columns of fixed entries have none.
//
// Columns take 32 bits: throws ResourceError above 2^31 - 2 unknowns.
template <class Space>
SparseMatrix<Space, Complex> csr_matrix(const Space &space, const System<Space> &system);

// Returns y := A x by Kokkos Kernels' SpMV.
template <class Space> ApplyFunction<Space> csr_apply(const SparseMatrix<Space, Complex> &matrix);

constexpr double k_csr_entries_per_cell = 3 * 13;
// Bytes of values, columns and three row offsets.
constexpr double k_csr_bytes_per_cell = k_csr_entries_per_cell * (16 + 4) + 3 * 8;
// Fewest bytes that a product moves: the matrix and x once, y once.
constexpr double k_csr_apply_bytes = k_csr_bytes_per_cell + 2 * 48;

} // namespace curlew::fdfd

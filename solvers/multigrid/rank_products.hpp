#pragma once

#include <curlew/solvers/sparse/row_part.hpp>

#include <vector>

namespace curlew {

// P of a level and the next coarser one where a rank needs it to make P^T A P: a row for each local
// column of its part of A.
struct ReachedColumns {
  HostSparse<double> p;       // columns as in `numbers`
  std::vector<Index> numbers; // of the whole's columns, rising
};
ReachedColumns reached_columns(const HostSparse<double> &whole, const std::vector<Index> &rows);

// The rank of each column: that of the row where the column's entry is largest, of several the
// lowest. So half of a coarse edge has the edge's rank, and a function that is kept its own.
std::vector<int> owners_of_columns(const HostSparse<double> &whole,
                                   const std::vector<int> &row_owner);

// This rank's rows of P^T A P: each rank multiplies with its own rows of A and sends what belongs
// to others. `owner`: of the columns of P. Collective.
RowPart<Kokkos::complex<double>> triple_product(const RowPart<Kokkos::complex<double>> &a,
                                                const ReachedColumns &reached,
                                                const std::vector<int> &owner,
                                                const Communicator &ranks, int threads);

// The diagonal of P^T A P, of all `count` columns of P, on every rank. Collective.
std::vector<Kokkos::complex<double>>
triple_product_diagonal(const RowPart<Kokkos::complex<double>> &a, const ReachedColumns &reached,
                        std::size_t count, const Communicator &ranks, int threads);

// The whole square matrix at the root, empty elsewhere; `owner`: of its rows and columns.
// Collective.
HostSparse<Kokkos::complex<double>> gathered(const RowPart<Kokkos::complex<double>> &a,
                                             const std::vector<int> &owner,
                                             const Communicator &ranks);

} // namespace curlew

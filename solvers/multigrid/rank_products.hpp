#pragma once

#include <curlew/solvers/sparse/row_part.hpp>

#include <vector>

namespace curlew {

// P of a level and the next coarser one restricted to the rows that a rank needs for P^T A P: a row
// for each local column of its part of A.
struct ReachedColumns {
  HostSparse<double> p;       // columns as in `numbers`
  std::vector<Index> numbers; // columns of the whole matrix, rising
};
ReachedColumns reached_columns(const HostSparse<double> &whole, const std::vector<Index> &rows);

// Returns the rank of each column: that of the row where the column's entry is largest, of several
// rows the lowest. So half of a coarse edge keeps the edge's rank, and a function that is kept has
// its own rank.
std::vector<int> owners_of_columns(const HostSparse<double> &whole,
                                   const std::vector<int> &row_owner);

// Returns this rank's rows of P^T A P: each rank multiplies with its own rows of A and sends the
// results of other ranks' rows to them. `owner`: rank of each column of P. Collective.
RowPart<Kokkos::complex<double>> triple_product(const RowPart<Kokkos::complex<double>> &a,
                                                const ReachedColumns &reached,
                                                const std::vector<int> &owner,
                                                const Communicator &ranks, int threads);

// Returns the diagonal of P^T A P, for all `count` columns of P, on every rank. Collective.
std::vector<Kokkos::complex<double>>
triple_product_diagonal(const RowPart<Kokkos::complex<double>> &a, const ReachedColumns &reached,
                        std::size_t count, const Communicator &ranks, int threads);

// Returns the whole square matrix at the root, an empty one elsewhere; `owner`: rank of each row
// and column. Collective.
HostSparse<Kokkos::complex<double>> gathered(const RowPart<Kokkos::complex<double>> &a,
                                             const std::vector<int> &owner,
                                             const Communicator &ranks);

} // namespace curlew

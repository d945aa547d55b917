#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <vector>

namespace curlew {

// Numbers 0, 1, ... of unknowns that several ranks divide among themselves are told by `owner`: of
// each number its rank, the same vector on every rank. A rank has local numbers of those that it
// uses: the ones that it owns first, rising, then ghosts of others, rank by rank, rising.
struct LocalNumbers {
  std::vector<Index> numbers; // of the whole
  Index owned = 0;
  std::vector<ExchangePeer> peers; // of the ghosts
  std::vector<Index> local;        // of each number of the whole, -1: not here

  Index count() const { return static_cast<Index>(numbers.size()); }
};

// All owned numbers, and ghosts for those `needed` (rising, each once) that others own. Throws
// Error where ranks disagree on the owners. Collective.
LocalNumbers make_local_numbers(const std::vector<Index> &needed, const std::vector<int> &owner,
                                const Communicator &ranks);

std::vector<Index> owned_numbers(const std::vector<int> &owner, int rank);

// Rising numbers, put in the order of their ranks.
void order_by_rank(std::vector<Index> &numbers, const std::vector<int> &owner);

// Which owned entries each other rank has as ghosts: `local` has the local number of each number of
// the whole (-1: not here), `ghosts` the numbers of this rank's ghosts, rank by rank. Throws Error
// where a rank asks for what this one does not own. Collective.
std::vector<ExchangePeer> peers_of(const std::vector<Index> &ghosts, const std::vector<int> &owner,
                                   const std::vector<Index> &local, Index owned,
                                   const Communicator &ranks);

// The rows of a matrix that a rank multiplies by, with local numbers of the columns. A matrix of
// one rank is its own whole part.
template <class Scalar> struct RowPart {
  HostSparse<Scalar> rows;
  std::vector<Index> columns;      // numbers of the whole; empty on one rank
  Index owned = 0;                 // of the columns
  std::vector<ExchangePeer> peers; // of the others
  bool has_ghosts = false;         // on any rank
};

// Of the rows numbered `rows` of a matrix that this rank has whole, those owned of the columns and
// the ghosts that they need. Collective.
RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows,
                        const std::vector<int> &column_owner, const Communicator &ranks);

// The same with the columns of these rows alone, whoever owns them: for vectors that a rank makes
// itself of all that it needs.
RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows);

// The columns of some rows, rising.
std::vector<Index> columns_of(const HostSparse<double> &whole, const std::vector<Index> &rows);

} // namespace curlew

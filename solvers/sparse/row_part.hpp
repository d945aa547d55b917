#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

#include <vector>

namespace curlew {

// Unknowns 0, 1, ... that several ranks divide among themselves are given by `owner`, which holds
// the rank of each number and is the same on every rank. A rank has local numbers of the unknowns
// that it uses: the owned ones first, rising, then ghosts of others, rank by rank, rising.
struct LocalNumbers {
  std::vector<Index> numbers; // numbers in the whole
  Index owned = 0;
  std::vector<ExchangePeer> peers; // peers of the ghosts
  // Local number of each number of the whole, -1: not here.
  std::vector<Index> local;

  Index count() const { return static_cast<Index>(numbers.size()); }
};

// Returns all owned numbers, and ghosts for the numbers of `needed` (rising, each once) that others
// own. Throws Error where ranks disagree on the owners. Collective.
LocalNumbers make_local_numbers(const std::vector<Index> &needed, const std::vector<int> &owner,
                                const Communicator &ranks);

std::vector<Index> owned_numbers(const std::vector<int> &owner, int rank);

// Puts rising numbers in the order of their ranks.
void order_by_rank(std::vector<Index> &numbers, const std::vector<int> &owner);

// Finds the owned entries that each other rank has as ghosts: `local` has the local number of each
// number of the whole (-1: not here), `ghosts` the numbers of this rank's ghosts, rank by rank.
// Throws Error where a rank requests an entry that this one does not own. Collective.
std::vector<ExchangePeer> peers_of(const std::vector<Index> &ghosts, const std::vector<int> &owner,
                                   const std::vector<Index> &local, Index owned,
                                   const Communicator &ranks);

// The rows of a matrix that a rank multiplies by, with local numbers of the columns. On one rank
// the part is the whole matrix.
template <class Scalar> struct RowPart {
  HostSparse<Scalar> rows;
  std::vector<Index> columns;      // numbers of the whole; empty on one rank
  Index owned = 0;                 // number of owned columns
  std::vector<ExchangePeer> peers; // peers of the other columns
  bool has_ghosts = false;         // true if any rank has ghosts
};

// Returns a rank's part of the rows numbered `rows` of a matrix that the rank holds whole, with the
// owned columns and the ghosts that the rows need. Collective.
RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows,
                        const std::vector<int> &column_owner, const Communicator &ranks);

// The same with the columns of these rows alone, whatever their owner: for vectors whose needed
// entries a rank computes itself.
RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows);

// Returns the columns of some rows, rising.
std::vector<Index> columns_of(const HostSparse<double> &whole, const std::vector<Index> &rows);

} // namespace curlew

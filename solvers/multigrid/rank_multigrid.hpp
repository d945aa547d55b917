#pragma once

#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/multigrid/rank_products.hpp>

#include <optional>
#include <vector>

namespace curlew {

// make_multigrid() on several ranks, each of which has its rows of every level: the same operator
// to rounding, whoever owns what. A coarse unknown belongs to the rank of the fine one in which it
// is largest (owners_of_columns()), so that levels are cut alike; a rank may own nothing. Every
// transfer and every product with A is one exchange of ghosts. The matrix of the coarsest level is
// gathered at the root, which factors it and solves there for all.
//
// Potentials: with gcr each rank computes those that its unknowns reach, at its border as its
// neighbours do too, after one exchange; with chebyshev they are divided as unknowns are.
class RankMultigrid {
public:
  // `levels` as make_multigrid() takes them, of the whole problem but for its matrices, the same on
  // every rank; what a rank does not need of them goes in the first make(). `owner`: of each
  // unknown of the finest level its rank. Throws DimensionMismatch for sizes that do not fit,
  // InputError for options out of range.
  RankMultigrid(const Communicator &ranks, std::vector<MultigridLevel> levels,
                std::vector<int> owner, const MultigridOptions &options);

  // Of this rank's rows of the finest level's matrix, always with the same pattern: a
  // preconditioner of the entries that it owns. The report counts all ranks. Throws NotConverged
  // for a singular coarsest level, on every rank. Collective.
  template <class Space>
  Multigrid<Space> make(const Space &space, RowPart<Kokkos::complex<double>> a);

private:
  // Of a level above the coarsest, this rank's part; does not depend on the matrix.
  struct Transfers {
    RowPart<double> prolongation, restriction, gradient, divergence;
    ReachedColumns coarse, potentials; // for products with the level's matrix
    std::vector<int> potential_owner;
    std::vector<Index> own_potentials; // numbers of the rows of `divergence`
  };

  void divide(std::size_t level, const std::vector<Index> &columns);

  Communicator ranks_;
  MultigridOptions options_;
  std::vector<MultigridLevel> whole_;               // emptied by divide()
  std::vector<std::vector<int>> owner_;             // by level
  std::vector<std::optional<Transfers>> transfers_; // by level, none of the coarsest
};

} // namespace curlew

#pragma once

#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/multigrid/rank_products.hpp>

#include <optional>
#include <vector>

namespace curlew {

// make_multigrid() on several ranks, each of which has its rows of every level: the same operator
// to rounding for any division of the unknowns. A coarse unknown belongs to the rank of the fine
// unknown in which its function is largest (owners_of_columns()), so that levels are cut alike; a
// rank may own nothing. Every transfer and every product with A is one exchange of ghosts. The
// matrix of the coarsest level is gathered at the root, which factors it and solves there for all.
//
// Potentials: with gcr each rank computes the potentials that its unknowns reach, after one
// exchange; potentials at its border are computed by its neighbours too. With chebyshev potentials
// are divided like unknowns.
class RankMultigrid {
public:
  // `levels` as in make_multigrid(), of the whole problem without its matrices, the same on every
  // rank; data that a rank does not need are freed in the first make(). `owner`: rank of each
  // unknown of the finest level. Throws DimensionMismatch for sizes that do not fit, InputError for
  // options out of range.
  RankMultigrid(const Communicator &ranks, std::vector<MultigridLevel> levels,
                std::vector<int> owner, const MultigridOptions &options);

  // Makes, from this rank's rows of the finest level's matrix, a preconditioner of the entries that
  // the rank owns. The matrix must always have the same pattern. The report counts all ranks.
  // Throws NotConverged for a singular coarsest level, on every rank. Collective.
  template <class Space>
  Multigrid<Space> make(const Space &space, RowPart<Kokkos::complex<double>> a);

private:
  // This rank's transfers of a level above the coarsest; independent of the matrix.
  struct Transfers {
    RowPart<double> prolongation, restriction, gradient, divergence;
    ReachedColumns coarse, potentials; // columns for products with the level's matrix
    std::vector<int> potential_owner;
    std::vector<Index> own_potentials; // numbers of the rows of `divergence`
  };

  void divide(std::size_t level, const std::vector<Index> &columns);

  Communicator ranks_;
  MultigridOptions options_;
  std::vector<MultigridLevel> whole_;               // emptied by divide()
  std::vector<std::vector<int>> owner_;             // by level
  std::vector<std::optional<Transfers>> transfers_; // by level, none for the coarsest
};

} // namespace curlew

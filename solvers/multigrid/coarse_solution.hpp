#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace curlew::multigrid {

// x := A^-1 r on the coarsest level, by factors on the host. On several ranks the root holds the
// factors, gathers r and scatters x.
template <class Space, class Number> class CoarseSolution {
public:
  using Vector = Kokkos::View<Number *, Space>;

  // At the root: `factor` and, on several ranks, `owned`, the unknowns that each rank owns.
  CoarseSolution(std::optional<SparseFactor<Wide>> factor, const Communicator &ranks,
                 std::vector<std::vector<Index>> owned)
      : factor_(std::move(factor)), ranks_(ranks), owned_(std::move(owned)) {}

  // Entries of both factors, on this rank.
  double entries() const { return factor_ ? 2 * factor_->report().entries : 0; }

  void solve(const Space &space, const Vector &r, const Vector &x) {
    const std::vector<Number> mine = to_vector(space, r);
    copy_to_view(space, ranks_.is_alone() ? solved(mine) : solved_at_root(mine), x);
  }

private:
  std::vector<Number> solved(const std::vector<Number> &r) const {
    std::vector<Wide> x(r.begin(), r.end());
    factor_->solve_unchecked(x.data());
    std::vector<Number> narrow;
    narrow.reserve(x.size());
    for (const Wide &value : x)
      narrow.push_back(narrowed<Number>(value));
    return narrow;
  }

  std::vector<Number> solved_at_root(const std::vector<Number> &mine) const {
    std::vector<std::vector<Number>> parts = ranks_.gather(mine);
    if (ranks_.is_root()) {
      std::vector<Number> whole(factor_->rows());
      for (std::size_t rank = 0; rank < parts.size(); ++rank)
        for (std::size_t k = 0; k < parts[rank].size(); ++k)
          whole[owned_[rank][k]] = parts[rank][k];
      whole = solved(whole);
      for (std::size_t rank = 0; rank < parts.size(); ++rank)
        for (std::size_t k = 0; k < parts[rank].size(); ++k)
          parts[rank][k] = whole[owned_[rank][k]];
    }
    return ranks_.scatter(parts);
  }

  std::optional<SparseFactor<Wide>> factor_;
  Communicator ranks_;
  std::vector<std::vector<Index>> owned_;
};

} // namespace curlew::multigrid

#include <curlew/solvers/multigrid/rank_multigrid.hpp>

#include <curlew/core/dimension_mismatch.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/multigrid/host_cycle.hpp>
#include <curlew/solvers/sparse/host_products.hpp>

#include <fmt/format.h>

#include <utility>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;
using multigrid::HostLevel;
using multigrid::inverted;

std::vector<Complex> some_of(const std::vector<Complex> &values,
                             const std::vector<Index> &numbers) {
  std::vector<Complex> some;
  some.reserve(numbers.size());
  for (const Index number : numbers)
    some.push_back(values[number]);
  return some;
}

} // namespace

RankMultigrid::RankMultigrid(const Communicator &ranks, std::vector<MultigridLevel> levels,
                             std::vector<int> owner, const MultigridOptions &options)
    : ranks_(ranks), options_(options), whole_(std::move(levels)), owner_(whole_.size()),
      transfers_(whole_.size()) {
  multigrid::require_options(options_);
  if (whole_.size() < 2)
    throw InputError(fmt::format("multigrid needs two levels at least, not {}", whole_.size()));
  auto rows = static_cast<Offset>(owner.size());
  for (std::size_t l = whole_.size() - 1; l > 0; --l) {
    require_equal_size("rows of a level's prolongation", whole_[l].prolongation.rows, rows);
    require_equal_size("rows of a level's gradient", whole_[l].gradient.rows, rows);
    rows = whole_[l].prolongation.column_count;
  }
  whole_[0] = {}; // the coarsest level needs no gradient
  owner_.back() = std::move(owner);
}

void RankMultigrid::divide(std::size_t level, const std::vector<Index> &columns) {
  const MultigridLevel whole = std::exchange(whole_[level], {});
  const std::vector<int> &owner = owner_[level];
  const std::vector<Index> owned = owned_numbers(owner, ranks_.rank());
  const int threads = options_.threads;
  Transfers made;
  owner_[level - 1] = owners_of_columns(whole.prolongation, owner);
  made.coarse = reached_columns(whole.prolongation, columns);
  made.prolongation = part_of(whole.prolongation, owned, owner_[level - 1], ranks_);
  made.restriction = part_of(transpose(whole.prolongation, threads),
                             owned_numbers(owner_[level - 1], ranks_.rank()), owner, ranks_);
  made.potentials = reached_columns(whole.gradient, columns);
  made.potential_owner = owners_of_columns(whole.gradient, owner);
  if (options_.smoother == MultigridSmoother::gcr) {
    made.gradient = part_of(whole.gradient, owned);
    made.own_potentials = made.gradient.columns;
  } else {
    made.gradient = part_of(whole.gradient, owned, made.potential_owner, ranks_);
    made.own_potentials = owned_numbers(made.potential_owner, ranks_.rank());
  }
  made.divergence = part_of(transpose(whole.gradient, threads), made.own_potentials, owner, ranks_);
  transfers_[level] = std::move(made);
}

template <class Space>
Multigrid<Space> RankMultigrid::make(const Space &space, RowPart<Complex> a) {
  const Kokkos::Timer timer;
  const int threads = options_.threads;
  MultigridReport report;
  report.name = multigrid::name_of(whole_.size(), options_);
  report.levels.resize(whole_.size());
  std::vector<RowPart<Complex>> matrices(whole_.size());
  matrices.back() = std::move(a);
  for (std::size_t l = whole_.size(); l-- > 0;) {
    const RowPart<Complex> &fine = matrices[l];
    report.levels[l] = {static_cast<Index>(ranks_.sum(std::int64_t(fine.rows.rows))),
                        ranks_.sum(std::int64_t(fine.rows.entries()))};
    if (l == 0)
      break;
    if (!transfers_[l])
      divide(l, fine.columns);
    matrices[l - 1] = triple_product(fine, transfers_[l]->coarse, owner_[l - 1], ranks_, threads);
  }
  report.galerkin_s = timer.seconds();
  multigrid::HostCycle parts;
  parts.ranks = ranks_;
  parts.levels = matrices.size();
  parts.coarse = gathered(std::exchange(matrices[0], {}), owner_[0], ranks_);
  for (int rank = 0; ranks_.is_root() && rank < ranks_.size(); ++rank)
    parts.coarse_unknowns.push_back(owned_numbers(owner_[0], rank));
  parts.level = [&](std::size_t l) {
    const Transfers &transfers = *transfers_[l];
    HostLevel level;
    level.a = std::exchange(matrices[l], {});
    level.inverse = inverted(diagonal(level.a.rows));
    level.prolongation = transfers.prolongation;
    level.restriction = transfers.restriction;
    level.gradient = transfers.gradient;
    level.divergence = transfers.divergence;
    if (options_.smoother == MultigridSmoother::gcr) {
      level.node_inverse = some_of(
          inverted(triple_product_diagonal(level.a, transfers.potentials,
                                           transfers.potential_owner.size(), ranks_, threads)),
          transfers.own_potentials);
      return level;
    }
    level.node_matrix =
        triple_product(level.a, transfers.potentials, transfers.potential_owner, ranks_, threads);
    level.node_inverse = inverted(diagonal(level.node_matrix.rows));
    level.edge_eigenvalue = multigrid::largest_eigenvalue(level.a, level.inverse, ranks_, threads);
    level.node_eigenvalue =
        multigrid::largest_eigenvalue(level.node_matrix, level.node_inverse, ranks_, threads);
    return level;
  };
  Multigrid<Space> made =
      multigrid::make_cycle(space, std::move(parts), options_, std::move(report));
  made.report.setup_s = timer.seconds();
  return made;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template Multigrid<Space> RankMultigrid::make(const Space &, RowPart<Complex>);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew

#include <curlew/methods/fem/ranks/rank_steps.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace curlew::fem {
namespace {

enum class StepTask { divide, solve, end };

// Rows of the matrix for one rank, as messages.
struct Rows {
  std::vector<Offset> lengths;
  std::vector<Index> columns; // numbers of the whole
  std::vector<double> values;
};

Rows rows_of(const HostSparse<double> &a, const std::vector<Index> &numbers) {
  Rows rows;
  for (const Index number : numbers) {
    const Offset begin = a.row_begin[number], end = a.row_begin[number + 1];
    rows.lengths.push_back(end - begin);
    rows.columns.insert(rows.columns.end(), a.columns.begin() + begin, a.columns.begin() + end);
    rows.values.insert(rows.values.end(), a.values.begin() + begin, a.values.begin() + end);
  }
  return rows;
}

// Makes this rank's part of its rows. Collective.
RowPart<double> part_of_rows(const Rows &rows, const std::vector<int> &owner,
                             const Communicator &ranks) {
  std::vector<Index> ghosts;
  for (const Index column : rows.columns)
    if (owner[column] != ranks.rank())
      ghosts.push_back(column);
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  LocalNumbers numbers = make_local_numbers(ghosts, owner, ranks);
  RowPart<double> part;
  part.rows.rows = numbers.owned;
  part.rows.column_count = numbers.count();
  part.rows.row_begin.push_back(0);
  for (const Offset length : rows.lengths)
    part.rows.row_begin.push_back(part.rows.row_begin.back() + length);
  for (const Index column : rows.columns)
    part.rows.columns.push_back(numbers.local[column]);
  part.rows.values = rows.values;
  part.columns = std::move(numbers.numbers);
  part.owned = numbers.owned;
  part.peers = std::move(numbers.peers);
  part.has_ghosts = !ranks.is_alone();
  return part;
}

// Sends each rank its rows, of which the root gives those of all. Collective.
Rows scattered(const std::vector<Rows> &all, const Communicator &ranks) {
  std::vector<std::vector<Offset>> lengths(ranks.size());
  std::vector<std::vector<Index>> columns(ranks.size());
  std::vector<std::vector<double>> values(ranks.size());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    lengths[rank] = all[rank].lengths;
    columns[rank] = all[rank].columns;
    values[rank] = all[rank].values;
  }
  Rows mine;
  mine.lengths = ranks.scatter(lengths);
  mine.columns = ranks.scatter(columns);
  mine.values = ranks.scatter(values);
  return mine;
}

// Solves this rank's part, `b_and_x` the entries of b, then those of x. Collective.
template <class Space>
std::vector<double> solve_part(const Space &space, StepSolver<Space> &solver,
                               const std::vector<double> &b_and_x) {
  using Vector = typename StepSolver<Space>::Vector;
  const auto owned = static_cast<std::ptrdiff_t>(b_and_x.size() / 2);
  const Vector b = to_view<Space>("curlew::fem::step_load",
                                  std::vector<double>(b_and_x.begin(), b_and_x.begin() + owned));
  const Vector x("curlew::fem::step_solution", solver.columns());
  const auto mine = Kokkos::make_pair(std::size_t(0), static_cast<std::size_t>(owned));
  copy_to_view(space, std::vector<double>(b_and_x.begin() + owned, b_and_x.end()), Vector(x, mine));
  solver.solve_rows(b, x);
  return to_vector(space, Vector(x, mine));
}

template <class Space>
void follow_on(const Space &space, const SolverChoice &choice, double tolerance, int max_iterations,
               const Communicator &ranks) {
  std::unique_ptr<StepSolver<Space>> solver;
  ranks.idle_barrier(); // the root prepares the case
  for (;;) {
    const StepTask task = from_root<StepTask>(ranks).at(0);
    if (task == StepTask::end)
      return;
    if (task == StepTask::divide) {
      const auto owner = from_root<int>(ranks);
      const Rows rows = scattered({}, ranks);
      solver = std::make_unique<StepSolver<Space>>(space, part_of_rows(rows, owner, ranks), choice,
                                                   tolerance, max_iterations, ranks);
      continue;
    }
    const auto b_and_x = ranks.scatter(std::vector<std::vector<double>>());
    try {
      ranks.gather(solve_part(space, *solver, b_and_x));
    } catch (const NotConverged &) { // thrown on every rank; the root's ends the run
    }
  }
}

} // namespace

StepRanks::StepRanks(Communicator ranks, std::vector<int> owner)
    : ranks_(std::move(ranks)), owner_(std::move(owner)), loads_(ranks_, owner_) {}

void StepRanks::announce_first() const {
  if (!std::exchange(has_begun_, true))
    ranks_.idle_barrier();
}

RowPart<double> StepRanks::divide(const HostSparse<double> &a) const {
  announce_first();
  from_root<StepTask>(ranks_, {StepTask::divide});
  from_root(ranks_, owner_);
  std::vector<Rows> all;
  for (const std::vector<Index> &numbers : loads_.numbers())
    all.push_back(rows_of(a, numbers));
  return part_of_rows(scattered(all, ranks_), owner_, ranks_);
}

std::vector<double> StepRanks::begin_solve(const std::vector<double> &b,
                                           const std::vector<double> &x) const {
  from_root<StepTask>(ranks_, {StepTask::solve});
  return loads_.mine_of(b, x);
}

std::vector<double> StepRanks::end_solve(const std::vector<double> &mine) const {
  return loads_.gathered(mine);
}

void StepRanks::dismiss() const {
  if (is_alone())
    return;
  announce_first();
  from_root<StepTask>(ranks_, {StepTask::end});
}

template <class Space>
LeadingStepSolver<Space>::LeadingStepSolver(const Space &space, const HostSparse<double> &a,
                                            const SolverChoice &choice, double tolerance,
                                            int max_iterations, const StepRanks &ranks)
    : StepSolver<Space>(space, ranks.divide(a), choice, tolerance, max_iterations,
                        ranks.communicator()),
      space_(space), ranks_(ranks) {}

template <class Space> void LeadingStepSolver<Space>::solve(const Vector &b, const Vector &x) {
  const auto mine = ranks_.begin_solve(to_vector(space_, b), to_vector(space_, x));
  copy_to_view(space_, ranks_.end_solve(solve_part<Space>(space_, *this, mine)), x);
}

void follow_steps(Backend backend, const SolverChoice &choice, double tolerance, int max_iterations,
                  const Communicator &ranks) {
  with_backend(backend,
               [&](auto space) { follow_on(space, choice, tolerance, max_iterations, ranks); });
}

#define CURLEW_INSTANTIATE(Space) template class LeadingStepSolver<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem

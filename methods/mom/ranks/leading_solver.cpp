#include <curlew/methods/mom/ranks/leading_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/methods/mom/dense_system.hpp>

namespace curlew::mom {
namespace {

enum class Task { prepare, solve, end };

std::unique_ptr<SurfaceSolver> make_part(Backend backend, const Surface &surface, const Spec &spec,
                                         int threads, const Communicator &ranks) {
  DenseForm form{DenseForm::Kind::divided};
  form.ranks = ranks;
  return make_dense_system(backend, surface, spec, threads, form);
}

class LeadingSolver final : public SurfaceSolver {
public:
  LeadingSolver(std::unique_ptr<SurfaceSolver> part, const Communicator &ranks)
      : part_(std::move(part)), ranks_(ranks) {}

  void prepare(const Combination &with) override {
    announce(ranks_, Task::prepare);
    from_root<Combination>(ranks_, {with});
    part_->prepare(with);
  }

  void solve(std::vector<Column> &columns, const Watch &watch) override {
    announce(ranks_, Task::solve);
    from_root<std::size_t>(ranks_, {columns.size()});
    for (const Column &column : columns)
      from_root(ranks_, column);
    part_->solve(columns, watch);
  }

  const SolverFigures &figures() const override { return part_->figures(); }

private:
  std::unique_ptr<SurfaceSolver> part_;
  Communicator ranks_;
};

std::vector<SurfaceSolver::Column> columns_from_root(const Communicator &ranks) {
  std::vector<SurfaceSolver::Column> columns(from_root<std::size_t>(ranks).at(0));
  for (SurfaceSolver::Column &column : columns)
    column = from_root<std::complex<double>>(ranks);
  return columns;
}

} // namespace

std::unique_ptr<SurfaceSolver> make_leading_solver(Backend backend, const Surface &surface,
                                                   const Spec &spec, int threads,
                                                   const Communicator &ranks) {
  return std::make_unique<LeadingSolver>(make_part(backend, surface, spec, threads, ranks), ranks);
}

void follow(Backend backend, const Surface &surface, const Spec &spec, int threads,
            const Communicator &ranks) {
  const std::unique_ptr<SurfaceSolver> part = make_part(backend, surface, spec, threads, ranks);
  for (;;) {
    const Task task = next_task<Task>(ranks);
    if (task == Task::end)
      return;
    try {
      if (task == Task::prepare) {
        part->prepare(from_root<Combination>(ranks).at(0));
      } else {
        std::vector<SurfaceSolver::Column> columns = columns_from_root(ranks);
        part->solve(columns);
      }
    } catch (const NotConverged &) { // thrown on every rank; the root's run handles both
    } catch (const Interrupted &) {
    }
  }
}

void dismiss_ranks(const Communicator &ranks) {
  if (!ranks.is_alone())
    announce(ranks, Task::end);
}

} // namespace curlew::mom

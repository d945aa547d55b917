#include <curlew/methods/fdfd/ranks/leading_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/fdfd/ranks/slab_solver.hpp>

namespace curlew::fdfd {
namespace {

enum class Task { set, solve, end };

class LeadingSolver final : public FieldSolver {
public:
  LeadingSolver(Backend backend, const Problem &problem, SolverChoice choice,
                const Communicator &ranks)
      : choice_(std::move(choice)), ranks_(ranks) {
    announce(ranks_, Task::set);
    from_root<SolverMethod>(ranks_, {choice_.method});
    solver_ = make_slab_solver(backend, divide(&problem, ranks_), choice_.method, ranks_);
    setup_s_ = since_start_.seconds();
  }

  void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
             SolveReport &report) override {
    announce(ranks_, Task::solve);
    options_from_root(ranks_, options);
    const auto finish = [&] {
      report.solver = to_text(choice_);
      report.setup_s = setup_s_;
    };
    try {
      solver_->solve(rhs, e, options, report);
    } catch (const Error &) {
      finish();
      throw;
    }
    finish();
  }

  std::string description() const override { return ""; }
  const SolverChoice &choice() const override { return choice_; }
  const std::string &fallback() const override { return nothing_; }
  double setup_s() const override { return setup_s_; }

private:
  Stopwatch since_start_;
  SolverChoice choice_;
  Communicator ranks_;
  std::unique_ptr<SlabSolver> solver_;
  double setup_s_ = 0;
  std::string nothing_;
};

} // namespace

std::unique_ptr<FieldSolver> make_leading_solver(Backend backend, const Problem &problem,
                                                 const SolverChoice &choice,
                                                 const Communicator &ranks) {
  return std::make_unique<LeadingSolver>(backend, problem, choice, ranks);
}

void follow(Backend backend, const Communicator &ranks) {
  std::unique_ptr<SlabSolver> solver;
  for (;;) {
    const Task task = next_task<Task>(ranks);
    if (task == Task::end)
      return;
    if (task == Task::set) {
      solver.reset();
      const SolverMethod method = from_root<SolverMethod>(ranks).at(0);
      solver = make_slab_solver(backend, divide(nullptr, ranks), method, ranks);
      continue;
    }
    std::vector<complex> nothing;
    SolveReport report;
    try {
      solver->solve({}, nothing, options_from_root(ranks, SolveOptions()), report);
    } catch (const NotConverged &) { // thrown on every rank; the root's run handles it
    }
  }
}

void dismiss_ranks(const Communicator &ranks) {
  if (!ranks.is_alone())
    announce(ranks, Task::end);
}

} // namespace curlew::fdfd

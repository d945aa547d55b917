#include <curlew/methods/fdfd/ranks/leading_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/fdfd/ranks/slab_solver.hpp>
#include <curlew/methods/fdfd/solve/background_fallback.hpp>

namespace curlew::fdfd {
namespace {

enum class Task { set, solve, end };

// What slabs need of a SolverChoice.
struct SentChoice {
  SolverMethod method;
  bool has_background, has_scatterers;
  BackgroundOptions::Form form;
  complex eps_b, eps_m;
  Index basis;
};

// Sends the root's choice; other ranks pass any and get it.
SolverChoice choice_from_root(const Communicator &ranks, const SolverChoice &choice) {
  const BackgroundChoice mine = choice.background.value_or(BackgroundChoice());
  const SentChoice sent =
      from_root<SentChoice>(ranks,
                            {{choice.method, choice.background.has_value(), mine.has_scatterers,
                              mine.form, mine.eps_b, mine.eps_m, mine.basis}})
          .at(0);
  SolverChoice all = choice;
  all.method = sent.method;
  all.background.reset();
  if (sent.has_background)
    all.background = BackgroundChoice{sent.form,   sent.eps_b, sent.eps_m,         mine.text,
                                      mine.reason, sent.basis, sent.has_scatterers};
  return all;
}

class LeadingSolver final : public FieldSolver {
public:
  LeadingSolver(Backend backend, const Case &input, const Problem &problem, SolverChoice choice,
                const Communicator &ranks)
      : choice_(std::move(choice)), ranks_(ranks) {
    set_up(backend, problem);
    if (choice_.background)
      fallback_ = fall_back(input, problem, solver_->defect(), choice_);
    if (!fallback_.empty())
      set_up(backend, problem);
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

  std::string description() const override {
    return choice_.background ? describe_background(choice_, solver_->defect()) : "";
  }
  const SolverChoice &choice() const override { return choice_; }
  const std::string &fallback() const override { return fallback_; }
  double setup_s() const override { return setup_s_; }

private:
  void set_up(Backend backend, const Problem &problem) {
    solver_.reset();
    announce(ranks_, Task::set);
    choice_from_root(ranks_, choice_);
    solver_ = make_slab_solver(backend, divide(&problem, ranks_), choice_, ranks_);
  }

  Stopwatch since_start_;
  SolverChoice choice_;
  Communicator ranks_;
  std::unique_ptr<SlabSolver> solver_;
  double setup_s_ = 0;
  std::string fallback_;
};

} // namespace

std::unique_ptr<FieldSolver> make_leading_solver(Backend backend, const Case &input,
                                                 const Problem &problem, const SolverChoice &choice,
                                                 const Communicator &ranks) {
  return std::make_unique<LeadingSolver>(backend, input, problem, choice, ranks);
}

void follow(Backend backend, const Communicator &ranks) {
  std::unique_ptr<SlabSolver> solver;
  for (;;) {
    const Task task = next_task<Task>(ranks);
    if (task == Task::end)
      return;
    if (task == Task::set) {
      solver.reset();
      const SolverChoice choice = choice_from_root(ranks, {});
      solver = make_slab_solver(backend, divide(nullptr, ranks), choice, ranks);
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

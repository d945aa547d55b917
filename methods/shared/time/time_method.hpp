#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace curlew {

// A prepared problem as the driver of runs in time knows it.
struct TimeProblem {
  std::string method;  // value of "method" in a case
  std::string variant; // part of the fingerprint of a checkpoint
  Execution execution{};
  // Largest stable time step; infinite for a scheme without a limit, which has a step for a case
  // that gives none.
  double dt_limit_s = std::numeric_limits<double>::infinity();
  double default_dt_s = 0;
  double sources_end_s = 0;
  std::int64_t cells = 0; // of the whole mesh, for the table of times
  std::string cell_name;  // "tet"
  // A case with ports may take several runs, one for each excited port. It has no restart.
  std::size_t runs = 1;
  // Columns of energy.csv after those of the energy, with outputs.nonlinear.
  std::vector<std::string> energy_figures = {};
};

// One run of a case: its scheme, and the recorders of the method that the scheme itself does not
// own. All of them are in the scheme's list, in the order in which they write.
struct TimeRun {
  std::unique_ptr<TimeScheme> scheme;
  std::vector<std::unique_ptr<Recorder>> recorders = {};

  // Adds a recorder, which writes before those that are in the list.
  void add_first(std::unique_ptr<Recorder> recorder) {
    scheme->recorders().insert(scheme->recorders().begin(), recorder.get());
    recorders.push_back(std::move(recorder));
  }
};

// Interface of a method for the driver of runs in the time domain (time_driver.hpp): one prepared
// problem. The driver owns files, schedules and checkpoints; outputs are recorders of a run.
// Functions are collective where stated.
class TimeMethod {
public:
  virtual ~TimeMethod() = default;

  virtual const Communicator &ranks() const = 0;
  virtual TimeProblem problem() const = 0;
  // Returns warnings about the problem, for the log and the summary; those of the root are used.
  // Collective.
  virtual std::vector<std::string> warnings() const = 0;
  // Logs sizes and the backend, before the first step.
  virtual void report() const = 0;
  // Returns one of the runs, with its recorders. It must not outlive the method.
  virtual TimeRun make_run(const TimePlan &plan, std::size_t run) = 0;

  // Gather the unknowns of the whole mesh at the root, in an order that depends on the mesh only,
  // and distribute each rank's own from them. Collective.
  virtual FieldState gather(const FieldState &mine) = 0;
  virtual FieldState scatter(const FieldState &whole) = 0;
  // Throws InputError, at the root, for the state of a checkpoint that lacks data that this case
  // requires.
  virtual void check_state(const FieldState &whole) const = 0;
};

} // namespace curlew

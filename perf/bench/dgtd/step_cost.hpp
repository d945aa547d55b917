#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/scheme.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace curlew::dgtd {

// Vacuum in conducting walls.
Case vacuum_case(const std::string &scheme, const FunctionSpace &space);

// A cube of 1 m of vacuum, of jittered tets.
Problem cube(const std::string &scheme, const FunctionSpace &space, Index bricks, int threads);

// A scheme without outputs, with the given classes of local time steps. The problem must outlive
// it.
class Steps {
public:
  Steps(Backend backend, const Problem &problem, const std::string &variant, double dt_s,
        const StepClasses *classes = nullptr);
  void take(std::int64_t steps);
  TimeScheme &scheme() { return *scheme_; }

private:
  TimePlan plan_;
  std::vector<Source> sources_;
  Probes probes_;
  std::unique_ptr<TimeScheme> scheme_;
  std::int64_t step_ = 0;
};

struct StepCost {
  double seconds = 0, spread = 0, bytes = 0;
};

// Returns the median of batches of about a tenth of a second, starting from random fields.
StepCost cost_of_step(Backend backend, const Problem &problem, const std::string &variant,
                      double dt_s, const StepClasses *classes = nullptr);

// Returns the columns that all rows of a problem have in common.
nlohmann::ordered_json new_row(const Problem &problem, const std::string &scheme,
                               const std::string &variant, Backend backend, int threads);

// Adds the cost, and its part of the copy bandwidth at that size; returns that part.
double add_cost(nlohmann::ordered_json &row, const StepCost &cost, Backend backend);

} // namespace curlew::dgtd

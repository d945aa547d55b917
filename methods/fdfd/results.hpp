#pragma once

#include <curlew/io/output/rcs_table.hpp>
#include <curlew/io/output/results_directory.hpp>
#include <curlew/io/output/summary.hpp>
#include <curlew/methods/fdfd/outputs/field_output.hpp>
#include <curlew/methods/fdfd/outputs/huygens_box.hpp>
#include <curlew/methods/fdfd/plan.hpp>
#include <curlew/methods/fdfd/solve_report.hpp>

#include <optional>

namespace curlew::fdfd {

// What a run writes of its solves: convergence histories, cross sections, where the power went,
// fields, local SAR.
class ResultWriter {
public:
  // `input` and `summary` must stay.
  ResultWriter(const Case &input, const ResultsDirectory &results, std::size_t solves, bool quiet,
               Summary &summary, int threads);

  // What the grid leaves no room for is said before the solve. Throws InputError.
  void check(const Solve &solve, const Problem &problem);

  // Of one solve that did or did not converge.
  void add_history(const SolveReport &report);
  // Of one that did: `electric` is the scattered E, on conductors too.
  void add(const Solve &solve, const Problem &problem, const std::vector<complex> &electric,
           const SolveReport &report, const std::string &how);
  void close();

private:
  nlohmann::ordered_json far_results(const Solve &solve, const IncidentWave &incident,
                                     const YeeFields &fields, const NodeBox &box);
  void add_cross_sections(const Solve &solve, const HuygensSurface &surface,
                          const IncidentWave &incident);

  const Case &input_;
  const ResultsDirectory &results_;
  std::size_t solves_, done_ = 0;
  bool quiet_;
  Summary &summary_;
  int threads_;
  RcsTable rcs_;
  FieldOutput fields_;
};

} // namespace curlew::fdfd

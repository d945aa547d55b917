#include <curlew/methods/fem/sweep/sweep_choice.hpp>

#include <curlew/core/log.hpp>

#include <fmt/format.h>

namespace curlew::fem {

void report_rational_sweep(const std::string &reason, Summary &summary) {
  spdlog::info("adaptive sweep: rational fit of S ({})", reason);
  summary["sweep"]["model"] = "rational";
  summary["sweep"]["model_reason"] = reason;
}

std::unique_ptr<ReducedSweep> choose_sweep(const Case &input, const Problem &problem,
                                           const std::vector<Port> &ports, PortNetwork &network,
                                           EquationSystem &system, FrequencyDriver &driver) {
  Summary &summary = driver.summary();
  driver.clock().end("set-up");
  if (const std::string why = why_not_affine(input, problem.model, problem.layers); !why.empty()) {
    report_rational_sweep(why, summary);
    return nullptr;
  }
  const FrequencySweepSpec &spec = input.frequency_sweep;
  auto sweep = std::make_unique<ReducedSweep>(
      input.frequencies_hz, spec.outputs_at_hz, spec.tolerance,
      static_cast<std::size_t>(spec.max_solves), network,
      affine_terms(input, problem, ports, system, input.frequencies_hz), problem.unknowns.count,
      problem.threads);
  driver.clock().end("modes of the ports at all frequencies");
  if (!sweep->is_possible()) {
    report_rational_sweep(
        fmt::format("the modes of the ports change too much with the frequency: {} columns do not "
                    "suffice for bands as wide as \"max_solves\" of {} asks for",
                    PortSpan::k_most, spec.max_solves),
        summary);
    return nullptr;
  }
  const std::string reason = "the matrix is a sum of constant ones with factors";
  const nlohmann::ordered_json figures = sweep->describe();
  spdlog::info("adaptive sweep: reduced-order model ({}: {} terms, {} columns of ports{})", reason,
               figures["terms"].size(), figures["port_columns"].get<std::size_t>(),
               sweep->bands() == 1 ? "" : fmt::format(", in {} bands", sweep->bands()));
  summary["sweep"]["model"] = "reduced-order";
  summary["sweep"]["model_reason"] = reason;
  return sweep;
}

} // namespace curlew::fem

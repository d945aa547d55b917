#include <curlew/methods/shared/frequency/port_results.hpp>

#include <curlew/core/log.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

void append(std::vector<SourceSolve> &plan, std::vector<SourceSolve> more) {
  plan.insert(plan.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

AdaptiveSweep make_sweep(const Case &input) {
  return {input.frequencies_hz, input.frequency_sweep.tolerance,
          static_cast<std::size_t>(input.frequency_sweep.max_solves)};
}

} // namespace

std::vector<SourceSolve> first_plan(const Case &input, const SweepModel *sweep) {
  if (!input.frequency_sweep.is_adaptive)
    return make_plan(input);
  make_plan(input); // throws for the cases that it refuses
  std::vector<SourceSolve> plan;
  for (const std::size_t f : sweep != nullptr ? sweep->first() : make_sweep(input).first())
    append(plan, plan_at(input, input.frequencies_hz[f]));
  return plan;
}

PortResults::PortResults(const Case &input, FrequencyDriver &driver, References references_ohm,
                         std::vector<PortMode> modes, SweepModel *sweep)
    : input_(input), driver_(driver), references_ohm_(std::move(references_ohm)),
      modes_(std::move(modes)), sweep_(sweep) {
  if (modes_.empty())
    for (const Boundary &boundary : input.boundaries)
      if (holds<PortSpec>(boundary))
        modes_.push_back({static_cast<int>(modes_.size()) + 1, 1});
  if (input.frequency_sweep.is_adaptive && sweep_ == nullptr)
    sweep_ = &fit_.emplace(make_sweep(input));
}

void PortResults::add(double frequency_hz, const ScatteringMatrix &s) {
  const auto &all = input_.frequencies_hz;
  const auto place = std::find(all.begin(), all.end(), frequency_hz);
  if (place == all.end()) // a frequency of "outputs_at"
    return;
  solved_[frequency_hz] = s;
  if (sweep_ != nullptr)
    sweep_->add(static_cast<std::size_t>(place - all.begin()), s);
}

std::vector<SourceSolve> PortResults::next() {
  if (sweep_ == nullptr || is_complete_)
    return {};
  std::vector<std::size_t> asked = sweep_->first();
  asked.insert(asked.end(), asked_.begin(), asked_.end());
  for (const std::size_t f : asked)
    if (!sweep_->is_solved(f)) // the solve failed, and the run continues without it
      return {};
  const std::size_t before = sweep_->solves();
  const std::optional<std::size_t> frequency = sweep_->next();
  if (!frequency)
    return further_outputs();
  asked_.push_back(*frequency);
  spdlog::info("sweep: {} of {} frequencies solved, S known to about {:.2g}; next {:.6g} Hz",
               before, input_.frequencies_hz.size(), sweep_->error(),
               input_.frequencies_hz[*frequency]);
  return plan_at(input_, input_.frequencies_hz[*frequency]);
}

std::vector<SourceSolve> PortResults::further_outputs() {
  is_complete_ = true;
  std::vector<SourceSolve> plan;
  for (const double frequency_hz : input_.frequency_sweep.outputs_at_hz)
    if (solved_.count(frequency_hz) == 0)
      append(plan, plan_at(input_, frequency_hz));
  return plan;
}

ordered_json PortResults::to_json(const ScatteringMatrix &s) {
  ordered_json list = ordered_json::array();
  for (const std::complex<double> &value : s)
    list.push_back({value.real(), value.imag()});
  return list;
}

void PortResults::recall(double frequency_hz, const ordered_json &s) {
  ScatteringMatrix matrix;
  for (const ordered_json &value : s)
    matrix.emplace_back(value.at(0).get<double>(), value.at(1).get<double>());
  add(frequency_hz, matrix);
}

void PortResults::report_sweep() {
  auto solved = ordered_json::array();
  for (const auto &[frequency_hz, s] : solved_)
    solved.push_back(frequency_hz);
  ordered_json entry = sweep_->describe();
  entry.update({{"frequencies", input_.frequencies_hz.size()},
                {"solved", solved},
                {"error_estimate", sweep_->error()},
                {"tolerance", input_.frequency_sweep.tolerance},
                {"converged", sweep_->is_converged()}});
  if (driver_.summary()["sweep"].is_object()) // from the method
    entry.update(driver_.summary()["sweep"]);
  driver_.summary()["sweep"] = std::move(entry);
  spdlog::info("sweep: {} of {} frequencies solved, S at the others known to about {:.2g}",
               solved_.size(), input_.frequencies_hz.size(), sweep_->error());
  if (!sweep_->is_converged())
    report_warnings(
        {fmt::format("{}: the sweep ended after {} solves {}; raise \"max_solves\", or, "
                     "where it is reached, lower \"solver.tolerance\"",
                     input_.where("/frequency"), solved_.size(), sweep_->doubt())},
        driver_.summary());
}

void PortResults::close(NetworkCheck check) {
  if (!is_wanted() || solved_.empty())
    return;
  std::map<double, ScatteringMatrix> all = solved_;
  if (sweep_ != nullptr) {
    report_sweep();
    for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
      if (sweep_->is_known(f))
        all[input_.frequencies_hz[f]] = sweep_->at(f);
  }
  if (sweep_ != nullptr)
    check.cause +=
        ", or S between the solved frequencies is off: lower the \"tolerance\" of the sweep";
  report_warnings(make_passive_where_asked(input_, all, check.cause), driver_.summary());
  report_warnings(network_warnings(input_, all, check), driver_.summary());
  for (const double frequency_hz : empty_hz_)
    all.emplace(frequency_hz, ScatteringMatrix());
  write_scattering_tables(input_, driver_.results(), modes_, all, references_ohm_,
                          input_.outputs.s_parameters->touchstone, driver_.summary());
}

} // namespace curlew

#include <curlew/methods/mom/ports/port_results.hpp>

#include <curlew/core/log.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/ports/network.hpp>
#include <curlew/methods/shared/run/records.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

using nlohmann::ordered_json;

// A title as the name of a file.
std::string file_stem(const std::string &title) {
  std::string stem = title.empty() ? "ports" : title;
  for (char &c : stem)
    if (static_cast<unsigned char>(c) < ' ' || std::string("/\\:*?\"<>|").find(c) < 9)
      c = '_';
  return stem;
}

void append(std::vector<SourceSolve> &plan, std::vector<SourceSolve> more) {
  plan.insert(plan.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

AdaptiveSweep make_sweep(const Case &input) {
  return {input.frequencies_hz, input.frequency_sweep.tolerance,
          static_cast<std::size_t>(input.frequency_sweep.max_solves)};
}

// port-Z.csv: the impedance into each excited port, all others terminated by their reference.
std::vector<std::string> impedance_columns(const std::vector<int> &ports) {
  std::vector<std::string> columns{"f (Hz)"};
  for (const int port : ports)
    for (const char *part : {"Re", "Im"})
      columns.push_back(fmt::format("{} Z[{}] (ohm)", part, port));
  return columns;
}

} // namespace

std::vector<SourceSolve> first_plan(const Case &input) {
  if (!input.frequency_sweep.is_adaptive)
    return make_plan(input);
  make_plan(input); // what it refuses
  std::vector<SourceSolve> plan;
  for (const std::size_t f : make_sweep(input).first())
    append(plan, plan_at(input, input.frequencies_hz[f]));
  return plan;
}

PortResults::PortResults(const Case &input, FrequencyDriver &driver)
    : input_(input), driver_(driver) {
  if (input.frequency_sweep.is_adaptive)
    sweep_.emplace(make_sweep(input));
}

std::vector<double> PortResults::impedances_ohm() const {
  std::map<int, double> ports;
  for (const Boundary &boundary : input_.boundaries)
    if (boundary.port)
      ports[boundary.port->index] = boundary.port->impedance_ohm;
  std::vector<double> impedances;
  for (const auto &[index, impedance] : ports)
    impedances.push_back(impedance);
  return impedances;
}

std::vector<int> PortResults::excited() const {
  std::vector<int> ports;
  for (const Boundary &boundary : input_.boundaries)
    if (boundary.port && boundary.port->excited)
      ports.push_back(boundary.port->index);
  std::sort(ports.begin(), ports.end());
  return ports;
}

void PortResults::add(double frequency_hz, const ScatteringMatrix &s) {
  solved_[frequency_hz] = s;
  if (!sweep_)
    return;
  const auto &all = input_.frequencies_hz;
  sweep_->add(
      static_cast<std::size_t>(std::find(all.begin(), all.end(), frequency_hz) - all.begin()), s);
}

std::vector<SourceSolve> PortResults::next() {
  if (!sweep_)
    return {};
  std::vector<std::size_t> asked = sweep_->first();
  asked.insert(asked.end(), asked_.begin(), asked_.end());
  for (const std::size_t f : asked)
    if (!sweep_->is_solved(f)) // it failed, and the run goes on without it
      return {};
  const std::size_t before = sweep_->solves();
  const std::optional<std::size_t> frequency = sweep_->next();
  if (!frequency)
    return {};
  asked_.push_back(*frequency);
  spdlog::info("sweep: {} of {} frequencies solved, S known to about {:.2g}; next {:.6g} Hz",
               before, input_.frequencies_hz.size(), sweep_->error(),
               input_.frequencies_hz[*frequency]);
  return plan_at(input_, input_.frequencies_hz[*frequency]);
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
  driver_.summary()["sweep"] = {{"frequencies", input_.frequencies_hz.size()},
                                {"solved", solved},
                                {"error_estimate", sweep_->error()},
                                {"tolerance", input_.frequency_sweep.tolerance},
                                {"converged", sweep_->is_converged()}};
  spdlog::info("sweep: {} of {} frequencies solved, S at the others known to about {:.2g}",
               solved_.size(), input_.frequencies_hz.size(), sweep_->error());
  if (!sweep_->is_converged())
    report_warnings({fmt::format("{}: the sweep ended after {} solves with an error of S of about "
                                 "{:.2g}, above its \"tolerance\" of {:.2g}; raise \"max_solves\"",
                                 input_.where("/frequency"), solved_.size(), sweep_->error(),
                                 input_.frequency_sweep.tolerance)},
                    driver_.summary());
}

void PortResults::close() {
  if (!is_wanted() || solved_.empty())
    return;
  std::map<double, ScatteringMatrix> all = solved_;
  if (sweep_) {
    report_sweep();
    for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
      if (sweep_->is_known(f))
        all[input_.frequencies_hz[f]] = sweep_->at(f);
  }
  const std::vector<double> impedances = impedances_ohm();
  const std::vector<int> columns = excited();
  const std::size_t ports = impedances.size();
  std::vector<PortMode> observed, sources;
  for (std::size_t p = 0; p < ports; ++p)
    observed.push_back({static_cast<int>(p) + 1, 1});
  for (const int port : columns)
    sources.push_back({port, 1});
  PortTable table(driver_.results().file("port-S.csv"), observed, sources);
  CsvTable impedance_table(driver_.results().file("port-Z.csv"), impedance_columns(columns));
  NetworkSweep network;
  for (const auto &[frequency_hz, s] : all) {
    ScatteringMatrix excited_columns;
    for (std::size_t i = 0; i < ports; ++i)
      for (const int port : columns)
        excited_columns.push_back(s[i * ports + static_cast<std::size_t>(port) - 1]);
    table.add(frequency_hz, excited_columns);
    std::vector<double> row{frequency_hz};
    for (const int port : columns) {
      const std::size_t p = static_cast<std::size_t>(port) - 1;
      const std::complex<double> z = input_impedance(s[p * ports + p], impedances[p]);
      row.insert(row.end(), {z.real(), z.imag()});
    }
    impedance_table.row(row);
    network.frequencies_hz.push_back(frequency_hz);
    network.s.push_back(s);
    network.impedances_ohm.emplace_back(impedances.begin(), impedances.end());
  }
  table.close();
  impedance_table.close();
  if (input_.outputs.s_parameters->touchstone)
    write_touchstone(driver_.results().file(touchstone_name(file_stem(input_.title), ports)),
                     to_touchstone(network, input_.outputs.s_parameters->reference_ohm));
}

} // namespace curlew::mom

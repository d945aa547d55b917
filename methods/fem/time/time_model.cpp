#include <curlew/methods/fem/time/time_model.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/ranks/rank_rows.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Frequency with k0 = 1: the load of a current is then -j eta0 times the integrals of J . phi_i.
constexpr double k_unit_wavenumber_hz = k_speed_of_light / (2 * k_pi);

std::vector<TimeSource> time_sources(const Case &input, const Problem &problem,
                                     const CurvedLocator &locator) {
  std::vector<TimeSource> sources;
  for (std::size_t x = 0; x < input.excitations.size(); ++x) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[x].source);
    if (current == nullptr)
      continue;
    SourceSolve solve;
    solve.frequency_hz = k_unit_wavenumber_hz;
    solve.excitation = &input.excitations[x];
    solve.case_location = input.where(fmt::format("/excitations/{}", x));
    const Load load = current_load(input, problem, locator, solve);
    TimeSource source{*current->waveform, {}, {}};
    for (std::size_t i = 0; i < load.size(); ++i)
      if (load[i].imag() != 0) {
        source.unknowns.push_back(static_cast<Index>(i));
        source.values.push_back(load[i].imag());
      }
    sources.push_back(std::move(source));
  }
  return sources;
}

std::vector<TimePort> time_ports(const Case &input, const Problem &problem,
                                 const std::vector<Port> &ports) {
  const auto branches = face_branches(input, problem.model, ports);
  std::vector<TimePort> result;
  for (const Port &port : ports) {
    TimePort one;
    one.field = field_of(problem, port);
    one.admittance = branches[port.terms[0]][0].scale;
    one.impedance_ohm = port.lumped() != nullptr ? port.lumped()->impedance_ohm
                                                 : k_eta0 / (one.admittance * one.field.norm);
    result.push_back(std::move(one));
  }
  return result;
}

} // namespace

TimeModel::TimeModel(const Case &input, Backend backend, int threads, Prepared prepared,
                     const Communicator &ranks)
    : input_(input), backend_(backend), threads_(threads), ports_(std::move(prepared.ports)),
      choice_(std::move(prepared.choice)),
      problem_(make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads)),
      locator_(std::move(prepared.locator)), networks_(input, network_ports()),
      sources_(time_sources(input, problem_, locator_)),
      time_ports_(time_ports(input, problem_, ports_)),
      probes_(probe_stencils(input, problem_, locator_)), surface_(input, problem_) {
  if (!ranks.is_alone())
    ranks_ = {ranks, owners_of_unknowns(problem_, ranks.size(), input.run.partition)};
}

double TimeModel::sources_end_s() const {
  double end_s = 0;
  for (const TimeSource &source : sources_)
    end_s = std::max(end_s, source.waveform.end_s());
  return std::max(end_s, networks_.drives_end_s());
}

std::unique_ptr<NewmarkScheme> TimeModel::make_scheme(const TimePlan &plan, std::size_t run) {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    time_ports_[p].drive.reset();
    for (const PortDrive &drive : networks_.drives(run))
      if (drive.port == ports_[p].spec().index)
        time_ports_[p].drive = drive;
  }
  const SchemeInput in{input_,      problem_, sources_,
                       time_ports_, probes_,  surface_,
                       choice_,     plan,     choices_of(input_).beta,
                       threads_,    &ranks_};
  auto scheme = make_newmark(
      backend_, in, make_step_matrices(input_, problem_, ports_, choice_, backend_, plan.dt_s));
  if (scheme->ports() != nullptr)
    scheme->ports()->set_networks(networks_, run);
  return scheme;
}

NetworkPorts TimeModel::network_ports() const {
  NetworkPorts ports;
  for (const Port &port : ports_)
    ports.indices.push_back(port.spec().index);
  ports.is_matched = ports.has_frequency_domain = true;
  ports.references = [this](double frequency_hz) {
    PortReferences at;
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      const PortSpec &spec = ports_[p].spec();
      const double impedance_ohm = time_ports_[p].impedance_ohm;
      at.faces_ohm.push_back(impedance_ohm);
      at.modes_ohm.push_back(impedance_ohm);
      at.references_ohm.push_back(spec.impedance_ohm.value_or(impedance_ohm));
      at.shifts.push_back(std::exp(
          complex(0, 1) * wave_of(input_, problem_.model, ports_[p], frequency_hz).constant *
          spec.deembed_m));
    }
    return at;
  };
  return ports;
}

} // namespace curlew::fem

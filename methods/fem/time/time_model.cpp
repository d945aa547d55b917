#include <curlew/methods/fem/time/time_model.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/loads.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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
    one.impedance_ohm = port.spec().kind == "lumped" ? port.spec().impedance_ohm.value_or(50)
                                                     : k_eta0 / (one.admittance * one.field.norm);
    result.push_back(std::move(one));
  }
  return result;
}

} // namespace

TimeModel::TimeModel(const Case &input, Backend backend, int threads, Prepared prepared)
    : input_(input), backend_(backend), threads_(threads), ports_(std::move(prepared.ports)),
      choice_(std::move(prepared.choice)),
      problem_(make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads)),
      locator_(problem_.model.mesh, threads), runs_(port_runs(input)),
      sources_(time_sources(input, problem_, locator_)),
      time_ports_(time_ports(input, problem_, ports_)),
      probes_(probe_stencils(input, problem_, locator_)), surface_(input, problem_) {}

int TimeModel::only_driven(std::size_t run) const {
  return runs_.size() > 1 ? runs_[run][0].port : 0;
}

double TimeModel::sources_end_s() const {
  double end_s = 0;
  for (const TimeSource &source : sources_)
    end_s = std::max(end_s, source.waveform.end_s());
  for (const auto &run : runs_)
    for (const PortDrive &drive : run)
      end_s = std::max(end_s, drive.end_s());
  return end_s;
}

std::unique_ptr<NewmarkScheme> TimeModel::make_scheme(const TimePlan &plan, std::size_t run) {
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    time_ports_[p].drive.reset();
    for (const PortDrive &drive : runs_[run])
      if (drive.port == ports_[p].spec().index)
        time_ports_[p].drive = drive;
  }
  plan_ = plan;
  const SchemeInput in{input_,      problem_, sources_,
                       time_ports_, probes_,  surface_.unknowns(),
                       choice_,     plan,     input_.discretization["beta"].get<double>(),
                       threads_};
  return make_newmark(backend_, in,
                      make_step_matrices(input_, problem_, ports_, choice_, backend_, plan.dt_s));
}

void TimeModel::add_column(std::size_t run, const PortRecorder &recorder) {
  if (!input_.outputs.s_parameters)
    return;
  const int port = runs_[run][0].port;
  const std::size_t j = static_cast<std::size_t>(port) - 1, n = ports_.size();
  std::vector<complex> &column = columns_[port];
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f) {
    const complex a = recorder.waves(f, j).a;
    if (plan_.has_s[f]) {
      if (a == complex(0))
        refuse_without_wave(input_, input_.frequencies_hz[f]);
      least = std::min(least, std::abs(a));
      most = std::max(most, std::abs(a));
    }
    for (std::size_t i = 0; i < n; ++i)
      column.push_back(recorder.waves(f, i).b / a);
  }
  if (most > 0)
    weakest_drive_ = std::min(weakest_drive_, least / most);
}

std::vector<PortMode> TimeModel::modes() const {
  std::vector<PortMode> modes;
  for (const Port &port : ports_)
    modes.push_back({port.spec().index, 1});
  return modes;
}

std::vector<double> TimeModel::references_ohm() const {
  std::vector<double> references;
  for (std::size_t p = 0; p < ports_.size(); ++p)
    references.push_back(ports_[p].spec().impedance_ohm.value_or(time_ports_[p].impedance_ohm));
  return references;
}

std::map<double, ScatteringMatrix> TimeModel::scattering(const std::vector<char> &has_value) const {
  const std::size_t n = ports_.size();
  std::vector<complex> from, to;
  for (std::size_t p = 0; p < n; ++p) {
    from.emplace_back(time_ports_[p].impedance_ohm);
    to.emplace_back(references_ohm()[p]);
  }
  std::map<double, ScatteringMatrix> result;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f) {
    const double frequency_hz = input_.frequencies_hz[f];
    if (!has_value.empty() && !has_value[f]) {
      result[frequency_hz] = {};
      continue;
    }
    std::vector<complex> shifts; // phases to the reference planes
    for (const Port &port : ports_)
      shifts.push_back(
          std::exp(complex(0, 1) * wave_of(input_, problem_.model, port, frequency_hz).constant *
                   port.spec().deembed_m));
    ScatteringMatrix s(n * n, 0);
    for (const auto &[port, column] : columns_)
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t j = static_cast<std::size_t>(port) - 1;
        s[i * n + j] = column[f * n + i] * shifts[i] * shifts[j];
      }
    result[frequency_hz] = from == to ? s : renormalise(s, from, to);
  }
  return result;
}

} // namespace curlew::fem

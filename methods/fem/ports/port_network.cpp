#include <curlew/methods/fem/ports/port_network.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {

using complex = std::complex<double>;

namespace {

// Returns B A^-1 of two n x n matrices.
ScatteringMatrix quotient(std::size_t n, const std::vector<complex> &b,
                          const std::vector<complex> &a) {
  std::vector<complex> at(n * n), xt(n * n), result(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      at[i * n + j] = a[j * n + i];
      xt[i * n + j] = b[j * n + i];
    }
  solve_small(n, std::move(at), xt);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      result[i * n + j] = xt[j * n + i];
  return result;
}

} // namespace

PortNetwork::PortNetwork(const Case &input, const Problem &problem, const std::vector<Port> &ports)
    : input_(input), problem_(problem), ports_(ports) {
  for (const Port &port : ports) {
    fields_.push_back(port.section() != nullptr ? PortField{} : field_of(problem, port));
    for (int mode = 1; mode <= port.spec().mode_count(); ++mode)
      modes_.push_back({port.spec().index, mode});
  }
}

std::size_t PortNetwork::position(int port, int mode) const {
  for (std::size_t c = 0; c < modes_.size(); ++c)
    if (modes_[c].port == port && modes_[c].mode == mode)
      return c;
  throw std::invalid_argument("a mode that is none of the ports'");
}

PortNetwork::Channel PortNetwork::channel_of(const Port &port, const PortField &field) const {
  const PortWave wave = wave_of(input_, problem_.model, port, at_.frequency_hz);
  Channel channel;
  channel.port = static_cast<std::size_t>(&port - ports_.data());
  channel.unknowns = field.unknowns;
  for (const double value : field.load) {
    channel.load.push_back(wave.admittance * value);
    channel.dual.push_back(value / field.norm);
  }
  channel.constant = wave.constant;
  channel.siemens = wave.admittance * field.norm / k_eta0;
  const std::size_t c = position(port.spec().index, 1);
  channel.reference_ohm =
      reference_ohm(c, port.lumped() != nullptr ? wave.impedance_ohm : 1.0 / channel.siemens);
  return channel;
}

void PortNetwork::add_modal(std::size_t p) {
  const Port &port = ports_[p];
  const std::vector<Index> &dofs = port.section()->dofs();
  const complex background = wave_of(input_, problem_.model, port, at_.frequency_hz).admittance;
  const auto in_unknowns = [&](const std::vector<complex> &x, complex factor) {
    std::vector<complex> values;
    for (std::size_t i = 0; i < dofs.size(); ++i)
      if (problem_.unknowns.number[dofs[i]] >= 0)
        values.push_back(factor * x[i]);
    return values;
  };
  const auto unknowns_of = [&](const std::vector<Index> &all) {
    std::vector<Index> unknowns;
    for (const Index dof : all)
      if (problem_.unknowns.number[dof] >= 0)
        unknowns.push_back(problem_.unknowns.number[dof]);
    return unknowns;
  };
  std::vector<FaceMode> modes;
  std::vector<std::vector<complex>> backgrounds;
  const std::vector<SectionMode> &found = port.section()->modes(at_.frequency_hz);
  const auto wanted = static_cast<std::size_t>(port.spec().mode_count());
  for (std::size_t m = 0; m < found.size(); ++m) {
    const SectionMode &mode = found[m];
    if (m >= wanted && !mode.travels()) {
      const double absorbed_w = background.real() * std::abs(mode.norm) / (2 * k_eta0);
      at_.others.push_back(
          {port.spec().index, fmt::format("mode {}, which is below its cutoff", m + 1),
           unknowns_of(dofs), in_unknowns(mode.load, 1.0 / mode.product), absorbed_w});
      continue;
    }
    FaceMode face{unknowns_of(dofs), in_unknowns(mode.e, 1), in_unknowns(mode.load, 1),
                  mode.product};
    backgrounds.push_back(in_unknowns(port.section()->times_mass(mode.e), background));
    modes.push_back(std::move(face));
    if (m >= wanted) {
      at_.others.push_back({port.spec().index, fmt::format("mode {}", m + 1), modes.back().unknowns,
                            in_unknowns(mode.load, 1.0 / mode.product), mode.power_w});
      continue;
    }
    const complex own_ohm = mode.impedance();
    // V I* / 2 = |V|^2 / 2 Z*
    const double volts = std::sqrt(2 * std::abs(mode.apparent_va) * mode.impedance_ohm);
    at_.channels.push_back({p, modes.back().unknowns, modes.back().load,
                            in_unknowns(mode.load, 1.0 / mode.product), mode.constant,
                            mode.travels(), volts, 1.0 / own_ohm,
                            reference_ohm(at_.channels.size(), own_ohm)});
  }
  faces_.add(port.spec().index, modes, backgrounds);
}

void PortNetwork::prepare(const std::vector<double> &frequencies_hz, int threads) const {
  for (const Port &port : ports_)
    if (port.section() != nullptr)
      port.section()->prepare(frequencies_hz, threads);
}

void PortNetwork::set(AtFrequency modes) {
  at_ = std::move(modes);
  columns_.clear();
  faces_.set(at_.wavenumber, 0);
}

void PortNetwork::set(double frequency_hz) {
  const Index unknowns = problem_.unknowns.count;
  at_ = {frequency_hz, wavenumber_of(frequency_hz), static_cast<std::size_t>(unknowns), {}, {}};
  columns_.clear();
  faces_.set(at_.wavenumber, unknowns);
  for (std::size_t p = 0; p < ports_.size(); ++p)
    if (ports_[p].section() != nullptr)
      add_modal(p);
    else
      at_.channels.push_back(channel_of(ports_[p], fields_[p]));
}

complex PortNetwork::amplitude(std::size_t channel) const {
  const bool has_voltage = ports_[at_.channels[channel].port].has_voltage();
  return has_voltage ? 1 : 1 / std::sqrt(at_.channels[channel].power_w());
}

complex PortNetwork::mode_impedance_ohm(std::size_t channel, double frequency_hz) const {
  const auto [index, mode] = modes_[channel];
  const std::size_t p = static_cast<std::size_t>(index) - 1;
  if (ports_[p].section() != nullptr)
    return ports_[p].section()->impedance(frequency_hz, mode).ohm;
  const PortWave wave = wave_of(input_, problem_.model, ports_[p], frequency_hz);
  return ports_[p].is_tem() ? k_eta0 / (wave.admittance * fields_[p].norm) : wave.impedance_ohm;
}

// An impedance given for a port is that of its first mode.
complex PortNetwork::reference_ohm(std::size_t channel, complex own_ohm) const {
  const auto [index, mode] = modes_[channel];
  const auto &given = ports_[static_cast<std::size_t>(index) - 1].spec().impedance_ohm;
  return given && mode == 1 ? *given : own_ohm;
}

Load PortNetwork::load_of(int port, int mode) const {
  const std::size_t c = position(port, mode);
  const Channel &channel = at_.channels[c];
  Load load(at_.size, 0);
  const complex factor = complex(0, 2 * at_.wavenumber) * amplitude(c);
  for (std::size_t i = 0; i < channel.unknowns.size(); ++i)
    load[channel.unknowns[i]] = factor * channel.load[i];
  return load;
}

void PortNetwork::solve(EquationSolver &system, const Load &b, Load &x, const SolveOptions &options,
                        SolveReport &report) {
  system.solve(b, x, options, report);
  faces_.correct(
      [&](const Load &column, Load &solution) {
        SolveReport of_column;
        system.solve(column, solution, options, of_column);
      },
      x);
}

bool PortNetwork::Channel::is_matched() const {
  constexpr double k_rounding = 1e-9; // of fields on a face
  return !travels || std::abs(reference_ohm * siemens - 1.0) < k_rounding;
}

bool PortNetwork::are_others_matched(std::size_t channel) const {
  for (std::size_t i = 0; i < at_.channels.size(); ++i)
    if (i != channel && !at_.channels[i].is_matched())
      return false;
  return true;
}

PortPowers PortNetwork::add(int port, const std::vector<complex> &x, int mode) {
  const std::size_t c = position(port, mode);
  Column &column = columns_[c];
  column = {};
  PortPowers powers;
  double back_w = 0; // out of this port by its other modes
  for (std::size_t i = 0; i < at_.channels.size(); ++i) {
    const Channel &channel = at_.channels[i];
    column.a.push_back(0);
    column.b.push_back(0);
    if (!channel.travels)
      continue;
    complex sum = 0;
    for (std::size_t k = 0; k < channel.unknowns.size(); ++k)
      sum += channel.dual[k] * x[channel.unknowns[k]];
    const complex in = i == c ? amplitude(c) : 0, out = sum - in;
    const complex shift =
        std::exp(complex(0, 1) * channel.constant * ports_[channel.port].spec().deembed_m);
    const complex voltage = channel.volts * (in / shift + out * shift),
                  current = channel.volts * channel.siemens * (in / shift - out * shift);
    const PowerWaves waves = power_waves(voltage, current, channel.reference_ohm);
    column.a.back() = waves.a;
    column.b.back() = waves.b;
    if (i != c) {
      if (channel.port == at_.channels[c].port)
        back_w += std::norm(sum) * channel.power_w();
      continue;
    }
    const complex power =
        0.5 * std::pow(channel.volts, 2) * (in + out) * std::conj(channel.siemens * (in - out));
    const double resistance = (1.0 / channel.siemens).real();
    powers.available = resistance > 0 ? std::norm(2.0 * channel.volts * in) / (8 * resistance) : 0;
    powers.accepted = power.real();
    powers.apparent = std::abs(power);
    if (are_others_matched(c) || !input_.outputs.s_parameters)
      powers.impedance_ohm = voltage / current;
  }
  const double incident_w = std::norm(amplitude(c)) * at_.channels[c].power_w();
  powers.accepted -= back_w + note_others(port, incident_w, x);
  return powers;
}

bool PortNetwork::needs_all_columns() const {
  return input_.outputs.s_parameters->touchstone ||
         std::any_of(at_.channels.begin(), at_.channels.end(),
                     [](const Channel &channel) { return !channel.is_matched(); }) ||
         std::all_of(ports_.begin(), ports_.end(),
                     [](const Port &port) { return port.spec().excited; });
}

std::vector<PortMode> PortNetwork::missing_columns() const {
  const bool needs_all = needs_all_columns();
  std::vector<PortMode> missing;
  for (std::size_t c = 0; c < modes_.size(); ++c)
    if (at_.channels[c].travels && columns_.count(c) == 0 &&
        (needs_all || ports_[at_.channels[c].port].spec().excited))
      missing.push_back(modes_[c]);
  return missing;
}

nlohmann::ordered_json PortNetwork::describe_modes() const {
  auto list = nlohmann::ordered_json::array();
  for (std::size_t c = 0; c < at_.channels.size(); ++c) {
    const Channel &channel = at_.channels[c];
    if (ports_[channel.port].section() == nullptr)
      continue;
    const complex index = channel.constant / at_.wavenumber;
    const Port &port = ports_[channel.port];
    const std::string &definition =
        port.section()->impedance(at_.frequency_hz, modes_[c].mode).definition;
    list.push_back({{"port", modes_[c].port},
                    {"mode", modes_[c].mode},
                    {"beta_per_m", {channel.constant.real(), channel.constant.imag()}},
                    {"eps_eff", (index * index).real()},
                    {"travels", channel.travels},
                    {"impedance_ohm", (1.0 / channel.siemens).real()},
                    {"reactance_ohm", (1.0 / channel.siemens).imag()},
                    {"impedance_definition", definition}});
  }
  return list;
}

std::vector<complex> PortNetwork::references_ohm(double frequency_hz) const {
  std::vector<complex> references;
  for (std::size_t c = 0; c < modes_.size(); ++c)
    references.push_back(frequency_hz == at_.frequency_hz
                             ? at_.channels[c].reference_ohm
                             : reference_ohm(c, mode_impedance_ohm(c, frequency_hz)));
  return references;
}

ScatteringMatrix PortNetwork::scattering() const {
  const std::size_t n = at_.channels.size();
  ScatteringMatrix a(n * n, 0), b(n * n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto column = columns_.find(j);
    if (column == columns_.end())
      a[j * n + j] = 1;
    else
      for (std::size_t i = 0; i < n; ++i) {
        a[i * n + j] = column->second.a[i];
        b[i * n + j] = column->second.b[i];
      }
  }
  return quotient(n, b, a);
}

complex PortNetwork::input_impedance_ohm(const ScatteringMatrix &s, int port) const {
  const std::size_t c = position(port, 1);
  return input_impedance(s[c * at_.channels.size() + c], at_.channels[c].reference_ohm);
}

} // namespace curlew::fem

#include <curlew/methods/fem/ports/port_network.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>

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
  channel.power_w = wave.admittance.real() * field.norm / (2 * k_eta0);
  channel.impedance_ohm = mode_impedance_ohm(position(port.spec().index, 1), at_.frequency_hz);
  channel.has_source = port.spec().source() != nullptr;
  if (channel.has_source)
    channel.source_siemens = wave.admittance * field.norm / k_eta0;
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
  std::vector<FaceMode> modes;
  std::vector<std::vector<complex>> backgrounds;
  const std::vector<SectionMode> &found = port.section()->modes(at_.frequency_hz);
  for (int m = 0; m < port.spec().mode_count(); ++m) {
    const SectionMode &mode = found[static_cast<std::size_t>(m)];
    FaceMode face{{}, in_unknowns(mode.e, 1), in_unknowns(mode.load, 1), mode.product};
    for (const Index dof : dofs)
      if (problem_.unknowns.number[dof] >= 0)
        face.unknowns.push_back(problem_.unknowns.number[dof]);
    at_.channels.push_back({p, face.unknowns, face.load, in_unknowns(mode.load, 1.0 / mode.product),
                            mode.constant, mode.power_w, mode.impedance_ohm, 0, false});
    backgrounds.push_back(in_unknowns(port.section()->times_mass(mode.e), background));
    modes.push_back(std::move(face));
  }
  faces_.add(port.spec().index, modes, backgrounds);
}

void PortNetwork::set(AtFrequency modes) {
  at_ = std::move(modes);
  columns_.clear();
  faces_.set(at_.wavenumber, 0);
}

void PortNetwork::set(double frequency_hz) {
  const Index unknowns = problem_.unknowns.count;
  at_ = {frequency_hz, wavenumber_of(frequency_hz), static_cast<std::size_t>(unknowns), {}};
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
  return has_voltage ? 1 : 1 / std::sqrt(at_.channels[channel].power_w);
}

// Returns the impedance of a mode; for a TEM mode V^2 / 2 P.
double PortNetwork::mode_impedance_ohm(std::size_t channel, double frequency_hz) const {
  const auto [index, mode] = modes_[channel];
  const std::size_t p = static_cast<std::size_t>(index) - 1;
  if (ports_[p].section() != nullptr)
    return ports_[p].section()->impedance(frequency_hz, mode).ohm;
  const PortWave wave = wave_of(input_, problem_.model, ports_[p], frequency_hz);
  if (!ports_[p].is_tem())
    return wave.impedance_ohm;
  return k_eta0 / (wave.admittance.real() * fields_[p].norm);
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

PortPowers PortNetwork::add(int port, const std::vector<complex> &x, int mode) {
  const std::size_t c = position(port, mode);
  const complex a = amplitude(c);
  Column &column = columns_[c];
  column = {};
  PortPowers powers;
  for (std::size_t i = 0; i < at_.channels.size(); ++i) {
    const Channel &channel = at_.channels[i];
    complex sum = 0;
    for (std::size_t k = 0; k < channel.unknowns.size(); ++k)
      sum += channel.dual[k] * x[channel.unknowns[k]];
    const complex incident = i == c ? a : 0;
    if (!channel.has_source) {
      const double root = std::sqrt(channel.power_w);
      column.a.push_back(root * incident);
      column.b.push_back(root * (sum - incident));
      continue;
    }
    const complex current = channel.source_siemens * (2.0 * incident - sum);
    const PowerWaves waves = power_waves(sum, current, channel.impedance_ohm);
    column.a.push_back(waves.a / std::sqrt(2));
    column.b.push_back(waves.b / std::sqrt(2));
    if (i != c)
      continue;
    const complex power = 0.5 * sum * std::conj(current);
    const double resistance = (1.0 / channel.source_siemens).real();
    powers.available = resistance > 0 ? std::norm(2.0 * a) / (8 * resistance) : 0;
    powers.accepted = power.real();
    powers.apparent = std::abs(power);
    powers.impedance_ohm = sum / current;
  }
  if (at_.channels[c].has_source)
    return powers;
  const double incident = std::norm(column.a[c]);
  const complex reflection = column.b[c] / column.a[c];
  powers.available = incident;
  powers.accepted = incident * (1 - std::norm(reflection));
  powers.impedance_ohm = input_impedance(reflection, at_.channels[c].impedance_ohm);
  powers.apparent = incident * std::abs((1.0 + reflection) * std::conj(1.0 - reflection));
  return powers;
}

bool PortNetwork::needs_all_columns() const {
  const auto is_excited = [](const Port &port) { return port.spec().excited; };
  const auto is_renormalised = [](const Port &port) {
    return port.lumped() != nullptr ? port.spec().source() != nullptr
                                    : port.spec().impedance_ohm.has_value();
  };
  return input_.outputs.s_parameters->touchstone ||
         std::any_of(ports_.begin(), ports_.end(), is_renormalised) ||
         std::all_of(ports_.begin(), ports_.end(), is_excited);
}

std::vector<PortMode> PortNetwork::missing_columns() const {
  const bool needs_all = needs_all_columns();
  std::vector<PortMode> missing;
  for (std::size_t c = 0; c < modes_.size(); ++c)
    if (travels(c) && columns_.count(c) == 0 &&
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
                    {"travels", travels(c)},
                    {"impedance_ohm", channel.impedance_ohm},
                    {"impedance_definition", definition}});
  }
  return list;
}

// An impedance given for a port is that of its first mode.
std::vector<double> PortNetwork::references_ohm(double frequency_hz) const {
  const bool is_set = frequency_hz == at_.frequency_hz;
  std::vector<double> references;
  for (std::size_t c = 0; c < modes_.size(); ++c) {
    const auto &given = ports_[static_cast<std::size_t>(modes_[c].port) - 1].spec().impedance_ohm;
    references.push_back(given && modes_[c].mode == 1 ? *given
                         : is_set                     ? at_.channels[c].impedance_ohm
                                                      : mode_impedance_ohm(c, frequency_hz));
  }
  return references;
}

ScatteringMatrix PortNetwork::scattering() const {
  const std::size_t n = at_.channels.size();
  const bool has_sources = std::any_of(at_.channels.begin(), at_.channels.end(),
                                       [](const Channel &channel) { return channel.has_source; });
  ScatteringMatrix a(n * n, 0), b(n * n, 0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto column = columns_.find(j);
    if (column == columns_.end())
      a[j * n + j] = 1;
    else
      for (std::size_t i = 0; i < n; ++i) {
        const complex divisor = has_sources ? 1 : column->second.a[j];
        a[i * n + j] = column->second.a[i] / divisor;
        b[i * n + j] = column->second.b[i] / divisor;
      }
  }
  ScatteringMatrix s = has_sources ? quotient(n, b, a) : b;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (travels(i) && travels(j)) {
        const complex phase =
            at_.channels[i].constant * ports_[at_.channels[i].port].spec().deembed_m +
            at_.channels[j].constant * ports_[at_.channels[j].port].spec().deembed_m;
        s[i * n + j] *= std::exp(complex(0, 1) * phase);
      }
  std::vector<complex> from, to;
  for (const double reference : references_ohm(at_.frequency_hz))
    to.emplace_back(reference);
  for (const Channel &channel : at_.channels)
    from.emplace_back(channel.impedance_ohm);
  return from == to ? s : renormalise(s, from, to);
}

} // namespace curlew::fem

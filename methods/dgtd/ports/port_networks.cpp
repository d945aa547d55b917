#include <curlew/methods/dgtd/ports/port_networks.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/dgtd/ports/guide_modes.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <unistd.h>

namespace curlew::dgtd {
namespace {

using complex = std::complex<double>;

double index_in_front(const Material &medium) {
  return std::sqrt(medium.eps_r.v[0] * medium.mu_r.v[0]); // isotropic in front of ports
}

double wavenumber_in_front(const Problem &problem, const Port &port, double frequency_hz) {
  return wavenumber_of(frequency_hz) * index_in_front(problem.materials[port.material]);
}

// Returns the impedance of the port's mode, in its medium.
double mode_ohm(const Problem &problem, const Port &port, double frequency_hz) {
  return port.impedance_ohm *
         (port.is_guide()
              ? guide_impedance_ratio(port, wavenumber_in_front(problem, port, frequency_hz))
              : 1);
}

// Returns the impedance to which S of the port refers.
double reference_ohm(const Problem &problem, const Port &port, double frequency_hz) {
  return port.reference_ohm.value_or(mode_ohm(problem, port, frequency_hz));
}

void require_references(const Case &input, const Problem &problem) {
  std::vector<int> indices;
  for (const Port &port : problem.ports)
    indices.push_back(port.index);
  require_common_reference(input, indices, [&](std::size_t p, double frequency_hz) {
    return reference_ohm(problem, problem.ports[p], frequency_hz);
  });
}

void require_above_cutoff(const Case &input, const Problem &problem) {
  for (const Port &port : problem.ports)
    for (const double hz : input.frequencies_hz)
      if (port.is_guide() && wavenumber_in_front(problem, port, hz) <= port.cutoff_wavenumber())
        throw InputError(fmt::format(
            "{}: at {:.6g} Hz the mode {}{}{} of the port, {:.4g} x {:.4g} m, is below its cutoff "
            "of {:.6g} Hz",
            port.location, hz, port.is_magnetic ? "TM" : "TE", port.m, port.n, port.length_m,
            port.width_m, port.cutoff_wavenumber() / wavenumber_in_front(problem, port, 1)));
}

// Throws InputError for too many ports: each has a table of its own, and all are open at a time.
void require_files(const Case &input, const Problem &problem) {
  constexpr double k_others = 64;
  const double most = static_cast<double>(sysconf(_SC_OPEN_MAX)); // -1: no limit
  const auto ports = static_cast<double>(problem.ports.size());
  if (input.outputs.ports && most > 0 && ports + k_others > most)
    throw InputError(
        fmt::format("{}: {:.0f} ports have a table each, and a process may open {:.0f} "
                    "files; give \"ports\": false, or raise the limit (ulimit -n)",
                    input.where("/outputs"), ports, most));
}

} // namespace

void require_columns(const Case &input, const Problem &problem) {
  require_files(input, problem);
  if (!input.outputs.s_parameters)
    return;
  require_above_cutoff(input, problem);
  if (std::all_of(problem.ports.begin(), problem.ports.end(),
                  [](const Port &port) { return port.is_excited; })) {
    require_references(input, problem);
    return;
  }
  for (const Port &port : problem.ports) {
    if (port.is_wave() && port.reference_ohm)
      throw InputError(fmt::format(
          "{}: S is renormalised to the \"impedance\" of port {}, which takes the columns of all "
          "ports: give \"excited\": true to all of them, or take \"impedance\" out",
          port.location, port.index));
    if (port.is_guide())
      throw InputError(fmt::format(
          "{}: the face of port {} absorbs plane waves and sends a part of its mode "
          "back, so that S takes the columns of all ports: give \"excited\": true to all of them",
          port.location, port.index));
    if (!port.is_matched)
      throw InputError(fmt::format(
          "{}: the network of port {} is no resistor of its \"impedance\" and sends waves back, so "
          "that S takes the columns of all ports: give \"excited\": true to all of them",
          port.location, port.index));
  }
}

std::vector<std::string> port_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  const double highest_hz =
      input.frequencies_hz.empty()
          ? highest_frequency_hz(input)
          : *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  for (const Port &port : problem.ports)
    if (std::string text =
            second_mode_warning(port.location, highest_hz,
                                wavenumber_in_front(problem, port, highest_hz), port.second_mode);
        !text.empty())
      warnings.push_back(std::move(text));
  return warnings;
}

void PortNetworks::add_run(int excited_port, const PortRecorder &recorder) {
  Run run;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
    for (std::size_t p = 0; p < recorder.ports(); ++p)
      run.waves.push_back(recorder.waves(f, p));
  late_part_ = std::max(late_part_, recorder.late_part());
  runs_[excited_port] = std::move(run);
}

complex PortNetworks::shift(const Port &port, double frequency_hz) const {
  if (!port.is_wave())
    return 1;
  const double k = wavenumber_in_front(problem_, port, frequency_hz);
  const double beta = std::sqrt(k * k - std::pow(port.cutoff_wavenumber(), 2));
  return std::exp(complex(0, beta * port.deembed_m));
}

ScatteringMatrix PortNetworks::scattering_at(std::size_t frequency) const {
  const std::size_t n = problem_.ports.size(), columns = runs_.size();
  const double hz = input_.frequencies_hz[frequency];
  // The code solves S A = B over the excited ports, as A^T S^T = B^T.
  std::vector<complex> a, b;
  for (const auto &[port, run] : runs_)
    for (std::size_t p = 0; p < n; ++p) {
      const PortRecorder::Waves &waves = run.waves[frequency * n + p];
      if (runs_.count(problem_.ports[p].index) > 0)
        a.push_back(waves.a);
      b.push_back(waves.b);
    }
  try {
    solve_small(columns, a, b);
  } catch (const std::domain_error &) {
    refuse_without_wave(input_, hz);
  }
  ScatteringMatrix s(n * n, 0);
  std::size_t column = 0;
  for (const auto &[port, run] : runs_) {
    for (std::size_t i = 0; i < n; ++i)
      s[i * n + static_cast<std::size_t>(port) - 1] = b[column * n + i];
    ++column;
  }
  std::vector<complex> faces, modes, references;
  for (const Port &port : problem_.ports) {
    faces.emplace_back(port.impedance_ohm);
    modes.emplace_back(mode_ohm(problem_, port, hz));
    references.emplace_back(reference_ohm(problem_, port, hz));
  }
  if (faces != modes)
    s = renormalise(s, faces, modes);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      s[i * n + j] *= shift(problem_.ports[i], hz) * shift(problem_.ports[j], hz);
  return modes == references ? s : renormalise(s, modes, references);
}

std::map<double, ScatteringMatrix>
PortNetworks::scattering(const std::vector<char> &has_value) const {
  std::map<double, ScatteringMatrix> result;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f)
    result[input_.frequencies_hz[f]] =
        has_value.empty() || has_value[f] ? scattering_at(f) : ScatteringMatrix();
  return result;
}

std::vector<double> PortNetworks::references_ohm(double frequency_hz) const {
  std::vector<double> references;
  for (const Port &port : problem_.ports)
    references.push_back(reference_ohm(problem_, port, frequency_hz));
  return references;
}

std::vector<PortMode> PortNetworks::modes() const {
  std::vector<PortMode> modes;
  for (const Port &port : problem_.ports)
    modes.push_back({port.index, 1});
  return modes;
}

double PortNetworks::weakest_drive(const std::map<double, ScatteringMatrix> &matrices) const {
  const std::size_t n = problem_.ports.size();
  double weakest = 1;
  for (const auto &[port, run] : runs_) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f) {
      if (matrices.at(input_.frequencies_hz[f]).empty())
        continue;
      const double a = std::abs(run.waves[f * n + static_cast<std::size_t>(port) - 1].a);
      least = std::min(least, a);
      most = std::max(most, a);
    }
    weakest = std::min(weakest, least / most);
  }
  return weakest;
}

std::vector<std::string>
PortNetworks::warnings(const std::map<double, ScatteringMatrix> &matrices) const {
  std::vector<std::string> warnings;
  constexpr double k_late = 1e-4, k_weak = 1e-3, k_gain = 5e-3, k_apart = 5e-3;
  const std::size_t n = problem_.ports.size();
  if (std::all_of(matrices.begin(), matrices.end(),
                  [](const auto &one) { return one.second.empty(); }))
    return warnings;
  if (late_part_ > k_late)
    warnings.push_back(fmt::format(
        "{}: {:.2g} of the energy of the waves out of the ports came in the last tenth of the "
        "run: S is off by about {:.2g}; take a longer \"duration\"",
        input_.where("/time"), late_part_, std::sqrt(late_part_)));
  if (const double weakest = weakest_drive(matrices); weakest < k_weak)
    warnings.push_back(fmt::format(
        "{}: at one of the frequencies the waveform has only {:.2g} of its strongest: S is not "
        "accurate there; take a waveform with a wider band",
        input_.where("/frequency"), weakest));
  double gain = 0, gain_hz = 0, apart = 0, apart_hz = 0;
  for (const auto &[frequency_hz, s] : matrices) {
    if (s.empty())
      continue;
    if (const double one = largest_gain(s, n); one > gain) {
      gain = one;
      gain_hz = frequency_hz;
    }
    for (std::size_t i = 0; i < n && is_whole(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (const double one = std::abs(s[i * n + j] - s[j * n + i]); one > apart) {
          apart = one;
          apart_hz = frequency_hz;
        }
  }
  if (gain > 1 + k_gain)
    warnings.push_back(fmt::format(
        "{}: at {:.6g} Hz the largest singular value of S is {:.6g}: more comes out than went in; "
        "the record is too short, or the mesh too coarse",
        input_.where("/outputs/s_parameters"), gain_hz, gain));
  if (apart > k_apart)
    warnings.push_back(fmt::format(
        "{}: at {:.6g} Hz S[i][j] and S[j][i] differ by {:.2g}, which of reciprocal media they do "
        "not: the record is too short, or the mesh too coarse",
        input_.where("/outputs/s_parameters"), apart_hz, apart));
  return warnings;
}

// Finds the value by iteration with S^H S, from all ones and a small part that differs between
// ports.
double largest_gain(const ScatteringMatrix &s, std::size_t n) {
  std::vector<complex> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = complex(1, 0.1 * static_cast<double>(i));
  double gain = 0;
  constexpr int k_iterations = 200;
  for (int k = 0; k < k_iterations; ++k) {
    double size = 0;
    for (const complex &value : x)
      size += std::norm(value);
    if (size == 0)
      return 0;
    for (complex &value : x)
      value /= std::sqrt(size);
    gain = 0;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = 0;
      for (std::size_t j = 0; j < n; ++j)
        y[i] += s[i * n + j] * x[j];
      gain += std::norm(y[i]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = 0;
      for (std::size_t i = 0; i < n; ++i)
        x[j] += std::conj(s[i * n + j]) * y[i];
    }
  }
  return std::sqrt(gain);
}

} // namespace curlew::dgtd

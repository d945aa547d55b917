#include <curlew/methods/fdfd/incident.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel_host.hpp>
#include <curlew/io/case/case.hpp>

#include <algorithm>

namespace curlew::fdfd {

IncidentWave make_incident(const PlaneWave &wave, double wavenumber) {
  IncidentWave incident;
  for (int c = 0; c < 3; ++c) {
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    incident.wave_vector[c] = wavenumber * wave.direction[c];
    incident.electric_amplitude[c] = wave.polarization[c];
    incident.magnetic_amplitude[c] =
        (wave.direction[u] * wave.polarization[v] - wave.direction[v] * wave.polarization[u]) /
        k_eta0;
  }
  return incident;
}

IncidentTable::IncidentTable(const Problem &problem, const IncidentWave &wave) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    for (Index i = 0; i <= axis.count; ++i) {
      nodes_[d].push_back(std::polar(1.0, -wave.wave_vector[d] * axis.node_m(i)));
      halves_[d].push_back(std::polar(1.0, -wave.wave_vector[d] * axis.half_m(i)));
    }
    electric_amplitude_[d] = wave.electric_amplitude[d];
    magnetic_amplitude_[d] = wave.magnetic_amplitude[d];
  }
}

bool IncidentTable::is_zero() const {
  return electric_amplitude_ == std::array<complex, 3>{} &&
         magnetic_amplitude_ == std::array<complex, 3>{};
}

namespace {

template <class Value>
std::vector<complex> at_all_entries(const Problem &problem, int threads, const Value &value) {
  std::vector<complex> field(static_cast<std::size_t>(problem.unknowns()));
  const std::size_t ny = problem.count(1), nz = problem.count(2);
  parallel_chunks(
      3 * ny * nz, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          const int component = static_cast<int>(row / (ny * nz));
          const Index j = static_cast<Index>(row % ny), k = static_cast<Index>(row / ny % nz);
          complex *const out = field.data() + row * problem.count(0);
          for (Index i = 0; i < problem.count(0); ++i)
            out[i] = value(component, i, j, k);
        }
      },
      64);
  return field;
}

} // namespace

std::vector<complex> incident_electric(const Problem &problem, const IncidentWave &wave,
                                       int threads) {
  const IncidentTable table(problem, wave);
  return at_all_entries(problem, threads, [&](int component, Index i, Index j, Index k) {
    return table.electric(component, i, j, k);
  });
}

std::vector<complex> incident_magnetic(const Problem &problem, const IncidentWave &wave,
                                       int threads) {
  const IncidentTable table(problem, wave);
  return at_all_entries(problem, threads, [&](int component, Index i, Index j, Index k) {
    return table.magnetic(component, i, j, k);
  });
}

} // namespace curlew::fdfd

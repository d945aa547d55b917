#include <curlew/methods/fdfd/incident.hpp>

#include <curlew/methods/fdfd/entries.hpp>

#include <algorithm>

namespace curlew::fdfd {

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
  for_all_entries(problem, threads,
                  [&](int component, const std::array<Index, 3> &at, std::size_t entry) {
                    field[entry] = value(component, at[0], at[1], at[2]);
                  });
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

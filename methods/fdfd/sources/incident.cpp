#include <curlew/methods/fdfd/sources/incident.hpp>

#include <curlew/methods/fdfd/solve/entries.hpp>

#include <algorithm>

namespace curlew::fdfd {

namespace {

bool is_zero_wave(const IncidentWave &wave) {
  const auto is_zero = [](const Complex &value) { return value == Complex(0); };
  return std::all_of(wave.electric_amplitude, wave.electric_amplitude + 3, is_zero) &&
         std::all_of(wave.magnetic_amplitude, wave.magnetic_amplitude + 3, is_zero);
}

// Returns the profiles of a plane wave in one medium of this index; `wave` is the wave in vacuum.
ZProfiles plane_profiles(const Axis &z, const IncidentWave &wave, double index) {
  ZProfiles profiles;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k <= z.count; ++k) {
      const complex node = std::polar(1.0, -index * wave.wave_vector[2] * z.node_m(k)),
                    half = std::polar(1.0, -index * wave.wave_vector[2] * z.half_m(k));
      profiles.electric[c].push_back(complex(wave.electric_amplitude[c]) * (c == 2 ? half : node));
      profiles.magnetic[c].push_back(index * complex(wave.magnetic_amplitude[c]) *
                                     (c == 2 ? node : half));
    }
  return profiles;
}

} // namespace

IncidentTable::IncidentTable(const Problem &problem, const IncidentWave &wave)
    : is_zero_(is_zero_wave(wave)) {
  const Layers &layers = problem.layers;
  const bool is_stack = layers.has_stack_waves && !is_zero_ && wave.wave_vector[2] != 0;
  // No wave comes from any half-space, even where none could.
  const double index = is_zero_ ? 1 : index_of_incidence(layers, wave);
  for (int d = 0; d < 2; ++d) {
    const Axis &axis = problem.axes[d];
    for (Index i = 0; i <= axis.count; ++i) {
      nodes_[d].push_back(std::polar(1.0, -index * wave.wave_vector[d] * axis.node_m(i)));
      halves_[d].push_back(std::polar(1.0, -index * wave.wave_vector[d] * axis.half_m(i)));
    }
  }
  profiles_ = is_stack ? stack_wave(layers, problem.axes, problem.wavenumber, wave)
                       : plane_profiles(problem.axes[2], wave, index);
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

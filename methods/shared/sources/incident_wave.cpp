#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>

#include <cmath>
#include <complex>

namespace curlew {

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

double amplitude(const IncidentWave &incident) {
  double sum = 0;
  for (const IncidentWave::Complex &component : incident.electric_amplitude)
    sum += std::norm(std::complex<double>(component));
  return std::sqrt(sum);
}

Direction forward(const IncidentWave &incident) {
  return direction_of(incident.wave_vector[0], incident.wave_vector[1], incident.wave_vector[2]);
}

Direction backward(const IncidentWave &incident) {
  return direction_of(-incident.wave_vector[0], -incident.wave_vector[1], -incident.wave_vector[2]);
}

} // namespace curlew

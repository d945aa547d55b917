#pragma once

#include <curlew/methods/fdfd/system.hpp>

#include <array>
#include <vector>

namespace curlew {
struct PlaneWave;
}

namespace curlew::fdfd {

// A plane wave in vacuum as kernels evaluate it, phasors of e^{+j omega t}:
//   E(r) = p exp(-j k d.r),   H(r) = d x E(r) / eta0,
// d the direction of propagation, p complex and transverse to it. One that is made by default is 0
// everywhere.
struct IncidentWave {
  double wave_vector[3] = {0, 0, 0}; // k d, 1/m
  Complex electric_amplitude[3];     // at the origin, V/m
  Complex magnetic_amplitude[3];     // A/m

  KOKKOS_INLINE_FUNCTION Complex phase(double x_m, double y_m, double z_m) const {
    const double angle = wave_vector[0] * x_m + wave_vector[1] * y_m + wave_vector[2] * z_m;
    return Kokkos::exp(Complex(0, -angle));
  }
  KOKKOS_INLINE_FUNCTION Complex electric(int component, double x_m, double y_m, double z_m) const {
    return electric_amplitude[component] * phase(x_m, y_m, z_m);
  }
  KOKKOS_INLINE_FUNCTION Complex magnetic(int component, double x_m, double y_m, double z_m) const {
    return magnetic_amplitude[component] * phase(x_m, y_m, z_m);
  }
};

IncidentWave make_incident(const PlaneWave &wave, double wavenumber);

// The wave at every entry of E, or of H, as a Problem orders them: unknowns() values. Entries that
// walls or conductors hold at 0 have it too, and so have those in absorbing layers, where no source
// asks for it.
std::vector<complex> incident_electric(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);
std::vector<complex> incident_magnetic(const Problem &problem, const IncidentWave &wave,
                                       int threads = 0);

// The incident wave along the grid's axes: exp(-j k d.r) is a product of three of these. Cheaper on
// hosts than one exponential an entry. Indices go up to the count of an axis, one entry beyond.
class IncidentTable {
public:
  IncidentTable(const Problem &problem, const IncidentWave &wave);

  complex electric(int component, Index i, Index j, Index k) const {
    return electric_amplitude_[component] * phase(component, true, i, j, k);
  }
  complex magnetic(int component, Index i, Index j, Index k) const {
    return magnetic_amplitude_[component] * phase(component, false, i, j, k);
  }
  bool is_zero() const;

private:
  // E lives on halves along its component and on nodes across, H the other way round.
  complex phase(int component, bool is_electric, Index i, Index j, Index k) const {
    const auto &x = (component == 0) == is_electric ? halves_[0] : nodes_[0];
    const auto &y = (component == 1) == is_electric ? halves_[1] : nodes_[1];
    const auto &z = (component == 2) == is_electric ? halves_[2] : nodes_[2];
    return x[i] * y[j] * z[k];
  }

  std::array<std::vector<complex>, 3> nodes_, halves_;
  std::array<complex, 3> electric_amplitude_, magnetic_amplitude_;
};

} // namespace curlew::fdfd

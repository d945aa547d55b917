#pragma once

#include <curlew/methods/fem/media.hpp>
#include <curlew/methods/fem/outputs/radiating_faces.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <array>
#include <optional>
#include <vector>

namespace curlew::fem {

// A solution as fields: peak phasors of E in V/m, H in A/m.
class Fields {
public:
  // `x`: unknowns of the whole mesh, those of the scattered field where there is an incident wave.
  // All must stay.
  Fields(const Problem &problem, const Media &media, const PhasorField &x, double frequency_hz,
         const IncidentWave *incident = nullptr);

  struct Both {
    ComplexVector E{}, H{};
  };
  // Inside of a tet, at barycentric coordinates of the mesh's nodes. `total`: with the incident
  // wave, but in absorbing layers, where it does not reach.
  Both at(Index tet, const std::array<double, 4> &barycentric, bool total) const;

  double frequency_hz() const { return frequency_hz_; }
  double wavenumber() const { return wavenumber_; }
  const Problem &problem() const { return problem_; }

private:
  const Problem &problem_;
  const Media &media_;
  const PhasorField &x_;
  const IncidentWave *incident_;
  double frequency_hz_, wavenumber_;
};

// J = n x H and M = -n x E there; scattered fields where there is an incident wave.
SurfaceCurrents surface_currents(const Fields &fields, const std::vector<RadiatingFace> &faces);

// Power that leaves through these faces, of the same fields, W.
double power_through(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total);

// Power that the solved tets absorb, in total fields, W; layers excluded.
double absorbed_in_media(const Fields &fields, const Media &media);

} // namespace curlew::fem

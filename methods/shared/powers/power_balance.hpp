#pragma once

#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <optional>
#include <string>

namespace curlew {

// Returns the power that a scatterer extracts from a plane wave, in watts, by the optical theorem
// from the field scattered forward:
//   P = -(2 pi / (k eta0)) Im (F . p*),  in e^{+j omega t}: @cite bohren1983, section 3.4.
// In a lossless medium k eta0 has its value in vacuum: that of the given incident wave.
double extinction_by_theorem(const FarField &forward_field, const IncidentWave &incident);

// Balance of the power of an incident wave, in watts. Cross sections are these powers over the
// incident density n |p|^2 / (2 eta0), n the index of the medium that the wave comes from.
struct PowerBalance {
  double scattered = 0, absorbed = 0;
  // Extinction: equal to the sum of both but for the residual of the solver.
  double by_work = 0;
  // Extinction by the optical theorem: equal but for the discretisation; none: there is more than
  // one medium behind the scatterer.
  std::optional<double> by_theorem;
  double incident_density = 0; // W/m^2
  // The scattered power from the far field in all directions; none: not calculated.
  std::optional<double> scattered_by_far_field;

  // |extinction / (scattered + absorbed) - 1| by either extinction
  double work_difference() const;
  std::optional<double> theorem_difference() const;
  // |scattered / scattered_by_far_field - 1|. It detects an absorbing layer that takes power out of
  // the near field; in the other differences both sides then grow alike.
  std::optional<double> far_field_difference() const;
};

// Returns "scattered ... W + absorbed ... W = ... W; extinction ... W": a line of the log.
std::string to_text(const PowerBalance &balance);

} // namespace curlew

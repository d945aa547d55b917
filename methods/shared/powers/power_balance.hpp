#pragma once

#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <optional>
#include <string>

namespace curlew {

// What a scatterer takes out of a plane wave, in watts, by the optical theorem from the field
// scattered forward:
//   P = -(2 pi / (k eta0)) Im (F . p*),  in e^{+j omega t}: @cite bohren1983, section 3.4.
// In a lossless medium k eta0 is what it is in vacuum: that of the incident wave given.
double extinction_by_theorem(const FarField &forward_field, const IncidentWave &incident);

// What becomes of the power of an incident wave, in watts. Cross sections are these powers over the
// incident density n |p|^2 / (2 eta0), n the index of the medium that the wave comes from.
struct PowerBalance {
  double scattered = 0, absorbed = 0;
  double by_work = 0; // extinction: equal to their sum but for the residual of the solver
  // Equal but for the discretisation; none: behind the scatterer is more than one medium.
  std::optional<double> by_theorem;
  double incident_density = 0; // W/m^2
  // The scattered power once more, from the far field in all directions; none: not calculated.
  std::optional<double> scattered_by_far_field;

  // |extinction / (scattered + absorbed) - 1| by either
  double work_difference() const;
  std::optional<double> theorem_difference() const;
  // |scattered / scattered_by_far_field - 1|. It sees what the others do not: an absorbing layer
  // that takes power out of the near field lets both sides of theirs grow alike.
  std::optional<double> far_field_difference() const;
};

// "scattered ... W + absorbed ... W = ... W; extinction ... W": a line of the log.
std::string to_text(const PowerBalance &balance);

} // namespace curlew

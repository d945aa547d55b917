#include <curlew/methods/fem/time/far_field_surface.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Returns the spectrum of the waveform as the steps sample it. With w' of stepped_frequency_hz()
// the time stepping turns a current, sampled at the middle of its steps, into
//   dt sum of g((n + 1/2) dt) exp(-j w' (n + 1/2) dt) / cos(w' dt / 2),
// and a wave at a port, whose mean over the step it takes, into dt sum of g(n dt) exp(-j w' n dt).
complex mesh_spectrum(const Case &input, double frequency_hz, const TimePlan &plan, bool has_ports,
                      double beta) {
  const double at_hz = stepped_frequency_hz(frequency_hz, plan.dt_s, beta);
  const double half_angle = k_pi * at_hz * plan.dt_s;
  const double later_s = has_ports ? 0 : 0.5 * plan.dt_s;
  const Waveform waveform = reference_waveform(input);
  complex sum = 0;
  for (std::int64_t n = 0; n < plan.steps; ++n) {
    const double time_s = static_cast<double>(n) * plan.dt_s + later_s;
    sum += waveform(time_s) * std::polar(plan.dt_s, -2 * k_pi * at_hz * time_s);
  }
  return has_ports ? sum : sum / std::cos(half_angle);
}

} // namespace

double stepped_frequency_hz(double frequency_hz, double dt_s, double beta) {
  return beta == 0.25 ? std::atan(k_pi * frequency_hz * dt_s) / (k_pi * dt_s) : frequency_hz;
}

FarFieldSurface::FarFieldSurface(const Case &input, const Problem &problem)
    : input_(input), problem_(problem) {
  if (!input.outputs.far_field)
    return;
  faces_ = radiating_faces(input, problem.model, problem.layers);
  for (const RadiatingFace &face : faces_)
    for (int i = 0; i < problem.dofs.per_tet; ++i)
      if (const Index u = problem.unknowns.number[problem.dofs.of_tet(face.tet)[i]]; u >= 0)
        unknowns_.push_back(u);
  std::sort(unknowns_.begin(), unknowns_.end());
  unknowns_.erase(std::unique(unknowns_.begin(), unknowns_.end()), unknowns_.end());
}

RecordedSurface FarFieldSurface::currents(const SampledPhasors &phasors,
                                          const TimePlan &plan) const {
  const double beta = choices_of(input_).beta;
  const bool has_ports = std::none_of(
      input_.excitations.begin(), input_.excitations.end(), [](const Excitation &excitation) {
        return std::holds_alternative<CurrentSource>(excitation.source);
      });
  RecordedSurface recorded;
  recorded.change = phasors.change;
  recorded.images = problem_.model.images;
  for (std::size_t f = 0; f < input_.frequencies_hz.size(); ++f) {
    const double frequency_hz = input_.frequencies_hz[f];
    const complex scale = reference_spectrum(input_, frequency_hz, plan.dt_s, plan.steps) /
                          mesh_spectrum(input_, frequency_hz, plan, has_ports, beta);
    PhasorField x(problem_.unknowns.number.size(), 0);
    for (std::size_t d = 0; d < x.size(); ++d) {
      const auto at =
          std::lower_bound(unknowns_.begin(), unknowns_.end(), problem_.unknowns.number[d]);
      if (at != unknowns_.end() && *at == problem_.unknowns.number[d])
        x[d] = scale * phasors.sums[f][static_cast<std::size_t>(at - unknowns_.begin())];
    }
    const Media media = media_at(input_, problem_.model, problem_.layers, frequency_hz);
    recorded.currents.push_back(surface_currents(Fields(problem_, media, x, frequency_hz), faces_));
  }
  return recorded;
}

} // namespace curlew::fem

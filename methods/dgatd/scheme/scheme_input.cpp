#include <curlew/methods/dgatd/scheme/scheme_input.hpp>

namespace curlew::dgatd {

bool magnetic_needed(const Case &input) {
  for (const ProbeSpec &probe : input.outputs.probes)
    if (probe.field == Field::H)
      return true;
  return !input.outputs.fluxes.empty() || input.outputs.fields || input.outputs.phasors;
}

bool energy_needed(const Case &input) {
  return input.outputs.energy || input.time.stop_at_energy_db;
}

SchemeInput make_scheme_input(const Case &input, const SchemeParts &parts, const TimePlan &plan,
                              bool lossy, int threads) {
  SchemeInput scheme{parts.problem, parts.sources,          parts.probes,
                     plan,          magnetic_needed(input), lossy || energy_needed(input),
                     threads};
  scheme.frequencies_hz = input.frequencies_hz;
  if (input.outputs.far_field)
    scheme.surface = &parts.surface;
  if (!input.outputs.fluxes.empty())
    scheme.flux = &parts.flux;
  return scheme;
}

} // namespace curlew::dgatd

#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>

namespace curlew::dgatd {

// True where a case reads H, or the energy.
bool magnetic_needed(const Case &input);
bool energy_needed(const Case &input);

// Data of a case's mesh that a scheme reads. They must outlive the scheme.
struct SchemeParts {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Probes &probes;
  const RadiatingSurface &surface;
  const FluxPoints &flux;
};

// `lossy`: true for media with losses on any rank. `plan` must outlive the scheme.
SchemeInput make_scheme_input(const Case &input, const SchemeParts &parts, const TimePlan &plan,
                              bool lossy, int threads);

} // namespace curlew::dgatd

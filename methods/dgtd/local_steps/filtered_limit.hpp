#pragma once

#include <curlew/methods/dgtd/local_steps/step_classes.hpp>

namespace curlew::dgtd {

// Largest coarse step of filtered leapfrog, in s.
struct FilteredLimit {
  double dt_s = 0;
  double coarse_dt_s = 0; // limit of leapfrog in the coarse class alone
  // Square of dt times the frequency of the filtered system over 4, at dt_s; it must stay below 1.
  double radius = 0;
  int iterations = 0;
};

// Searches the largest step downwards from the limit of the coarse class: the filters must stay in
// the range of their polynomials, and the whole system below the limit of leapfrog; each by
// Lanczos' method on the magnetic side. Throws NotConverged. Collective.
template <class Space>
FilteredLimit filtered_limit(const Space &space, const Problem &problem, const StepClasses &classes,
                             double tolerance = 1e-4);

// Throws InputError, with its place in the case, where a filter would act on E in a lossy tet.
// `problem`: the whole problem.
void require_lossless_filters(const Case &input, const Problem &problem,
                              const StepClasses &classes);

} // namespace curlew::dgtd

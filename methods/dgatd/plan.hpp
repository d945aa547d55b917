#pragma once

#include <curlew/methods/dgatd/observer.hpp>
#include <curlew/solvers/lanczos.hpp>

#include <vector>

namespace curlew {
struct ProbeSpec;
}

namespace curlew::dgatd {

// The points of a probe in m, u fastest: one, a line of samples, or a plane of them.
std::vector<Point> probe_points(const ProbeSpec &probe);

// Turns the case's times into steps and its probes into stencils. `limit`: spectral radius from
// spectral_radius(). Throws InputError for dt above 2 / sqrt(rho) (names the limit) unless
// allow_unstable, for a duration shorter than one step, for a probe outside of the mesh or a
// field region that it lacks.
Plan make_plan(const Case &input, const Problem &problem, const std::vector<Source> &sources,
               const LargestEigenvalue &limit);

} // namespace curlew::dgatd

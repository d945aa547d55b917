#pragma once

#include <curlew/perf/bench/dgtd/bench.hpp>

namespace curlew::dgtd {

// Steps with tets shuffled, along a curve in space and in METIS' clusters; then of vacuum and of a
// medium with a Debye pole and a Lorentz one in every tet, whose difference is what dispersion
// costs. Scheme central of first order, each by every variant and backend, at `size` unknowns of a
// field.
void time_orders(const BenchOptions &options, double size, const LogFunction &say,
                 nlohmann::ordered_json &rows);
void time_dispersion(const BenchOptions &options, double size, const LogFunction &say,
                     nlohmann::ordered_json &rows);

// A bar whose middle is thinner by 3 in all directions, with and without local time steps: seconds
// for a span of time, and the gain predicted from the classes.
void time_local_steps(const BenchOptions &options, double size, const LogFunction &say,
                      nlohmann::ordered_json &rows);

} // namespace curlew::dgtd

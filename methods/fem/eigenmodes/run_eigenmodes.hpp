#pragma once

#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/shared/run/phase_clock.hpp>
#include <curlew/methods/shared/run/run_options.hpp>

namespace curlew::fem {

// Runs a case with "eigenmodes". Writes eigenmodes.csv, the fields of each mode where the case asks
// for them, and a list in summary.json. Kokkos must be running. Throws the errors of
// core/error.hpp. `clock` has the phases of the run so far.
void run_eigenmodes(const Case &input, const RunOptions &options, Backend backend, int threads,
                    Prepared prepared, PhaseClock clock);

// Table of the modes: "mode,f (Hz),Q,Q_wall,Q_material,Q_radiation,volume (m^3),residual".
inline constexpr const char *k_eigenmodes_file = "eigenmodes.csv";

} // namespace curlew::fem

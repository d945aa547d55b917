#include <curlew/methods/shared/time/recorded_run.hpp>

#include <curlew/methods/shared/time/restart_tables.hpp>

namespace curlew {

ContinuedOutputs continued_outputs(const RestartTables &tables, double time_s, double dt_s) {
  return {&tables, Continued{tables.rows, time_s + 0.25 * dt_s},
          Continued{tables.rows, time_s - 0.25 * dt_s}};
}

} // namespace curlew

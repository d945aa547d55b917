#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/step_table.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

namespace curlew {

// flux_<name>_time.csv of the entries of outputs.flux: the power at every step.
class FluxTables : public StepTables {
public:
  // Throws OutputError.
  FluxTables(const Case &input, const ResultsDirectory &results, double dt_s,
             const Continued *continued);

  void write(std::int64_t first_step, const ProbeRows &values);

private:
  double dt_s_;
};

} // namespace curlew

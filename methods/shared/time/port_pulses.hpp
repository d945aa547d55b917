#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

namespace curlew {

// Checks the waves at the ports against the length and the frequencies of a run: fills
// TimePlan::has_s, and warns of frequencies at which S has no value or is divided by little, and of
// a run that ends before a pulse has its peak.
void check_port_pulses(const Case &input, TimePlan &plan);

} // namespace curlew

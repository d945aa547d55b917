#include <curlew/methods/shared/ports/branches.hpp>

#include <curlew/io/case/sections/boundaries/boundaries.hpp>

namespace curlew {

BranchStep step_of(const Branch &branch, double dt_s) {
  const double stored = 2 * branch.inductance / dt_s;
  const double total = stored + branch.resistance + 0.5 * dt_s * branch.inverse_capacitance;
  return {branch.scale / total, stored / total, -branch.inverse_capacitance / total};
}

std::vector<Branch> branches_of(const LumpedSpec &lumped, double scale) {
  const auto inverse = [](double c) { return c > 0 ? 1 / c : 0; };
  if (!lumped.is_parallel) {
    const double c = lumped.capacitance_f ? inverse(*lumped.capacitance_f) : 0;
    return {{scale, lumped.resistance_ohm.value_or(0), lumped.inductance_h.value_or(0), c}};
  }
  std::vector<Branch> branches;
  if (lumped.resistance_ohm)
    branches.push_back({scale, *lumped.resistance_ohm, 0, 0});
  if (lumped.inductance_h)
    branches.push_back({scale, 0, *lumped.inductance_h, 0});
  if (lumped.capacitance_f && *lumped.capacitance_f > 0)
    branches.push_back({scale, 0, 0, inverse(*lumped.capacitance_f)});
  return branches;
}

} // namespace curlew

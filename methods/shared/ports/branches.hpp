#pragma once

#include <vector>

namespace curlew {

struct LumpedSpec;

// A relation of field and current, both tangential on a face or both in a volume:
//   z = y(omega) E,  y = scale / (R + j omega L + 1 / (j omega C)),
// z the current in the units of the method that steps it: walls, elements, conductivity and poles
// are sums of such branches. Any of R, L, 1/C may be 0, not all.
struct Branch {
  double scale = 1, resistance = 0, inductance = 0, inverse_capacitance = 0;

  bool has_memory() const { return inductance > 0 || inverse_capacitance > 0; }
};

// The trapezoidal rule of a branch: over a step the mean of z is
//   gain (mean of E) + of_current z + of_charge q,
// z and the charge q = integral of z dt those before the step. The gain is above 0: for any step,
// the branch dissipates energy or stores it. After the step z is twice the mean less z before it.
struct BranchStep {
  double gain, of_current, of_charge;
};
BranchStep step_of(const Branch &branch, double dt_s);

// Returns the branches of R, L and C in parallel, or in series. `scale`: factor of the admittance.
std::vector<Branch> branches_of(const LumpedSpec &lumped, double scale);

} // namespace curlew

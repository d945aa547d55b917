#pragma once

#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <vector>

namespace curlew::dgtd {

// Action of a pole on one number x of a field, with P its part of D / eps0 (or B / mu0) and at most
// two numbers q of its own (docs/methods/dgtd-notes.md, "Dispersive media").
//
//   a step  P1 - P0 = gain (x1 - x0) + of_field x0 + of_state . q0
//           q1 - q0 = state_gain (x1 - x0) + state_of_field x0 + state_of_state q0
//   rates   dP/dt = of_field x + of_state . q,  dq/dt = state_of_field x + state_of_state q
// In stages, the convolution has dP/dt by rates and q1 by steps, of the time to the next stage.
//
// A pole stores 1/2 eps0 energy . q^2; no such form is known for the convolution, which has 0.
struct PoleStep {
  double gain = 0, of_field = 0;
  double of_state[2] = {}, state_gain[2] = {}, state_of_field[2] = {};
  double state_of_state[2][2] = {};
  double energy[2] = {};
  int states = 1;
};

// Returns the steps of the poles, in the order Debye, Lorentz, Drude, by options.form and
// options.dispersion.
std::vector<PoleStep> pole_steps(const Poles &poles, const UpdateOptions &options);

// Returns what all poles together add to eps_r (or mu_r) in the matrix that a step inverts.
double gain_of(const Poles &poles, const UpdateOptions &options);

const Poles &poles_of(const Material &material, Side side);

// Bounds, over all materials of the case, of the poles' part in the rates that limit an explicit
// method, in 1/s: in the largest damping, and in the square root of the sum of squares of the
// couplings.
struct PoleRates {
  double damping = 0, coupling = 0;
};
PoleRates pole_rates(const Problem &problem);

// True where the mean field does work of the wrong sign on a pole at some frequency that its step
// represents.
bool is_active(const PoleStep &step);

} // namespace curlew::dgtd

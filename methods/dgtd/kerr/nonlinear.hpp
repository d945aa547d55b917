#pragma once

namespace curlew::dgtd {

// Solver that finds the E of a tet from the moments of its D.
enum class NonlinearSolver {
  newton,      // with the derivative of D, halving steps that do not lower the residual
  fixed_point, // with the permittivity of the iterate before
  closed_form, // full spaces: at the nodes of the polynomials, by the root of the cubic
};

// Relation of D to E over a step, E0 and E1 at its ends, Em their mean, dE their difference.
enum class NonlinearForm {
  exact,    // D1 = eps0 (eps_r + chi3 |E1|^2) E1: second order in the step
  midpoint, // D1 = eps0 (eps_r + chi3 |Em|^2) E1, as published: first order
  energy, // D1 - D0 = eps0 {eps_r dE + chi3 [(|Em|^2 + 3/4 |dE|^2) dE + 2 (Em . dE) Em]}: conserves
          // the energy to rounding, and D is a function of E up to the square of the step alone
};

// Choices of "discretization.nonlinear".
struct NonlinearChoices {
  NonlinearSolver solver{};
  NonlinearForm form{};
  double tolerance = 0; // largest residual relative to the moments of D, 2-norms, in every tet
  int max_iterations = 0;
};

} // namespace curlew::dgtd

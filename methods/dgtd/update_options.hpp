#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// Terms that a kernel computes in a step.
enum class Form {
  mean, // leapfrog with the mean of both sides
  // leapfrog with the neighbour's field alone, without the terms inside a tet: the operator that
  // bounds the time step of dfdd
  neighbour,
  implicit, // dfdd: the neighbour's field, implicit inside each tet
  stages    // rates of change, for the stages of the Runge-Kutta method
};

struct UpdateOptions {
  Form form = Form::mean;
  double dt_s = 0;    // time step; in stages only the convolution of poles has one, its own
  bool losses = true; // false: without conductivities, poles and absorbing walls
  double penalty = 0; // penalty of the jumps
  Dispersion dispersion = Dispersion::ode;
  bool published_losses = false; // Choices::published_losses: doubles have no losses of their own
};

// Returns the options of a problem's own steps.
UpdateOptions step_options(const Problem &problem, double dt_s);

// Current in a tet: a moment in A m at a point, or a density in A/m^2 that fills it.
struct TetCurrent {
  std::array<double, 3> value{};
  bool is_point = false;
  std::array<double, 4> l{}; // barycentric coordinates of the point, ascending vertices
};

// Returns the integrals of N_i . J.
std::vector<double> current_load(const Problem &problem, Index tet, const TetCurrent &current);

} // namespace curlew::dgtd

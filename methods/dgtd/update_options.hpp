#pragma once

#include <curlew/methods/dgtd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

// What a kernel computes in a step.
enum class Form {
  mean,      // leapfrog with the mean of both sides
  neighbour, // leapfrog with the neighbour's field alone, without what happens inside a tet: the
             // operator that bounds the time step of dfdd
  implicit,  // dfdd: the neighbour's field, implicit inside each tet
  stages     // rates of change, for the stages of Runge and Kutta's method
};

struct UpdateOptions {
  Form form = Form::mean;
  double dt_s = 0;    // of the step; only the convolution of poles has one in stages, its own
  bool losses = true; // false: without conductivities, poles and absorbing walls
  double penalty = 0; // of the jumps
  Dispersion dispersion = Dispersion::ode;
  bool published_losses = false; // Choices::published_losses: doubles have none of their own
};

// A current in a tet: a moment in A m at a point, or a density in A/m^2 that fills it.
struct TetCurrent {
  std::array<double, 3> value{};
  bool is_point = false;
  std::array<double, 4> l{}; // of the point: barycentric, ascending vertices
};

// The integrals of N_i . J.
std::vector<double> current_load(const Problem &problem, Index tet, const TetCurrent &current);

} // namespace curlew::dgtd

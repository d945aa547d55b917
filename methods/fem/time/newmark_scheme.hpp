#pragma once

#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/ranks/rank_steps.hpp>
#include <curlew/methods/fem/time/far_field_surface.hpp>
#include <curlew/methods/fem/time/field_stencils.hpp>
#include <curlew/methods/fem/time/step_matrices.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/port_output.hpp>
#include <curlew/methods/shared/time/probe_output.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew::fem {

// A current: the integrals of J . phi_i times -eta0, for some unknowns.
struct TimeSource {
  Waveform waveform;
  std::vector<Index> unknowns;
  std::vector<double> values;
};

// A port in the time stepping: the field of its mode, its relative admittance, and the incoming
// wave.
struct TimePort {
  PortField field;
  double admittance = 1, impedance_ohm = 50;
  std::optional<PortDrive> drive;
};

struct SchemeInput {
  const Case &input;
  const Problem &problem;
  const std::vector<TimeSource> &sources;
  const std::vector<TimePort> &ports; // by their index
  const ProbeStencils &probes;
  const FarFieldSurface &surface;
  const SolverChoice &choice;
  TimePlan plan;
  double beta = 0.25;
  int threads = 0;
  const StepRanks *ranks = nullptr; // of the solves; null: one
};

// Newmark's method, @cite newmark1959, for the integral y of E over c t; E at n dt, H at (n - 1/2)
// dt. With d = h (E^(n+1) - E^n), h = c dt, step n is
//   y^(n+1/2) = y^(n-1/2) + h E^n,
//   (M/h^2 + B/(2h) + beta S) d = f^(n+1/2) - S y^(n+1/2) - B E^n,
// with branches with memory (branches.hpp) like B (docs/methods/fem-notes.md, "Time domain").
class NewmarkScheme : public TimeScheme {
public:
  // Name and figures of the solver: "cg + jacobi", mean iterations per step.
  struct SolverFigures {
    std::string description;
    double mean_iterations = 0, largest_residual = 0;
  };
  virtual SolverFigures solver() const = 0;
  virtual ProbeOutput &probes() = 0;
  virtual PortOutput *ports() = 0; // null for a problem without ports
};

std::unique_ptr<NewmarkScheme> make_newmark(Backend backend, const SchemeInput &input,
                                            StepMatrices matrices);

} // namespace curlew::fem

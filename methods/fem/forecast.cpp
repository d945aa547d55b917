#include <curlew/methods/fem/forecast.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/solve/factor_entries.hpp>
#include <curlew/methods/fem/sweep/affine_operator.hpp>
#include <curlew/methods/shared/forecast/machine_rates.hpp>
#include <curlew/methods/shared/frequency/expected_solves.hpp>
#include <curlew/methods/shared/time/step_forecast.hpp>
#include <curlew/solvers/direct/factor_work.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

// With more unknowns the factors are not counted: the order alone takes seconds.
constexpr Index k_most_counted = 250000;
// Measured on one core: seconds to assemble an entry of the matrix, which threads share, and to set
// an entry of the factors.
constexpr double k_assembly_s = 1.2e-7, k_entry_s = 3e-8;
// Likewise the outputs of a solve and its fields for ParaView, for an unknown, and S at a frequency
// from a reduced model.
constexpr double k_output_s = 1.5e-6, k_field_s = 8e-6, k_model_s = 1.5e-3;
// Rate of the factorisation's products over that of large ones, measured.
constexpr double k_front_rate = 0.35;
constexpr double k_entry_bytes = 16 + 4, k_factor_bytes = 16;
// Passes over the matrix in an iteration with its preconditioner: a cycle of multigrid has about
// five products with the finest matrix, and as many again on all coarser ones together.
constexpr double k_cycle_passes = 9, k_plain_passes = 1.5;
// Iterations of a solve, and those that the shipped examples needed.
constexpr double k_cycles = 30, k_plain_iterations = 600;
// A mode in a search for eigenmodes: factorisations, solves, and the time of one over that of a
// back substitution, for the gradients are taken out too.
constexpr double k_mode_matrices = 2, k_mode_solves = 60, k_mode_solve_cost = 2.5;

// Seconds of the parts of a run.
struct Seconds {
  double first = 0;      // once, before the first matrix
  double matrix = 0;     // a frequency
  double solve = 0;      // a right-hand side
  double iterations = 0; // in a solve; 0: factors
  double iteration = 0;
  double output = 0; // of a solve
  double modes = 0;  // of modal ports, at a frequency
};

// Returns the seconds of the modes of all ports at a frequency at which they are not known yet.
double time_modes(const Case &input, const std::vector<Port> &ports) {
  constexpr double k_between = 0.4811; // of the lowest and the highest frequency
  const auto [lowest, highest] =
      std::minmax_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const FreeStopwatch watch;
  bool has_modes = false;
  for (const Port &port : ports)
    if (port.section() != nullptr) {
      port.section()->modes(*lowest + k_between * (*highest - *lowest));
      has_modes = true;
    }
  return has_modes ? watch.seconds() : 0;
}

// Returns the seconds with factors, and their entries in `entries`.
Seconds time_direct(const Case &input, const Problem &problem, const MachineRates &rates,
                    int threads, double &entries) {
  const bool is_general = !problem.periodic.empty() || has_gyrotropic_media(input, problem.model);
  const double matrix_entries = static_cast<double>(problem.pattern.columns.size());
  const FreeStopwatch watch;
  const FactorWork work =
      factor_work(problem.pattern.row_begin, problem.pattern.columns,
                  is_general ? MatrixSymmetry::general : MatrixSymmetry::symmetric);
  Seconds seconds;
  seconds.first = watch.seconds();
  // Without a good order MUMPS, which has one, does less work.
  const double share =
      work.has_good_order || !has_mumps()
          ? 1
          : std::min(1.0, cubic_factor_entries(problem.unknowns.count) / work.entries);
  entries = share * work.entries;
  seconds.matrix = k_assembly_s * matrix_entries / threads + k_entry_s * entries +
                   share * work.flops / (k_front_rate * rates.product);
  const double bytes = 2 * k_factor_bytes * entries;
  seconds.solve = (bytes + 2 * k_entry_bytes * matrix_entries) / rates.streaming(bytes);
  return seconds;
}

Seconds time_iterations(const Problem &problem, const SolverChoice &choice,
                        const MachineRates &rates, int threads) {
  const bool is_multigrid = choice.has(PreconditionerKind::multigrid);
  const double entries = 2.7 * problem.dofs.per_tet * problem.unknowns.count;
  const double bytes = k_entry_bytes * entries;
  Seconds seconds;
  seconds.matrix = (is_multigrid ? 3 : 1) * k_assembly_s * entries / threads;
  seconds.iterations = is_multigrid ? k_cycles : k_plain_iterations;
  seconds.iteration =
      (is_multigrid ? k_cycle_passes : k_plain_passes) * bytes / rates.streaming(bytes);
  return seconds;
}

TimeForecast forecast_modes(const Case &input, const Seconds &seconds, double setup_s) {
  TimeForecast forecast;
  forecast.setup_s = setup_s + seconds.first;
  const double count = input.eigenmodes->count;
  forecast.work = {{"factorisation", k_mode_matrices * count, seconds.matrix, true},
                   {"solve", k_mode_solves * count, k_mode_solve_cost * seconds.solve, true},
                   {"output", count, seconds.output}};
  forecast.basis = "modes take as many as those of the examples";
  return forecast;
}

TimeForecast forecast_sweep(const Case &input, const Seconds &seconds, double frequencies,
                            double columns, double setup_s) {
  TimeForecast forecast;
  const bool is_adaptive = input.frequency_sweep.is_adaptive;
  forecast.setup_s = setup_s + seconds.first;
  forecast.work.push_back({"frequency set-up", frequencies, seconds.matrix, is_adaptive});
  forecast.work.push_back({"solve", frequencies * columns,
                           seconds.solve + seconds.iterations * seconds.iteration, is_adaptive});
  forecast.work.push_back({"output", frequencies * columns, seconds.output, is_adaptive});
  const auto all = static_cast<double>(input.frequencies_hz.size());
  if (is_adaptive)
    forecast.work.push_back({"interpolation", all, k_model_s});
  if (seconds.modes > 0)
    forecast.work.push_back({"port mode", all, seconds.modes});
  const auto add = [&](const std::string &text) {
    forecast.basis += (forecast.basis.empty() ? "" : ", ") + text;
  };
  if (is_adaptive)
    add("the sweep chooses its frequencies");
  if (seconds.iterations > 0)
    add(fmt::format("for {:.0f} iterations of {} in a solve", seconds.iterations,
                    duration_text(seconds.iteration)));
  return forecast;
}

} // namespace

RunForecast forecast_run(const Case &input, Prepared prepared, int threads,
                         const FreeStopwatch &started) {
  const Backend backend = parse_backend(input.run.backend);
  const SolverChoice choice = prepared.choice;
  const ElementSpace space = choices_of(input).space;
  RunForecast forecast;
  forecast.bytes = solver_bytes(choice, prepared.unknowns, space.per_tet());
  const bool is_direct = choice.method == SolverMethod::direct;
  if (const std::string why = why_kokkos_cannot_start(); !why.empty())
    forecast.time.none = why;
  else if (is_direct && prepared.unknowns > k_most_counted)
    forecast.time.none = fmt::format("factors are counted for at most {} unknowns", k_most_counted);
  else if (!is_direct)
    forecast.time.none = why_no_scheme(static_cast<double>(prepared.model.mesh.tets.size()), "tets",
                                       forecast.bytes, backend);
  if (!forecast.time.none.empty())
    return forecast;
  const double frequencies =
      expected_frequencies(input, why_not_affine(input, prepared.model, prepared.layers).empty()
                                      ? SweepInterpolation::reduced_model
                                      : SweepInterpolation::rational);
  const auto columns =
      static_cast<double>(input.eigenmodes ? 1 : plan_at(input, input.frequencies_hz[0]).size());
  const int own_threads = backend == Backend::serial ? 1 : threads;
  const MachineRates rates = machine_rates(backend, own_threads);
  const Problem problem =
      make_problem(input, std::move(prepared.model), std::move(prepared.layers), threads,
                   is_direct ? WholePattern::make : WholePattern::leave_out);
  const double setup_s = started.seconds();
  double entries = 0;
  Seconds seconds = is_direct ? time_direct(input, problem, rates, own_threads, entries)
                              : time_iterations(problem, choice, rates, own_threads);
  seconds.output = (k_output_s + (input.outputs.fields ? k_field_s : 0)) * problem.unknowns.count;
  try {
    if (!input.eigenmodes)
      seconds.modes = time_modes(input, prepared.ports);
  } catch (const NotConverged &error) { // at a frequency that the run need not take
    forecast.time.none = std::string("the modes of a port were not found: ") + error.what();
    return forecast;
  }
  if (is_direct)
    forecast.bytes += k_factor_bytes * (entries - cubic_factor_entries(problem.unknowns.count));
  forecast.time = input.eigenmodes ? forecast_modes(input, seconds, setup_s)
                                   : forecast_sweep(input, seconds, frequencies, columns, setup_s);
  if (input.refinement)
    forecast.time.basis += std::string(forecast.time.basis.empty() ? "" : ", ") +
                           "without the passes of the refinement, whose number is unknown";
  return forecast;
}

} // namespace curlew::fem

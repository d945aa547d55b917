#include <curlew/methods/mom/solver_choice.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

constexpr double k_many_near = 2000;              // entries in a row
constexpr Index k_few_unknowns[] = {5000, 50000}; // on processors, on devices: lu is fast enough
constexpr double k_share_of_memory = 0.8;         // that a matrix may take

// Operations a second of a core and of a device, for estimates.
constexpr double k_core_rate = 3e10, k_device_rate = 3e13;
constexpr double k_device_cores = 300; // cores that a device replaces in iterations

AimSpecification specification_of(const SolverSpec &solver) {
  AimSpecification aim;
  aim.choice = {solver.aim.order, solver.aim.spacing_m, solver.aim.near, solver.aim.is_single};
  for (const AimKrylov krylov : {AimKrylov::gmres, AimKrylov::cocr, AimKrylov::gcr})
    if (solver.krylov == to_string(krylov))
      aim.krylov = krylov;
  for (const AimPreconditioner type :
       {AimPreconditioner::none, AimPreconditioner::diagonal, AimPreconditioner::sai,
        AimPreconditioner::ras, AimPreconditioner::block})
    if (solver.preconditioner.type == to_string(type))
      aim.preconditioner = type;
  aim.tolerance = solver.tolerance;
  aim.max_iterations = solver.max_iterations;
  return aim;
}

double wavenumber_at(double frequency_hz) {
  return 2 * k_pi * frequency_hz / k_speed_of_light;
}

// Why aim is out of the question, or nothing.
std::string obstacle(const SolverChoice &choice, Backend backend, const Surface &surface,
                     const Spec &spec, double least_phase) {
  const Index few = k_few_unknowns[is_device_backend(backend) ? 1 : 0];
  if (spec.quadrature.testing == Testing::centroid)
    return "aim tests by the basis functions";
  if (surface.unknowns() < few)
    return fmt::format("fewer than {} unknowns", few);
  if (least_phase < k_least_scaled_phase)
    return fmt::format("edges are far below the wavelength (wavenumber times mean edge {:.2g})",
                       least_phase);
  if (choice.forecast.near_entries_per_row > k_many_near)
    return fmt::format("aim would have {:.0f} near entries a row, above {:g}",
                       choice.forecast.near_entries_per_row, k_many_near);
  return "";
}

// What aim has not, or nothing.
std::string only_dense(const Surface &surface, const Spec &spec) {
  if (spec.formulation == Formulation::pmchwt)
    return "bodies are solved";
  if (spec.media.has_impedances)
    return "surface impedances are solved";
  if (!surface.planes.empty())
    return "planes of symmetry are solved";
  if (spec.low_frequency == LowFrequency::on)
    return "\"low_frequency\": \"on\" is solved";
  return "";
}

} // namespace

SolverChoice choose_solver(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads) {
  const SolverSpec &solver = input.solver;
  const auto [lowest, highest] =
      std::minmax_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  SolverChoice choice;
  choice.aim = specification_of(solver);
  choice.bytes = dense_bytes(surface, spec, wavenumber_at(*lowest), columns, backend);
  if (solver.method == "lu")
    return choice;
  if (const std::string what = only_dense(surface, spec); !what.empty()) {
    if (solver.method == "aim")
      throw InputError(fmt::format("{}: {} by \"lu\" only; take \"method\": \"lu\"",
                                   input.where("/solver/method"), what));
    choice.reason = what + " by lu only";
    return choice;
  }
  if (choice.aim.krylov == AimKrylov::cocr && spec.formulation != Formulation::efie)
    throw InputError(fmt::format("{}: \"cocr\" is of \"formulation\": \"efie\", whose matrix is "
                                 "symmetric, and this surface is solved by \"{}\"; take \"gmres\" "
                                 "or \"gcr\"",
                                 input.where("/solver/krylov"), to_string(spec.formulation)));
  choice.forecast =
      forecast_aim(backend, surface, spec, choice.aim, wavenumber_at(*highest), columns);
  const double least_phase = wavenumber_at(*lowest) * mean_edge_m(surface);
  if (solver.method == "aim") {
    choice.is_aim = true;
    if (choice.forecast.preconditioner == AimPreconditioner::diagonal &&
        least_phase < k_least_scaled_phase)
      throw InputError(fmt::format(
          "{}: scaling by the diagonal converges to wrong currents where edges are far below the "
          "wavelength: the wavenumber times the mean edge is {:.2g} at {:.4g} Hz, and must be {:g} "
          "or more. Take \"preconditioner\": \"ras\", or \"method\": \"lu\"",
          input.where("/solver"), least_phase, *lowest, k_least_scaled_phase));
    if (choice.forecast.near_entries_per_row > k_many_near)
      choice.warnings.push_back(fmt::format(
          "{}: {:.0f} of {} entries a row are near: little is left for the grid. Take a smaller "
          "\"spacing\", a mesh that is less graded, or \"method\": \"lu\"",
          input.where("/solver/method"), choice.forecast.near_entries_per_row, surface.unknowns()));
    choice.bytes = choice.forecast.bytes();
    return choice;
  }
  if (is_low_frequency(spec, surface, wavenumber_at(*lowest)))
    choice.reason = "low frequencies are solved by lu only";
  else
    choice.reason = obstacle(choice, backend, surface, spec, least_phase);
  if (!choice.reason.empty())
    return choice;
  const double n = surface.unknowns();
  const bool on_device = is_device_backend(backend);
  const double cores = backend == Backend::serial ? 1 : threads;
  const double lu_s = 8.0 / 3 * n * n * n / (on_device ? k_device_rate : k_core_rate * cores);
  const double aim_s = choice.forecast.seconds / (on_device ? k_device_cores : cores);
  const bool fits = choice.bytes < k_share_of_memory * memory_of(backend).free_bytes;
  choice.is_aim = !fits || aim_s < lu_s;
  choice.reason = fmt::format("aim about {:.2g} s and {:.3g} MB a frequency, lu {:.2g} s and "
                              "{:.3g} MB{}",
                              aim_s, choice.forecast.bytes() / 1e6, lu_s, choice.bytes / 1e6,
                              fits ? "" : ", which has no room");
  if (choice.is_aim)
    choice.bytes = choice.forecast.bytes();
  return choice;
}

std::unique_ptr<SurfaceSolver> make_solver(const SolverChoice &choice, Backend backend,
                                           const Surface &surface, const Spec &spec, int threads) {
  if (choice.is_aim)
    return make_aim_system(backend, surface, spec, choice.aim, threads);
  return make_dense_system(backend, surface, spec, threads);
}

std::string describe(const SolverChoice &choice, const Spec &spec) {
  std::string text;
  if (choice.is_aim) {
    const AimForecast &f = choice.forecast;
    text = fmt::format(
        "aim, {}{}; order {}, spacing {:.4g} m, {} x {} x {} nodes, FFTs of {} x {} "
        "x {}; about {:.0f} near entries a row",
        to_string(f.krylov),
        f.preconditioner == AimPreconditioner::none ? "" : " + " + to_string(f.preconditioner),
        f.grid.stencil.order(), f.grid.spacing_m, f.grid.extent[0], f.grid.extent[1],
        f.grid.extent[2], f.padded[0], f.padded[1], f.padded[2], f.near_entries_per_row);
  } else {
    text = fmt::format("lu, matrix filled by variant {}",
                       spec.variant == FillVariant::edge ? "edge" : "face");
  }
  return text + (choice.reason.empty() ? "" : " (auto: " + choice.reason + ")");
}

} // namespace curlew::mom

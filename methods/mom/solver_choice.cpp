#include <curlew/methods/mom/solver_choice.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/rank_memory.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/aim/aim_choices.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>
#include <curlew/methods/mom/ranks/divided_matrix.hpp>
#include <curlew/methods/mom/ranks/leading_solver.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

constexpr double k_many_near = 2000; // entries in a row
// Unknowns below which lu is fast enough, on processors and on devices.
constexpr Index k_few_unknowns[] = {5000, 50000};
constexpr double k_share_of_memory = 0.8; // share that a matrix may take

// Least tolerance and least wavenumber times mean edge for single precision. Rounding in single
// precision adds some 1e-6 to a residual. Where edges are far below the wavelength, the rounding of
// the charges' part is large against the currents' part.
constexpr double k_least_single_tolerance = 1e-5, k_least_single_phase = 0.03;

// Operations per second of a core and of a device, for estimates.
constexpr double k_core_rate = 3e10, k_device_rate = 3e13;
constexpr double k_device_cores = 300; // number of cores that a device replaces in iterations

bool may_be_single(const Case &input, const Surface &surface, const Spec &spec) {
  return input.solver.tolerance >= k_least_single_tolerance &&
         std::all_of(input.frequencies_hz.begin(), input.frequencies_hz.end(), [&](double f) {
           const double k = wavenumber_of(f);
           return k * mean_edge_m(surface) >= k_least_single_phase ||
                  is_low_frequency_of_aim(spec, surface, k);
         });
}

// Returns the reason why "auto" does not take aim, or an empty string.
std::string obstacle(const SolverChoice &choice, Backend backend, const Surface &surface,
                     const Spec &spec, double wavenumber) {
  const Index few = k_few_unknowns[is_device_backend(backend) ? 1 : 0];
  if (surface.unknowns() < few)
    return fmt::format("fewer than {} unknowns", few);
  const double least_phase = wavenumber * mean_edge_m(surface);
  if (least_phase < k_least_scaled_phase && !is_low_frequency_of_aim(spec, surface, wavenumber))
    return fmt::format("edges are far below the wavelength (wavenumber times mean edge {:.2g})",
                       least_phase);
  if (choice.forecast.near_entries_per_row > k_many_near)
    return fmt::format("aim would have {:.0f} near entries a row, above {:g}",
                       choice.forecast.near_entries_per_row, k_many_near);
  return "";
}

// Returns what aim cannot solve, or an empty string.
std::string only_dense(const Spec &spec) {
  if (spec.quadrature.testing == Testing::centroid)
    return "testing at centroids is solved";
  if (spec.formulation == Formulation::pmchwt)
    return "bodies are solved";
  return "";
}

// Throws InputError for a grid whose number of nodes is too large for an integer, which is far
// beyond any memory.
void check_spacing(const Case &input, const AimChoice &choice, const Surface &surface) {
  constexpr double k_most_nodes = 1e8; // along an axis
  if (choice.spacing_m && extent_m(surface) / *choice.spacing_m > k_most_nodes)
    throw InputError(fmt::format("{}: a \"spacing\" of {:.3g} m makes a grid of {:.2g} nodes along "
                                 "a surface of {:.3g} m; the median edge is {:.3g} m",
                                 input.where("/solver/aim/spacing"), *choice.spacing_m,
                                 extent_m(surface) / *choice.spacing_m, extent_m(surface),
                                 median_edge_m(surface)));
}

// Returns the form in single precision. Throws InputError where rows cannot be filled again for
// residuals.
DenseForm single_form(const Case &input, const Surface &surface, const Spec &spec,
                      double lowest_hz) {
  if (spec.formulation == Formulation::pmchwt)
    throw InputError(fmt::format("{}: \"single\" is of conductors and sheets; bodies are solved in "
                                 "\"double\"",
                                 input.where("/run/precision")));
  if (!can_fill_rows(surface, spec, wavenumber_of(lowest_hz)))
    throw InputError(fmt::format("{}: currents with and without charges are scaled apart at "
                                 "{:.4g} Hz (\"low_frequency\"), which needs \"double\"",
                                 input.where("/run/precision"), lowest_hz));
  DenseForm form{DenseForm::Kind::single};
  form.tolerance = input.solver.tolerance;
  return form;
}

// Returns the method, and the resources of the matrix in one piece and in double precision.
SolverChoice choose_method(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads) {
  const Choices given = choices_of(input);
  const auto [lowest, highest] =
      std::minmax_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  SolverChoice choice;
  choice.aim = given.aim;
  choice.aim.choice.is_single = choice.aim.choice.is_single && may_be_single(input, surface, spec);
  choice.bytes = dense_bytes(surface, spec, wavenumber_of(*lowest), columns, backend);
  choice.obstacle = only_dense(spec);
  if (given.method == SolverMethod::lu)
    return choice;
  if (input.run.is_single) {
    choice.reason = "\"precision\": \"single\" is of lu";
    return choice;
  }
  if (const std::string &what = choice.obstacle; !what.empty()) {
    if (given.method == SolverMethod::aim)
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
  check_spacing(input, choice.aim.choice, surface);
  choice.forecast =
      forecast_aim(backend, surface, spec, choice.aim, wavenumber_of(*highest), columns);
  if (is_low_frequency_of_aim(spec, surface, wavenumber_of(*lowest)) &&
      !choice.forecast.low_frequency)
    choice.forecast =
        forecast_aim(backend, surface, spec, choice.aim, wavenumber_of(*lowest), columns);
  choice.aim.krylov = choice.forecast.krylov;
  const double least_phase = wavenumber_of(*lowest) * mean_edge_m(surface);
  if (given.method == SolverMethod::aim) {
    choice.is_aim = true;
    if (choice.forecast.preconditioner == AimPreconditioner::jacobi &&
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
  choice.reason = obstacle(choice, backend, surface, spec, wavenumber_of(*lowest));
  if (!choice.reason.empty())
    return choice;
  const double n = surface.unknowns();
  const bool on_device = is_device_backend(backend);
  const double cores = backend == Backend::serial ? 1 : threads;
  const double lu_s = 8.0 / 3 * n * n * n / (on_device ? k_device_rate : k_core_rate * cores);
  const double aim_s = choice.forecast.seconds / (on_device ? k_device_cores : cores);
  const bool fits = choice.bytes < k_share_of_memory * memory_of_rank(backend).free_bytes;
  choice.is_aim = !fits || aim_s < lu_s;
  choice.reason = fmt::format("aim about {:.2g} s and {:.3g} MB a frequency, lu {:.2g} s and "
                              "{:.3g} MB{}",
                              aim_s, choice.forecast.bytes() / 1e6, lu_s, choice.bytes / 1e6,
                              fits ? "" : ", which has no room");
  if (choice.is_aim)
    choice.bytes = choice.forecast.bytes();
  return choice;
}

} // namespace

SolverChoice choose_solver(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads, int ranks) {
  if (ranks > 1)
    return choose_divided(input, backend, surface, spec, columns, ranks);
  SolverChoice choice = choose_method(input, backend, surface, spec, columns, threads);
  if (choice.is_aim)
    return choice;
  choice.may_divide = why_not_divided(input, surface, spec).empty();
  const double lowest_hz =
      *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  if (input.run.is_single)
    choice.dense = single_form(input, surface, spec, lowest_hz);
  else if (is_device_backend(backend))
    choice.dense =
        form_within(surface, spec, wavenumber_of(lowest_hz), columns, backend,
                    memory_of_rank(backend).free_bytes, memory_of_rank(Backend::serial).free_bytes);
  choice.bytes =
      dense_bytes(surface, spec, wavenumber_of(lowest_hz), columns, backend, choice.dense);
  choice.host_bytes = host_bytes(surface, spec, choice.dense);
  return choice;
}

bool is_low_frequency_of(const SolverChoice &choice, const Spec &spec, const Surface &surface,
                         double wavenumber) {
  return choice.is_aim ? is_low_frequency_of_aim(spec, surface, wavenumber)
                       : is_low_frequency(spec, surface, wavenumber);
}

void require_room(const Case &input, const SolverChoice &choice, const Surface &surface,
                  Index unknowns, const Memory &memory) {
  if (!(choice.bytes > memory.free_bytes))
    return;
  const std::string room = fmt::format("about {:.3g} GB of memory on the {} and {:.3g} GB are free",
                                       choice.bytes / 1e9, memory.name, memory.free_bytes / 1e9);
  const AimForecast &f = choice.forecast;
  if (choice.is_aim && f.grid_bytes > 0.5 * choice.bytes)
    throw ResourceError(fmt::format(
        "{}: a grid of {} x {} x {} nodes, {:.3g} m apart, and {} unknowns need {}; take a larger "
        "\"spacing\" (the median edge is {:.3g} m), or fewer unknowns",
        input.where(choice.aim.choice.spacing_m ? "/solver/aim/spacing" : "/solver"),
        f.grid.extent[0], f.grid.extent[1], f.grid.extent[2], f.grid.spacing_m, unknowns, room,
        median_edge_m(surface)));
  const bool may_iterate = !choice.is_aim && choice.obstacle.empty();
  if (choice.ranks > 1)
    throw ResourceError(fmt::format("{}: {} unknowns divided among {} ranks need {}, on each; take "
                                    "more ranks, or fewer unknowns",
                                    input.where("/mesh"), unknowns, choice.ranks, room));
  throw ResourceError(fmt::format(
      "{}: {} unknowns need {}; take fewer{}, {}or a machine with more memory",
      input.where(input.mesh.refine > 0 ? "/mesh/refine" : "/mesh"), unknowns, room,
      input.mesh.refine > 0 ? " (a smaller \"refine\": each takes four times as many)" : "",
      std::string(may_iterate ? "\"solver\": { \"method\": \"aim\" }, " : "") +
          (choice.may_divide ? "several hosts or devices with \"run\": { \"groups\": 1 }, " : "")));
}

std::unique_ptr<SurfaceSolver> make_solver(const SolverChoice &choice, Backend backend,
                                           const Surface &surface, const Spec &spec, int threads,
                                           const Communicator &ranks) {
  if (!ranks.is_alone())
    return make_leading_solver(backend, surface, spec, threads, ranks);
  if (choice.is_aim)
    return make_aim_system(backend, surface, spec, choice.aim, threads);
  return make_dense_system(backend, surface, spec, threads, choice.dense);
}

std::string describe(const SolverChoice &choice, const Spec &spec) {
  std::string text;
  if (choice.is_aim) {
    const AimForecast &f = choice.forecast;
    text = fmt::format(
        "aim, {}{}; order {}, spacing {:.4g} m, {} x {} x {} nodes, FFTs of {} x {} "
        "x {} in {} precision; about {:.0f} near entries a row",
        to_string(f.krylov),
        f.preconditioner == AimPreconditioner::none ? "" : " + " + to_string(f.preconditioner),
        f.grid.stencil.order(), f.grid.spacing_m, f.grid.extent[0], f.grid.extent[1],
        f.grid.extent[2], f.padded[0], f.padded[1], f.padded[2],
        choice.aim.choice.is_single ? "single" : "double", f.near_entries_per_row);
  } else {
    text = fmt::format("lu, matrix filled by variant {}", to_string(spec.variant));
    if (choice.dense.kind == DenseForm::Kind::single)
      text += fmt::format(", factors in single precision, residuals in double to {:.2g}",
                          choice.dense.tolerance);
    if (choice.dense.kind == DenseForm::Kind::panels)
      text += fmt::format(", {:.3g} GB on the host, factorised by panels of {} columns",
                          choice.host_bytes / 1e9, choice.dense.panel);
    if (choice.dense.kind == DenseForm::Kind::divided)
      text += fmt::format(", columns divided among {} ranks", choice.ranks);
  }
  return text + (choice.reason.empty() ? "" : " (auto: " + choice.reason + ")");
}

} // namespace curlew::mom

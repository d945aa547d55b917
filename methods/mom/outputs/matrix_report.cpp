#include <curlew/methods/mom/outputs/matrix_report.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/methods/mom/model.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {
namespace {

// Limits beyond which few digits are left of a solution in double precision.
constexpr double k_suspicious_condition = 1e10;
constexpr double k_suspicious_residual = 1e-8;
// Largest residual of the matrix itself, over the tolerance of the iterations; a larger one is the
// grid's error.
constexpr double k_aim_residual = 5;

bool is_single(const SolverChoice &choice) {
  return choice.dense.kind == DenseForm::Kind::single;
}

} // namespace

void MatrixReport::log(const Surface &surface) const {
  const SolverFigures &f = figures;
  if (f.low_frequency)
    spdlog::info("{:.6g} Hz: the surface is {:.2g} wavelengths long: currents with and without "
                 "charges are scaled apart",
                 frequency_hz, extent_m(surface) * frequency_hz / k_speed_of_light);
  if (choice.is_aim) {
    spdlog::info("{:.6g} Hz: set-up {:.3g} s ({:.0f} near entries a row), preconditioner {:.3g} "
                 "s, {} solutions by {} products {:.3g} s, residual of {} rows {:.2g}",
                 frequency_hz, f.fill_s, f.near_entries_per_row, f.factor_s, solved, f.products,
                 f.solve_s, f.sampled_rows, f.sampled_residual);
    return;
  }
  spdlog::info("{:.6g} Hz: fill {:.3g} s, LU {:.3g} s, {} solutions {:.3g} s; condition about "
               "{:.2g}, residual of {} rows {:.2g}",
               frequency_hz, f.fill_s, f.factor_s, solved, f.solve_s, f.condition, f.sampled_rows,
               f.sampled_residual);
  if (is_single(choice))
    spdlog::info("{:.6g} Hz: {} correction{} to a residual of {:.2g}, rows filled again "
                 "in {:.3g} s",
                 frequency_hz, f.corrections, f.corrections == 1 ? "" : "s", f.residual,
                 f.residual_s);
}

nlohmann::ordered_json MatrixReport::record() const {
  const SolverFigures &f = figures;
  nlohmann::ordered_json record = {{"frequency", frequency_hz},
                                   {"fill_s", f.fill_s},
                                   {"factor_s", f.factor_s},
                                   {"solve_s", f.solve_s}};
  if (choice.is_aim) {
    record["order"] = f.order;
    record["spacing_m"] = f.spacing_m;
    record["grid"] = f.grid;
    record["near_entries_per_row"] = f.near_entries_per_row;
    record["products"] = f.products;
    record["product_s"] = f.product_s;
  } else {
    if (is_single(choice)) {
      record["corrections"] = f.corrections;
      record["residual"] = f.residual;
      record["residual_s"] = f.residual_s;
    }
    if (choice.ranks > 1)
      record["panels"] = f.panel_route;
    record["condition"] = f.condition;
  }
  record["low_frequency"] = f.low_frequency;
  record["sampled_residual"] = f.sampled_residual;
  record["sampled_rows"] = f.sampled_rows;
  return record;
}

std::vector<std::string> MatrixReport::warnings(const Surface &surface, const Spec &spec) const {
  const SolverFigures &f = figures;
  if (choice.is_aim) {
    if (f.sampled_residual <= k_aim_residual * choice.aim.tolerance)
      return {};
    return {fmt::format("{:.6g} Hz: the residual of {} rows of the matrix itself is {:.2g}, the "
                        "iterations reached {:.2g} with the grid: take a finer \"spacing\", "
                        "\"order\": 5 or a larger \"near\" in \"solver.aim\"",
                        frequency_hz, f.sampled_rows, f.sampled_residual, choice.aim.tolerance)};
  }
  const double suspicious = is_single(choice)
                                ? std::max(k_suspicious_residual, 2 * choice.dense.tolerance)
                                : k_suspicious_residual;
  if (f.condition <= k_suspicious_condition && f.sampled_residual <= suspicious)
    return {};
  const bool may_resonate = surface.is_closed && spec.formulation != Formulation::cfie &&
                            spec.formulation != Formulation::pmchwt;
  return {fmt::format("{:.6g} Hz: the matrix has a condition number of about {:.2g}, and its "
                      "solution a residual of {:.2g}: few digits are left.{}",
                      frequency_hz, f.condition, f.sampled_residual,
                      may_resonate ? " The body may be near a resonance of its inside: take "
                                     "\"formulation\": \"cfie\""
                                   : "")};
}

} // namespace curlew::mom

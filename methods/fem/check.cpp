#include <curlew/methods/fem/check.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/check_lines.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/cutoff.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/forecast.hpp>
#include <curlew/methods/fem/outputs/probes.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/fem/ranks/works_on_ranks.hpp>
#include <curlew/methods/fem/sweep/affine_operator.hpp>
#include <curlew/methods/fem/time/run_in_time.hpp>
#include <curlew/methods/fem/time/time_case.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <complex>

namespace curlew::fem {

namespace {

std::string refinement_text(const Case &input) {
  const auto &refinement = input.refinement;
  if (!refinement)
    return {};
  return fmt::format(
      "refinement at most {} passes at {:.6g} Hz until {} moves by less than {:g}; sizes and "
      "memory are those of the first\n",
      refinement->max_passes,
      *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end()),
      refinement->is_of_cross_sections ? "rcs" : "S", refinement->tolerance);
}

std::string solves_of(const Case &input, const Prepared &prepared) {
  if (input.eigenmodes)
    return fmt::format("{} eigenmodes near {:.6g} Hz", input.eigenmodes->count,
                       input.eigenmodes->near_hz);
  const std::size_t frequencies = input.frequencies_hz.size();
  if (!input.frequency_sweep.is_adaptive)
    return fmt::format("{} ({} frequencies)", prepared.plan.size(), frequencies);
  const std::size_t most =
      std::min(frequencies, static_cast<std::size_t>(input.frequency_sweep.max_solves));
  const std::string why = why_not_affine(input, prepared.model, prepared.layers);
  return fmt::format("at most {} ({} frequencies, adaptive: {})",
                     most * plan_at(input, input.frequencies_hz[0]).size(), frequencies,
                     why.empty() ? "a reduced-order model" : "a rational fit of S, " + why);
}

constexpr double k_db_per_neper = 8.685889638065037; // 20 / ln 10

// Describes the modes of a modal port or a lossy line at the highest frequency.
std::string modes_of(const Case &input, const Port &port) {
  std::string text;
  if (port.section() == nullptr)
    return text;
  const double frequency_hz =
      *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  const std::vector<SectionMode> &modes = port.section()->modes(frequency_hz);
  for (int m = 0; m < port.spec().mode_count(); ++m) {
    const SectionMode &mode = modes[static_cast<std::size_t>(m)];
    const std::complex<double> index = mode.constant / wavenumber_of(frequency_hz);
    text +=
        mode.travels()
            ? fmt::format("    {:.6g} Hz: mode {}, eps_eff {:.5g}, loss {:.4g} dB/m, {:.5g} ohm "
                          "({})\n",
                          frequency_hz, m + 1, (index * index).real(),
                          k_db_per_neper * -mode.constant.imag(), mode.impedance_ohm,
                          mode.definition == "wave" ? "of the wave" : mode.definition)
            : fmt::format("    {:.6g} Hz: mode {} is below its cutoff\n", frequency_hz, m + 1);
  }
  return text;
}

} // namespace

std::string check(const Case &given) {
  if (is_in_time(given))
    return check_time_case_on_mesh(given);
  const FreeStopwatch started;
  const int threads = host_threads_of(given);
  CaseAboveCutoff above(given, threads);
  const Case &input = above.input();
  const Backend backend = parse_backend(input.run.backend);
  Prepared prepared = prepare_case(input, above.take_model(), threads);
  const Model &model = prepared.model;
  const SolverChoice choice = prepared.choice;
  const Index unknowns = prepared.unknowns;
  const ElementSpace space = choices_of(input).space;
  const EdgeLengths edges = edge_lengths(model);
  std::string text = fmt::format(
      "mesh       {} tets, {} levels; edges of {:.4g} m in the mean, {:.4g} to {:.4g} m\n"
      "elements   {}, {} unknowns\n"
      "solves     {}\n"
      "solver     {}{}\n",
      model.mesh.tets.size(), model.coarser.size() + 1, edges.mean, edges.shortest, edges.longest,
      space.name(), unknowns, solves_of(input, prepared), to_text(choice),
      choice.reason.empty() ? "" : " (" + choice.reason + ")");
  std::string further = refinement_text(input) + ranks_line(given, model);
  for (const Port &port : prepared.ports)
    further += port_line(port) + modes_of(input, port);
  for (const double frequency_hz : ends_of(media_frequencies_hz(input)))
    further += resolution_lines(input, model, frequency_hz);
  log_warnings(above.warnings());
  log_warnings(setup_warnings(input, model, prepared.layers, prepared.ports));
  require_memory(unknowns, "unknowns", solver_bytes(choice, unknowns, space.per_tet()) / unknowns,
                 input.where("/mesh"), memory_of(backend)); // as the run does
  const RunForecast forecast = forecast_run(input, std::move(prepared), threads, started);
  text +=
      fmt::format("memory     about {:.3g} MB on {}\n", forecast.bytes / 1e6, to_string(backend));
  return text + time_line(forecast.time, backend, threads) + further;
}

} // namespace curlew::fem

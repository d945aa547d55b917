#include <curlew/methods/shared/time/phasor_plan.hpp>

#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {

PhasorFieldsPlan phasor_fields_plan(const Case &input, double dt_s) {
  const PhasorFieldsSpec &spec = *input.outputs.phasors;
  PhasorFieldsPlan plan{spec.quantities, phasor_frequencies_hz(input), 1};
  double highest_hz = highest_frequency_hz(input);
  for (const double frequency_hz : plan.frequencies_hz)
    highest_hz = std::max(highest_hz, frequency_hz);
  constexpr double k_samples = 8; // to the shortest period
  const double steps = 1 / (k_samples * highest_hz * dt_s);
  if (std::isfinite(steps) && steps > 1)
    plan.every = static_cast<std::int64_t>(steps);
  return plan;
}

double phasor_sums_bytes(const Case &input, const TetMesh &mesh, Index tets, int numbers) {
  if (!input.outputs.phasors)
    return 0;
  const Index group = snapshot_group(input, mesh);
  const auto begin = mesh.tet_group.begin();
  const auto written = group < 0 ? tets : std::count(begin, begin + tets, group);
  constexpr double k_complex_bytes = 16;
  return k_complex_bytes * numbers * static_cast<double>(written) *
         static_cast<double>(input.outputs.phasors->quantities.size() *
                             phasor_frequencies_hz(input).size());
}

std::string phasor_sums_text(const Case &input, double bytes) {
  if (!input.outputs.phasors)
    return "";
  const std::size_t count = phasor_frequencies_hz(input).size();
  return fmt::format("           of it {:.3g} MB for each of {} frequenc{} of outputs.fields\n",
                     1e-6 * bytes / static_cast<double>(count), count, count == 1 ? "y" : "ies");
}

std::vector<std::string> phasor_fields_warnings(const Case &input, double end_s,
                                                double sources_end_s) {
  if (!input.outputs.phasors || sources_end_s <= end_s)
    return {};
  if (!std::isfinite(sources_end_s))
    return {fmt::format("{}: a waveform does not end, and fields at frequencies are those of a "
                        "pulse that has passed: what the end of the run cuts off is in them; take "
                        "a pulse for a waveform",
                        input.where("/outputs/fields"))};
  return {fmt::format("{}: the last source ends at t = {:.4g} s and the run at {:.4g} s: fields at "
                      "frequencies are those of a part of the pulse; take a longer \"duration\"",
                      input.where("/outputs/fields"), sources_end_s, end_s)};
}

} // namespace curlew

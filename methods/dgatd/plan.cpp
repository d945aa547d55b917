#include <curlew/methods/dgatd/plan.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

// To ten digits: the limit differs by rounding between backends and numbers of ranks, whose fields
// would drift apart with it.
double rounded_down(double dt_s) {
  const double unit = std::pow(10.0, std::floor(std::log10(dt_s)) - 9);
  return std::floor(dt_s / unit) * unit;
}

double time_step(const Case &input, const LargestEigenvalue &limit) {
  const double largest = 2 / std::sqrt(limit.value);
  if (!input.time.dt_s)
    return rounded_down(input.time.courant * largest);
  const double dt = *input.time.dt_s;
  if (dt > largest && !input.time.allow_unstable)
    throw InputError(fmt::format("{}: dt = {:.9g} s is above the stability limit 2/sqrt(rho) = "
                                 "{:.9g} s of this mesh; take at most that, or leave dt out and "
                                 "give \"courant\"",
                                 input.where("/time/dt"), dt, largest));
  return dt;
}

std::int64_t step_count(const Case &input, double dt_s) {
  if (input.time.steps)
    return *input.time.steps;
  const double steps = std::ceil(*input.time.duration_s / dt_s - 1e-9);
  if (!(steps >= 1 && steps < 9e15))
    throw InputError(fmt::format("{}: the duration is {:.6g} steps of {:.6g} s",
                                 input.where("/time/duration"), steps, dt_s));
  return static_cast<std::int64_t>(steps);
}

// A record too short for its spectrum shows here, not after the run.
void check_spectra(const Case &input, const Plan &plan) {
  constexpr std::int64_t k_fewest_steps = 16;
  const double highest_hz = 0.5 / plan.dt_s, resolution_hz = 1 / (plan.steps * plan.dt_s);
  for (std::size_t i = 0; i < input.outputs.spectra.size(); ++i) {
    const SpectrumSpec &spec = input.outputs.spectra[i];
    if (plan.steps < k_fewest_steps || spec.band_hz[1] < resolution_hz ||
        spec.band_hz[0] > highest_hz)
      throw InputError(fmt::format(
          "{}: {} steps of {:.4g} s give a spectrum from 0 to {:.4g} Hz with a resolution of "
          "{:.4g} "
          "Hz; the band {:.4g} ... {:.4g} Hz needs a longer \"duration\" or a smaller \"courant\"",
          input.where("/outputs/spectra/" + std::to_string(i)), plan.steps, plan.dt_s, highest_hz,
          resolution_hz, spec.band_hz[0], spec.band_hz[1]));
  }
}

std::int64_t every(const std::optional<double> &seconds, const std::optional<std::int64_t> &steps,
                   double dt_s) {
  if (steps)
    return *steps;
  return std::max<std::int64_t>(1, std::llround(*seconds / dt_s));
}

} // namespace

std::vector<Point> probe_points(const ProbeSpec &probe) {
  const auto fraction = [](Index i, Index count) {
    return count > 1 ? double(i) / (count - 1) : 0.0;
  };
  const Index nu = probe.kind == ProbeSpec::Kind::point ? 1 : probe.counts[0];
  const Index nv = probe.kind == ProbeSpec::Kind::plane ? probe.counts[1] : 1;
  std::vector<Point> points;
  for (Index j = 0; j < nv; ++j)
    for (Index i = 0; i < nu; ++i) {
      Point p = probe.point_m;
      for (int d = 0; d < 3; ++d)
        p[d] += fraction(i, nu) * probe.u_m[d] + fraction(j, nv) * probe.v_m[d];
      points.push_back(p);
    }
  return points;
}

Plan make_plan(const Case &input, const Problem &problem, const std::vector<Source> &sources,
               const LargestEigenvalue &limit) {
  Plan plan;
  plan.dt_s = time_step(input, limit);
  plan.steps = step_count(input, plan.dt_s);
  const OutputSpec &outputs = input.outputs;
  if (outputs.energy)
    plan.energy_every = every(outputs.energy->every_s, outputs.energy->every_steps, plan.dt_s);
  if (outputs.fields) {
    plan.snapshot_every = every(outputs.fields->every_s, outputs.fields->every_steps, plan.dt_s);
    if (!outputs.fields->region.empty())
      plan.snapshot_group = find_group(problem.mesh, 3, outputs.fields->region,
                                       input.where("/outputs/fields/region"));
  }
  if (outputs.checkpoint)
    plan.checkpoint_every = every(outputs.checkpoint->schedule.every_s,
                                  outputs.checkpoint->schedule.every_steps, plan.dt_s);
  if (input.time.stop_at_energy_db)
    plan.stop_at_energy_db = std::abs(*input.time.stop_at_energy_db);
  for (const Source &source : sources)
    plan.sources_end_s = std::max(plan.sources_end_s, source.waveform.end_s());

  check_spectra(input, plan);
  const StencilFinder finder(problem);
  for (std::size_t i = 0; i < outputs.probes.size(); ++i) {
    const ProbeSpec &probe = outputs.probes[i];
    const std::string place =
        input.where("/outputs/probes/" + std::to_string(i)) + ": probe \"" + probe.name + "\"";
    for (EdgeStencil stencil : finder.find(probe_points(probe), place)) {
      if (stencil.tet >= problem.ownership.owned_tets)
        stencil = {}; // the owner reads it
      if (probe.field == Field::E)
        plan.electric_probes.push_back(stencil);
      else
        plan.magnetic_probes.push_back(stencil.tet);
    }
  }
  return plan;
}

} // namespace curlew::dgatd

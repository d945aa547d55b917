#include <curlew/methods/shared/time/time_plan.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/phasor_plan.hpp>
#include <curlew/methods/shared/time/port_pulses.hpp>
#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

// Rounds to ten digits. The limit differs by rounding between backends and numbers of ranks, and
// their fields would otherwise differ with it.
double rounded_down(double dt_s) {
  const double unit = std::pow(10.0, std::floor(std::log10(dt_s)) - 9);
  return std::floor(dt_s / unit) * unit;
}

// A run of so many steps takes days on any machine.
constexpr std::int64_t k_suspiciously_many_steps = 1'000'000'000;
// Above this a double no longer distinguishes one step from the next.
constexpr double k_most_steps = 9e15;

std::int64_t step_count(const Case &input, double dt_s) {
  if (input.time.steps)
    return *input.time.steps;
  const double steps = std::ceil(*input.time.duration_s / dt_s - 1e-9);
  if (!(steps >= 1 && steps < k_most_steps))
    throw InputError(fmt::format("{}: the duration is {:.6g} steps of {:.6g} s, and {:g} are the "
                                 "most; give a shorter one, or take out the smallest cells of the "
                                 "mesh, which set the step: is its unit right?",
                                 input.where("/time/duration"), steps, dt_s, k_most_steps));
  return static_cast<std::int64_t>(steps);
}

// A record too short for its spectrum is refused before the run.
void check_spectra(const Case &input, const TimePlan &plan) {
  constexpr std::int64_t k_fewest_steps = 16;
  const double highest_hz = 0.5 / plan.dt_s;
  const double resolution_hz = 1 / (static_cast<double>(plan.steps) * plan.dt_s);
  for (std::size_t i = 0; i < input.outputs.spectra.size(); ++i) {
    const SpectrumSpec &spec = input.outputs.spectra[i];
    if (spec.harmonics && spec.harmonics->count * spec.harmonics->f0_hz >= highest_hz)
      throw InputError(fmt::format(
          "{}: harmonic {} of {:.6g} Hz lies at or above {:.6g} Hz, the highest frequency of a "
          "record with steps of {:.4g} s; lower \"count\" or the time step",
          input.where("/outputs/spectra/" + std::to_string(i) + "/harmonics"),
          spec.harmonics->count, spec.harmonics->f0_hz, highest_hz, plan.dt_s));
    if (plan.steps < k_fewest_steps || spec.band_hz[1] < resolution_hz ||
        spec.band_hz[0] > highest_hz)
      throw InputError(fmt::format(
          "{}: {} steps of {:.4g} s give a spectrum from 0 to {:.4g} Hz with a resolution of "
          "{:.4g} Hz; the band {:.4g} ... {:.4g} Hz needs a longer \"duration\" or a smaller {}",
          input.where("/outputs/spectra/" + std::to_string(i)), plan.steps, plan.dt_s, highest_hz,
          resolution_hz, spec.band_hz[0], spec.band_hz[1],
          input.time.courant > 0 ? "\"courant\"" : "\"dt\""));
  }
}

// Returns the output that a run computes at the frequencies of its case; null: none.
const char *taken_at_frequencies(const OutputSpec &outputs) {
  return outputs.s_parameters               ? "S-parameters"
         : outputs.far_field || outputs.rcs ? "a far field"
         : !outputs.fluxes.empty()          ? "a flux"
                                            : nullptr;
}

void check_sampling(const Case &input, const std::vector<double> &frequencies_hz,
                    const std::string &pointer, const std::string &what, const TimePlan &plan) {
  const double highest_hz = 0.5 / plan.dt_s;
  for (const double frequency_hz : frequencies_hz)
    if (frequency_hz >= highest_hz)
      throw InputError(fmt::format(
          "{}: {} at {:.6g} Hz {} no value: steps of {:.4g} s know frequencies below {:.4g} Hz; "
          "lower the frequency, or the time step by {}",
          input.where(pointer), what, frequency_hz, what[0] == 'S' ? "have" : "has", plan.dt_s,
          highest_hz, input.time.courant > 0 ? "\"courant\" or \"dt\"" : "\"dt\""));
}

// A frequency needs two steps per period at least. Other outputs without a value there are refused
// too, except S, which check_port_pulses() checks by the waves at the ports.
void check_frequencies(const Case &input, const TimePlan &plan) {
  const char *what = taken_at_frequencies(input.outputs);
  if (what == nullptr || input.frequencies_hz.empty())
    return;
  check_sampling(input, input.frequencies_hz, "/frequency", what, plan);
  if (input.outputs.far_field || input.outputs.rcs)
    require_reference(input, input.frequencies_hz, plan.dt_s, "a far field");
  if (!input.outputs.fluxes.empty())
    require_reference(input, input.frequencies_hz, plan.dt_s, "a flux");
}

void check_phasors(const Case &input, TimePlan &plan) {
  if (!input.outputs.phasors)
    return;
  constexpr const char *k_pointer = "/outputs/fields";
  const std::vector<double> &frequencies_hz = phasor_frequencies_hz(input);
  check_sampling(input, frequencies_hz, k_pointer, "the field", plan);
  require_reference(input, frequencies_hz, plan.dt_s, "a field", k_pointer);
  for (std::string &text : phasor_fields_warnings(
           input, static_cast<double>(plan.steps) * plan.dt_s, plan.sources_end_s))
    plan.warnings.push_back(std::move(text));
}

// Returns a period in steps; a time beyond any run's end gives more steps than any run has.
std::int64_t period_steps(const Schedule &schedule, double dt_s) {
  if (schedule.every_steps)
    return *schedule.every_steps;
  const double steps = *schedule.every_s / dt_s;
  if (!(steps < k_most_steps))
    return std::numeric_limits<std::int64_t>::max();
  return std::max<std::int64_t>(1, std::llround(steps));
}

// Returns the period of an output; adds a warning where the run ends before it.
std::int64_t output_period(const Case &input, const std::string &output, const Schedule &schedule,
                           TimePlan &plan) {
  const std::int64_t period = period_steps(schedule, plan.dt_s);
  if (period > plan.steps)
    plan.warnings.push_back(fmt::format(
        "{}: outputs.{} never happens: its period is longer than the run of {} steps ({:.6g} s)",
        input.where("/outputs/" + output + "/every"), output, plan.steps,
        static_cast<double>(plan.steps) * plan.dt_s));
  return period;
}

// Warns of a waveform that starts with a jump: a jump has all frequencies, and meshes resolve few.
void check_starts(const Case &input, TimePlan &plan) {
  constexpr double k_jump = 1e-2; // over the largest value
  constexpr int k_samples = 2000;
  const auto check = [&](const Waveform &waveform, double delay_s, const std::string &where) {
    const double peak_s = waveform.peak_s().value_or(0);
    const double length_s = std::max(2 * peak_s, 8 / waveform.highest_frequency_hz());
    double largest = 0;
    for (int i = 0; i <= k_samples; ++i)
      largest = std::max(largest, std::abs(waveform(length_s * i / k_samples)));
    const double start = std::abs(waveform(-delay_s));
    if (start > k_jump * largest)
      plan.warnings.push_back(fmt::format(
          "{}: the pulse jumps to {:.2g} of its peak at t = 0, and a jump has frequencies that the "
          "mesh does not carry; give a longer \"delay\", or leave it out",
          where, start / largest));
  };
  for (std::size_t i = 0; i < input.excitations.size(); ++i)
    if (const Waveform *waveform = waveform_of(input.excitations[i]);
        waveform != nullptr && waveform->peak_s()) {
      const auto *port = std::get_if<PortSource>(&input.excitations[i].source);
      check(*waveform, port != nullptr ? port->delay_s : 0,
            input.where("/excitations/" + std::to_string(i) + "/waveform"));
    }
}

// Warns of a run that ends before a pulse has its peak and records only its rise. A length given in
// steps is taken as intended.
void check_pulses(const Case &input, TimePlan &plan) {
  check_port_pulses(input, plan);
  check_starts(input, plan);
  if (input.time.steps)
    return;
  const double end_s = static_cast<double>(plan.steps) * plan.dt_s;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    if (current == nullptr || !current->waveform)
      continue;
    const double peak_s = current->waveform->peak_s().value_or(0);
    if (end_s < peak_s)
      plan.warnings.push_back(fmt::format(
          "{}: the pulse has its peak at t = {:.4g} s, and the run ends at {:.4g} s; is the unit "
          "of "
          "\"f_max\" or of \"duration\" right?",
          input.where("/excitations/" + std::to_string(i) + "/waveform"), peak_s, end_s));
  }
}

} // namespace

double time_step(const Case &input, double limit_s) {
  if (!input.time.dt_s)
    return rounded_down(input.time.courant * limit_s);
  const double dt_s = *input.time.dt_s;
  if (dt_s > limit_s && !input.time.allow_unstable)
    throw InputError(fmt::format("{}: dt = {:.9g} s is above the stability limit, "
                                 "{:.9g} s of this mesh; take at most that, or leave dt out and "
                                 "give \"courant\"",
                                 input.where("/time/dt"), dt_s, limit_s));
  return dt_s;
}

bool has_default_step(const Case &input) {
  return !input.time.dt_s && input.time.courant == 0;
}

TimePlan make_time_plan(const Case &input, double dt_s, double sources_end_s) {
  TimePlan plan;
  plan.dt_s = dt_s;
  plan.steps = step_count(input, dt_s);
  plan.sources_end_s = sources_end_s;
  const OutputSpec &outputs = input.outputs;
  if (outputs.energy)
    plan.energy_every = output_period(input, "energy", *outputs.energy, plan);
  else if (outputs.nonlinear)
    plan.energy_every = output_period(input, "nonlinear", *outputs.nonlinear, plan);
  if (outputs.fields)
    plan.snapshot_every = output_period(input, "fields", outputs.fields->schedule, plan);
  if (outputs.checkpoint)
    plan.checkpoint_every = output_period(input, "checkpoint", outputs.checkpoint->schedule, plan);
  if (input.time.stop_at_energy_db)
    plan.stop_at_energy_db = std::abs(*input.time.stop_at_energy_db);
  if (plan.steps > k_suspiciously_many_steps)
    plan.warnings.push_back(fmt::format(
        "{}: the run has {:.4g} steps of {:.4g} s; are its duration and the mesh's unit right?",
        input.where("/time"), static_cast<double>(plan.steps), plan.dt_s));
  check_frequencies(input, plan);
  check_phasors(input, plan);
  check_spectra(input, plan);
  check_pulses(input, plan);
  return plan;
}

} // namespace curlew

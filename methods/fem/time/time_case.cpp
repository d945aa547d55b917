#include <curlew/methods/fem/time/time_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/methods/fem/outputs/probes.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/solve/factor_entries.hpp>
#include <curlew/methods/fem/time/branches.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew::fem {
namespace {

// The error of a wave's speed is 0.2 % (docs/methods/fem-notes.md, "Time domain").
constexpr double k_steps_per_period = 40;
constexpr double k_rounding = 1e-9;   // relative, of a highest frequency of exactly two steps
constexpr double k_coarse_steps = 15; // steps per period with an error of 1.5 %
// Unknowns up to which, on hosts, a back substitution takes less time than the iterations
// (measured, docs/methods/fem-notes.md, "Time domain"); the limit is larger for higher orders,
// which take more iterations.
constexpr Index k_most_direct_in_time = 50000, k_most_direct_of_higher = 150000;

// Throws InputError for media whose branches the trapezoidal rule does not keep passive.
void require_stable(const Case &input, const Material &material) {
  const std::string where = input.where("/materials/" + material.name);
  if (material.pec)
    return;
  const auto refuse = [&](const char *what) {
    throw InputError(fmt::format("{}: \"{}\" {}, which has no stable equation in time; give poles "
                                 "(\"debye\", \"lorentz\", \"drude\"), or solve at frequencies",
                                 where, material.name, what));
  };
  if (!material.eps_r.is_positive_definite() || !material.mu_r.is_positive_definite())
    refuse("has an eps_r or mu_r that is not positive at high frequencies");
  for (const DebyePole &pole : material.eps_poles.debye)
    if (!(pole.delta > 0))
      refuse("has a pole that is not positive");
  for (const LorentzPole &pole : material.eps_poles.lorentz)
    if (!(pole.delta > 0))
      refuse("has a pole that is not positive");
}

// Throws InputError where S is renormalised to another impedance than that of its mode, and not all
// columns are computed.
void require_all_columns(const Case &input, const std::vector<Port> &ports) {
  if (!input.outputs.s_parameters || excited_ports(input).size() == ports.size())
    return;
  for (const Port &port : ports)
    if (port.lumped() == nullptr && port.spec().impedance_ohm)
      throw InputError(fmt::format(
          "{}: S is renormalised to the \"impedance\" of port {}, which takes the columns of all "
          "ports: give \"excited\": true to all of them, or take \"impedance\" out",
          input.where("/boundaries/" + port.boundary->group), port.spec().index));
}

void require_steps(const Case &input) {
  const double dt_s = default_step_s(input), highest_hz = highest_frequency_hz(input);
  if (input.time.duration_s && *input.time.duration_s < dt_s)
    throw InputError(
        fmt::format("{}: the duration, {:.4g} s, is shorter than one step of {:.4g} s; "
                    "give a longer one, or a smaller \"dt\"",
                    input.where("/time/duration"), *input.time.duration_s, dt_s));
  if (highest_hz * dt_s > 0.5 * (1 + k_rounding))
    throw InputError(
        fmt::format("{}: a step of {:.4g} s has {:.3g} steps to a period of {:.4g} Hz, "
                    "fewer than 2 have no such wave; take a smaller \"dt\", or leave "
                    "it out",
                    input.where("/time/dt"), dt_s, 1 / (highest_hz * dt_s), highest_hz));
}

// The matrix of direct steps is that of the frequency 1 / (pi dt).
void require_regular_steps(const Case &input, const Model &model) {
  const std::string cause = low_frequency_cause(model, 1 / (k_pi * default_step_s(input)));
  if (!cause.empty())
    throw InputError(input.where("/mesh") + ": the matrix of a step is singular or nearly so" +
                     cause);
}

} // namespace

bool is_in_time(const Case &input) {
  return input.time.duration_s || input.time.steps;
}

Prepared prepare_time_case(const Case &input, int threads, int ranks) {
  for (const Material &material : input.materials) {
    if (material.loss_tangent != 0)
      throw std::logic_error("a case in time has poles in place of loss tangents");
    require_stable(input, material);
  }
  require_steps(input);
  Model model = make_model(input, threads);
  AbsorbingLayers layers(input, model, 1, 1, 1); // empty: the case check refuses layers
  CurvedLocator made(model.mesh, threads);
  Prepared prepared{std::move(model), std::move(layers), {}, {}, 0, {}, std::move(made)};
  prepared.ports = find_ports(input, prepared.model);
  face_branches(input, prepared.model, prepared.ports);
  require_all_columns(input, prepared.ports);
  const CurvedLocator &locator = prepared.locator;
  for (std::size_t x = 0; x < input.excitations.size(); ++x)
    if (std::holds_alternative<CurrentSource>(input.excitations[x].source)) {
      SourceSolve source;
      source.excitation = &input.excitations[x];
      source.case_location = input.where(fmt::format("/excitations/{}", x));
      check_current(input, prepared.model, prepared.layers, locator, source);
    }
  check_probes(input, prepared.model, locator);
  check_radiation(input, prepared.model, prepared.layers, locator);
  snapshot_group(input, prepared.model.mesh);
  prepared.unknowns = count_unknowns(input, prepared.model);
  if (prepared.unknowns == 0)
    throw InputError(input.where("/mesh") + ": every edge of the mesh lies on a perfect conductor: "
                                            "there is no field to solve for; refine the mesh");
  prepared.choice = choose_step_solver(input, prepared.unknowns, ranks);
  if (prepared.choice.method == SolverMethod::direct)
    require_regular_steps(input, prepared.model);
  return prepared;
}

double default_step_s(const Case &input) {
  if (input.time.dt_s)
    return *input.time.dt_s;
  const double highest_hz = highest_frequency_hz(input);
  if (!(highest_hz > 0))
    throw InputError(input.where("/time") + ": \"dt\" is missing: without a waveform or "
                                            "\"frequency\" there is nothing to choose it by");
  const double dt_s = 1 / (k_steps_per_period * highest_hz);
  const double unit = std::pow(10.0, std::floor(std::log10(dt_s)) - 2);
  return std::round(dt_s / unit) * unit;
}

SolverChoice choose_step_solver(const Case &input, Index unknowns, int ranks) {
  const Choices given = choices_of(input);
  SolverChoice choice;
  choice.method = given.method;
  choice.assembly = given.assembly;
  choice.preconditioner = given.preconditioner;
  if (choice.method == SolverMethod::automatic) {
    const Backend backend = parse_backend(input.run.backend);
    const Index most = given.space.order > 1 ? k_most_direct_of_higher : k_most_direct_in_time;
    choice.method = ranks == 1 && unknowns <= most && !is_device_backend(backend)
                        ? SolverMethod::direct
                        : SolverMethod::cg;
    choice.reason = fmt::format("{} unknowns on {}", unknowns, to_string(backend));
    if (ranks > 1)
      choice.reason += fmt::format(", {} ranks", ranks);
  }
  if (choice.method == SolverMethod::direct) {
    choice.preconditioner.kind = PreconditionerKind::none;
  } else if (choice.has(PreconditionerKind::automatic) && choice.method == SolverMethod::cg) {
    choice.preconditioner.kind = PreconditionerKind::jacobi;
  } else if (choice.has(PreconditionerKind::automatic)) {
    choice.preconditioner.kind = PreconditionerKind::ilut;
    choice.preconditioner.fill = PreconditionerSpec::k_default_ilut_fill;
  }
  return choice;
}

double step_bytes_of(const SolverChoice &choice, Index unknowns, int per_tet) {
  // S, the matrix of the step and that of energies, with the entries per row of solver_bytes().
  const double per_row = 2.7 * per_tet, n = unknowns;
  constexpr double k_vectors = 16 * 8;
  const double factors = choice.method == SolverMethod::direct ? 8 * cubic_factor_entries(n) : 0;
  return 3 * n * per_row * (8 + 4) + n * k_vectors + factors;
}

std::vector<std::string> step_warnings(const Case &input, double dt_s) {
  std::vector<std::string> warnings;
  const double highest_hz = highest_frequency_hz(input);
  const double steps = 1 / (highest_hz * dt_s);
  if (highest_hz > 0 && steps < k_coarse_steps)
    warnings.push_back(fmt::format(
        "{}: only {:.3g} steps to a period of the highest frequency, {:.4g} Hz: waves there are "
        "{:.2g} % too slow; take a smaller \"dt\", or leave it out",
        input.where(input.time.dt_s ? "/time/dt" : "/time"), steps, highest_hz,
        100 * std::pow(2 * k_pi / steps, 2) / 12));
  return warnings;
}

} // namespace curlew::fem

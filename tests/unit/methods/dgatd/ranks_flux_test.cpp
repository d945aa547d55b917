// Power through surfaces on several ranks: every point belongs to one, and the sums of a checkpoint
// have an order that does not depend on the division.
#include "flux_runs.hpp"
#include "ranks.hpp"

namespace curlew::dgatd::testing {
namespace {

Case counted_room() {
  Case input = vacuum_case(60);
  input.boundaries = {{"default", Abc{}}};
  input.excitations = {point_current({0.5, 0.4, 0.3}, {0, 0, 1}, gaussian_derivative(500e6))};
  input.frequencies_hz = {200e6, 300e6};
  input.outputs.fluxes = {box_flux("b", {0.2, 0.1, 0.15}, {0.8, 0.7, 0.5}), plane_flux("p", 2, 0.4),
                          group_flux("x+", "x+"), group_flux("shell", "shell")};
  return input;
}

struct Counted {
  FluxRun run;
  State state; // at the root
};

Counted count(const Case &input, LocalMesh mesh, const State *before = nullptr) {
  const Simulation simulation = prepare(input, std::move(mesh));
  const Communicator &ranks = simulation.problem.ownership.ranks;
  const FluxPoints points = find_flux_points(input, simulation.problem);
  const GlobalState order(simulation.problem, {}, points);
  SchemeInput scheme_input{simulation.problem, simulation.sources, simulation.probes,
                           simulation.plan, true};
  scheme_input.flux = &points;
  scheme_input.frequencies_hz = input.frequencies_hz;
  const auto scheme = find_variant("fused").make(Backend::serial, scheme_input);
  Counted result;
  if (before != nullptr) {
    scheme->load(order.scatter(*before));
    result.run.end.step = simulation.plan.steps / 2;
  }
  run(simulation, *scheme, result.run);
  result.run.sums = scheme->flux()->spectra();
  ranks.sum_at_root(result.run.sums);
  result.state = order.gather(scheme->save());
  return result;
}

TEST(DgatdRanks, FluxesAreThoseOfOneRank) {
  TetMesh mesh = room(1, 0);
  add_inner_group(mesh, "shell", {0.2, 0.2, 0.2}, {0.8, 0.6, 0.4});
  mesh.points = room().points; // jitter before could let the group touch itself
  const Case input = counted_room();
  const Counted whole = count(input, whole_mesh(mesh));
  Case half = input;
  half.time.steps = *input.time.steps / 2;
  const Counted before = count(half, whole_mesh(mesh));
  for (const Division &division : divisions(input, mesh)) {
    const Counted parts = count(input, cut(mesh, division.owner));
    const State nothing;
    const Counted restarted =
        count(input, cut(mesh, division.owner), all().is_root() ? &before.state : &nothing);
    if (!all().is_root())
      continue;
    EXPECT_LT(distance(parts.run.powers, whole.run.powers), 1e-12) << division.name;
    EXPECT_LT(distance(parts.run.sums, whole.run.sums), 1e-12) << division.name;
    EXPECT_LT(distance(restarted.run.sums, whole.run.sums), 1e-12) << division.name;
    std::vector<double> powers = before.run.powers;
    powers.insert(powers.end(), restarted.run.powers.begin(), restarted.run.powers.end());
    EXPECT_LT(distance(powers, whole.run.powers), 1e-12) << division.name;
    for (const FluxSpec &flux : input.outputs.fluxes) {
      const std::string name = flux_sums_name(flux.name);
      EXPECT_LT(distance(parts.state.at(name), whole.state.at(name)), 1e-12) << division.name;
    }
  }
  if (all().is_root()) { // twin: half of the run has other sums
    EXPECT_GT(distance(before.run.sums, whole.run.sums), 1e-3);
  }
}

} // namespace
} // namespace curlew::dgatd::testing

// Power through planes, boxes and groups of a mesh.
#include "flux_runs.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/dgatd/outputs/flux_warnings.hpp>

#include <numeric>

namespace curlew::dgatd::testing {
namespace {

using ::testing::HasSubstr;

constexpr double k_frequency_hz = 500e6, k_side_m = 0.6; // a wavelength

TetMesh cube(Index cells, double jitter = 0) {
  return make_box({k_side_m, k_side_m, k_side_m}, {cells, cells, cells},
                  {-k_side_m / 2, -k_side_m / 2, -k_side_m / 2}, jitter, 1);
}

// A dipole of 1 A m in the middle, in absorbing faces.
Case dipole_case() {
  Case input = vacuum_case(1);
  input.boundaries = {{"default", Abc{}}};
  input.excitations = {point_current({0.01, 0.005, 0.02}, {0, 0, 1}, gaussian_derivative(900e6))};
  input.frequencies_hz = {k_frequency_hz};
  input.time.steps.reset();
  input.time.duration_s = 12e-9;
  input.outputs.fluxes = {box_flux("small", {-0.13, -0.12, -0.14}, {0.13, 0.14, 0.12}),
                          box_flux("large", {-0.25, -0.24, -0.23}, {0.24, 0.26, 0.25}),
                          box_flux("beside", {0.08, 0.05, 0.09}, {0.26, 0.25, 0.24}),
                          box_flux("hull", {-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}),
                          group_flux("x-", "x-"),
                          group_flux("x+", "x+"),
                          group_flux("y-", "y-"),
                          group_flux("y+", "y+"),
                          group_flux("z-", "z-"),
                          group_flux("z+", "z+")};
  return input;
}

double norm_of_spectrum(const FluxRun &run, const Waveform &waveform) {
  std::complex<double> sum = 0;
  for (std::size_t n = 0; n < run.powers.size() / run.surfaces; ++n) {
    const double time_s = (static_cast<double>(n) + 0.5) * run.dt_s;
    sum += run.dt_s * waveform(time_s) * std::polar(1.0, -2 * k_pi * k_frequency_hz * time_s);
  }
  return std::norm(sum);
}

struct DipolePowers {
  double small, large, beside, hull, groups; // W at the frequency, over the formula's
  double energy_spread; // largest over the four closed surfaces around the source
};

DipolePowers dipole_powers(Index cells) {
  const Case input = dipole_case();
  const FluxRun run = run_flux(input, cube(cells, 0.2));
  const double k = 2 * k_pi * k_frequency_hz / k_speed_of_light;
  const double unit = norm_of_spectrum(run, *current_of(const_cast<Case &>(input)).waveform) *
                      k_eta0 * k * k / (12 * k_pi);
  std::vector<double> power = run.sums;
  for (double &one : power)
    one /= unit;
  const double groups = std::accumulate(power.begin() + 4, power.end(), 0.0);
  double energy = 0, spread = 0;
  for (std::size_t s = 4; s < run.surfaces; ++s)
    energy += run.energy_j(s);
  for (const std::size_t s : {0, 1, 3})
    spread = std::max(spread, std::abs(run.energy_j(s) / energy - 1));
  return {power[0], power[1], power[2], power[3], groups, spread};
}

// The cells are jittered, 12 and 24 to the wavelength. The reflection of the absorbing faces
// contributes about 1 %.
TEST(DgatdFlux, OfADipoleIsWhatItRadiates) {
  const DipolePowers coarse = dipole_powers(12), fine = dipole_powers(24);
  for (const auto &[name, powers] : {std::pair("12", coarse), std::pair("24", fine)}) {
    const std::string cells = name;
    report("small_" + cells, powers.small);
    report("large_" + cells, powers.large);
    report("beside_" + cells, powers.beside);
    report("hull_" + cells, powers.hull);
    report("groups_" + cells, powers.groups);
    report("energy_spread_" + cells, powers.energy_spread);
    EXPECT_NEAR(powers.small, 1, 0.04);
    EXPECT_NEAR(powers.large, powers.small, 0.01);
    EXPECT_NEAR(powers.groups, powers.large, 0.025);
  }
  EXPECT_LT(std::abs(coarse.beside), 0.004);
  EXPECT_LT(std::abs(fine.beside), 4e-4);
  EXPECT_LT(fine.energy_spread, 0.015);
  EXPECT_GT(coarse.energy_spread / fine.energy_spread, 3.3); // measured 3.9: second order
}

// A room of conducting walls and one that absorbs, a plane across it with the source on one side,
// and a closed group around nothing.
Case room_case() {
  Case input = vacuum_case(1);
  input.boundaries = {{"default", Pec{}}, {"x+", Abc{}}};
  input.excitations = {
      point_current({0.31, 0.42, 0.27}, {0.2, 1, 0.5}, gaussian_derivative(400e6))};
  input.time.steps.reset();
  input.time.duration_s = 40e-9;
  input.outputs.energy = Schedule{{}, 1};
  input.outputs.fluxes = {group_flux("wall", "x+"), plane_flux("across", 0, 0.6)};
  return input;
}

struct Balance {
  double instant = 0; // largest |dW/dt + P| over the largest P, after the source
  double plane = 0;   // energy through the plane, over that through the wall, less 1
};

Balance balance(int refinement) {
  const Case input = room_case();
  const Simulation simulation = prepare(input, room(refinement));
  const FluxRun run = run_flux(simulation, find_flux_points(input, simulation.problem));
  const std::vector<double> wall = run.of(0);
  Balance result;
  double largest = 0;
  for (std::size_t i = 0; i + 1 < run.energies.size(); ++i) {
    const std::int64_t n = run.energy_steps[i]; // n + 1 follows
    if (static_cast<double>(n) * run.dt_s < simulation.plan.sources_end_s ||
        n + 1 >= static_cast<std::int64_t>(wall.size()))
      continue;
    const double falls = (run.energies[i + 1].total() - run.energies[i].total()) / run.dt_s;
    const double leaves = (wall[n] + wall[n + 1]) / 2;
    result.instant = std::max(result.instant, std::abs(falls + leaves));
    largest = std::max(largest, leaves);
  }
  EXPECT_GT(largest, 0);
  result.instant /= largest;
  result.plane = std::abs(run.energy_j(1) / run.energy_j(0) - 1);
  return result;
}

// The energy of the scheme's own invariant falls as fast as power flows into the wall.
TEST(DgatdFlux, IsWhatTheEnergyLosesOfSecondOrder) {
  const Balance coarse = balance(2), fine = balance(4);
  report("instant_2", coarse.instant);
  report("instant_4", fine.instant);
  report("plane_2", coarse.plane);
  report("plane_4", fine.plane);
  EXPECT_LT(fine.instant, 0.006);
  EXPECT_GT(coarse.instant / fine.instant, 3.5); // measured 4.2
  EXPECT_LT(fine.plane, 0.008);
  EXPECT_GT(coarse.plane / fine.plane, 2.2); // measured 2.7
}

// A closed group inside the mesh counts outwards, whatever the order of its triangles; an open one
// to where its normal is positive.
TEST(DgatdFlux, ThroughGroupsInsideTheMesh) {
  Case input = room_case();
  TetMesh mesh = room(2, 0);
  add_inner_group(mesh, "shell", {0.1, 0.2, 0.1}, {0.5, 0.6, 0.5});
  add_inner_group(mesh, "aside", {0.7, 0.2, 0.1}, {0.9, 0.6, 0.5});
  add_inner_group(mesh, "half", {-1, -1, -1}, {0.7, 1, 1});
  input.outputs.fluxes = {group_flux("wall", "x+"), group_flux("shell", "shell"),
                          group_flux("aside", "aside"), group_flux("half", "half"),
                          box_flux("box", {0.1, 0.2, 0.1}, {0.5, 0.6, 0.5})};
  const FluxRun run = run_flux(input, mesh);
  const double wall = run.energy_j(0);
  EXPECT_GT(wall, 0);
  EXPECT_NEAR(run.energy_j(1) / wall, 1, 0.08); // all that the source gives ends in the wall
  EXPECT_NEAR(run.energy_j(2) / wall, 0, 0.02);
  EXPECT_NEAR(run.energy_j(3) / wall, 1, 0.08);
  EXPECT_NEAR(run.energy_j(4) / wall, 1, 0.08);
}

TEST(DgatdFlux, IsTheSameOfAllVariantsAndBackends) {
  Case input = room_case();
  input.time.duration_s.reset();
  input.time.steps = 150;
  input.outputs.energy.reset();
  input.boundaries = {{"default", Pec{}}};
  input.outputs.fluxes = {box_flux("b", {0.1, 0.2, 0.1}, {0.5, 0.6, 0.5}),
                          plane_flux("across", 1, 0.5)};
  const TetMesh mesh = room();
  const FluxRun expected = run_flux(input, mesh);
  for (const Variant &variant : variants())
    for (const Backend backend : compiled_backends())
      EXPECT_LT(distance(run_flux(input, mesh, variant.name, backend).powers, expected.powers),
                1e-10)
          << variant.name << ' ' << to_string(backend);
  input.excitations[0].name = "another";
  current_of(input).direction = {0.2, 1, 0.6}; // the twin
  EXPECT_GT(distance(run_flux(input, mesh).powers, expected.powers), 1e-3);
}

// A run that a checkpoint has cut in two: the same powers, bit by bit, and the same sums.
TEST(DgatdFlux, GoesOnFromACheckpoint) {
  Case input = room_case();
  input.time.duration_s.reset();
  input.time.steps = 300;
  input.frequencies_hz = {200e6, 300e6};
  const Simulation simulation = prepare(input, room());
  const FluxPoints points = find_flux_points(input, simulation.problem);
  SchemeInput scheme_input{simulation.problem, simulation.sources, simulation.probes,
                           simulation.plan, true};
  scheme_input.flux = &points;
  scheme_input.frequencies_hz = input.frequencies_hz;
  const auto make = find_variant("fused").make;
  std::vector<double> powers;
  const auto step = [&](DgatdScheme &scheme, std::int64_t from, std::int64_t to) {
    for (std::int64_t n = from; n < to; ++n) {
      scheme.begin_step(n, false);
      scheme.end_step(n);
      if (scheme.sample() || n + 1 == to) {
        scheme.probes().read();
        const std::vector<double> more = scheme.flux()->read();
        powers.insert(powers.end(), more.begin(), more.end());
      }
    }
  };
  const auto whole = make(Backend::serial, scheme_input);
  step(*whole, 0, 300);
  const std::vector<double> expected = std::exchange(powers, {});
  EXPECT_EQ(expected.size(), 600u);
  const auto first = make(Backend::serial, scheme_input);
  step(*first, 0, 130);
  const State state = first->save();
  ASSERT_EQ(state.count(flux_sums_name("across")), 1u);
  const auto second = make(Backend::serial, scheme_input);
  second->load(state);
  step(*second, 130, 300);
  EXPECT_EQ(powers, expected);
  EXPECT_LT(distance(second->flux()->spectra(), whole->flux()->spectra()), 1e-13);
  EXPECT_GT(distance(first->flux()->spectra(), whole->flux()->spectra()), 1e-3); // the twin
}

std::string refusal(const FluxSpec &flux, TetMesh mesh = room()) {
  Case input = room_case();
  input.outputs.fluxes = {flux};
  try {
    find_flux_points(input, make_problem(input, std::move(mesh)));
  } catch (const InputError &error) {
    return error.what();
  }
  return "accepted";
}

TEST(DgatdFlux, OutsideOfTheMeshIsRefused) {
  EXPECT_EQ(refusal(plane_flux("p", 2, 0.6)), "accepted"); // on its hull
  EXPECT_THAT(refusal(plane_flux("p", 2, 0.61)),
              HasSubstr("z = 0.61 m lies outside of the mesh, which reaches from 0 to 0.6 m"));
  EXPECT_EQ(refusal(box_flux("b", {0, 0, 0}, {1, 0.8, 0.6})), "accepted");
  EXPECT_THAT(refusal(box_flux("b", {0.5, 0.5, 0.5}, {1.2, 0.7, 0.59})),
              HasSubstr("flux \"b\": (1.2, "));
  EXPECT_THAT(refusal({"p", FluxPlane{2, 0.3, {{0.9, 0.1}}, {{1.3, 0.5}}}}),
              HasSubstr("outside of the mesh"));
  EXPECT_THAT(refusal(group_flux("g", "x*")), HasSubstr("x*"));
  EXPECT_THAT(refusal({"p", FluxPlane{2, 0.3, {{2, 0.1}}, {}}}),
              HasSubstr("along x the flux \"p\" reaches from 2 to 1 m"));
}

// The group is two boxes with a common wall: three triangles meet in the edges of its rim.
TEST(DgatdFlux, AGroupWithoutTwoSidesIsRefused) {
  TetMesh mesh = room(2, 0);
  add_inner_group(mesh, "left", {0.1, 0.2, 0.1}, {0.5, 0.6, 0.5});
  EXPECT_EQ(refusal(group_flux("g", "left"), mesh), "accepted");
  const std::size_t first = mesh.triangles.size();
  add_inner_group(mesh, "right", {0.5, 0.2, 0.1}, {0.9, 0.6, 0.5});
  for (std::size_t t = first; t < mesh.triangles.size(); ++t)
    mesh.triangle_group[t] = static_cast<Index>(mesh.groups.size()) - 2; // "left" too
  EXPECT_THAT(refusal(group_flux("g", "left"), mesh), HasSubstr("is no surface with two sides"));
}

// No power flows in a conductor; the part that it cuts out of a plane is not outside of the mesh.
TEST(DgatdFlux, ConductorsCarryNothing) {
  TetMesh mesh = room(2, 0);
  Case input = room_case();
  input.materials.push_back(medium("copper"));
  input.materials.back().pec = true;
  mesh.groups.push_back({3, 99, "block"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    double x = 0;
    for (const Index node : mesh.tets[t])
      x += mesh.points[node][0] / 4;
    if (x > 0.7)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  input.regions["block"] = "copper";
  input.boundaries = {{"default", Pec{}}};
  input.outputs.fluxes = {plane_flux("in", 0, 0.8), plane_flux("across", 1, 0.4),
                          box_flux("b", {0.5, 0.2, 0.2}, {0.9, 0.5, 0.5})};
  const Simulation simulation = prepare(input, mesh);
  const FluxPoints points = find_flux_points(input, simulation.problem);
  EXPECT_EQ(points.first[1], 0u);
  EXPECT_GT(points.first[2], 0u);
  const FluxRun run = run_flux(simulation, points);
  EXPECT_EQ(run.energy_j(0), 0);
  EXPECT_NE(run.energy_j(1), 0);
  // A probe in the conductor is refused with this reason, one beyond the mesh with another.
  input.outputs.probes = {probe({0.8, 0.4, 0.3})};
  EXPECT_THAT(message_of<InputError>([&] { find_probes(input, simulation.problem); }),
              HasSubstr("(0.8, 0.4, 0.3) m lies in the volume of a perfect conductor"));
  input.outputs.probes = {probe({1.2, 0.4, 0.3})};
  EXPECT_THAT(message_of<InputError>([&] { find_probes(input, simulation.problem); }),
              HasSubstr("lies outside of the mesh"));
}

TEST(DgatdFlux, ThroughACurrentIsWarnedOf) {
  Case input = room_case();
  const Problem problem = make_problem(input, room());
  const auto warnings = [&](const FluxSpec &flux) {
    input.outputs.fluxes = {flux};
    return flux_warnings(input, problem, make_sources(input, problem)).size();
  };
  EXPECT_EQ(warnings(plane_flux("p", 1, 0.42)), 1u);
  EXPECT_EQ(warnings(plane_flux("p", 1, 0.75)), 0u);
  EXPECT_EQ(warnings(box_flux("b", {0, 0, 0}, {1, 0.8, 0.6})), 0u);
  EXPECT_EQ(warnings(box_flux("b", {0.3, 0.1, 0.1}, {0.9, 0.7, 0.5})), 1u);
  EXPECT_EQ(warnings({"p", FluxPlane{1, 0.42, {{0.7, 0.1}}, {{0.9, 0.5}}}}), 0u);
}

} // namespace
} // namespace curlew::dgatd::testing

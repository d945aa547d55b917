// The absorbing wall: a TEM wave in a duct with conducting walls in y and natural ones in z.
#include <curlew/tests/unit/methods/dgatd/fixtures.hpp>
#include <curlew/tests/unit/methods/dgatd/meshes.hpp>

#include <complex>
#include <functional>

namespace curlew::dgatd::testing {
namespace {

constexpr double k_cell_m = 0.01;
constexpr Index k_cells = 40;       // length of the duct
constexpr double k_wave_cells = 20; // cells per wavelength at the frequency of the test
constexpr double k_probe_m = 30 * k_cell_m;

TetMesh duct(Index cells, double origin_m, double jitter) {
  return make_box({cells * k_cell_m, 2 * k_cell_m, 2 * k_cell_m}, {cells, 2, 2}, {origin_m, 0, 0},
                  jitter, 3);
}

// The current sheet is one layer of cells at x = 10 cells.
TetMesh with_sheet(TetMesh mesh) {
  mark_volume(mesh, "sheet",
              [](const Point &p) { return p[0] > 10 * k_cell_m && p[0] < 11 * k_cell_m; });
  return mesh;
}

double frequency_hz(double eps_r) {
  return k_speed_of_light / std::sqrt(eps_r) / (k_wave_cells * k_cell_m);
}

Case duct_case(double eps_r) {
  Case input = vacuum_case(1);
  input.materials[0] = medium("filling", eps_r);
  input.regions["volume"] = "filling";
  input.regions["sheet"] = "filling";
  input.boundaries = {{"y-", Pec{}}, {"y+", Pec{}}, {"z-", Pmc{}},
                      {"z+", Pmc{}}, {"x-", Abc{}}, {"x+", Abc{}}};
  input.excitations = {
      region_current("sheet", {0, 1, 0}, gaussian_derivative(frequency_hz(eps_r)))};
  input.outputs.probes = {probe({k_probe_m, 0.9 * k_cell_m, 1.1 * k_cell_m})};
  return input;
}

std::complex<double> spectral_value(const std::vector<double> &e_y, double dt_s, double f_hz) {
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < e_y.size(); ++k)
    sum += e_y[k] * std::polar(1.0, -2 * k_pi * f_hz * dt_s * static_cast<double>(k));
  return sum;
}

std::vector<double> e_y(const RunRecord &recorder) {
  std::vector<double> values;
  for (std::size_t k = 1; k < recorder.electric_rows.size(); k += 3)
    values.push_back(recorder.electric_rows[k]);
  return values;
}

// Returns |R| in dB of the wall at the duct's end: the wave that returns in the duct but not in one
// three times as long, whose own echo arrives after the end of the run. `change` edits the short
// duct before it runs.
double reflection_db(double jitter, double eps_r = 1,
                     const std::function<void(Simulation &)> &change = {},
                     const BoundaryCondition &wall = Abc{}) {
  const TetMesh near = duct(k_cells, 0, jitter);
  const TetMesh far = duct(2 * k_cells, k_cells * k_cell_m, 0);
  TetMesh whole = glued(near, far);
  const double speed = k_speed_of_light / std::sqrt(eps_r);
  Case input = duct_case(eps_r);
  Case long_case = input;
  input.boundaries.back().condition = wall;
  Simulation is = prepare(input, with_sheet(near));
  Simulation ought = prepare(long_case, with_sheet(whole));
  const double dt_s = 0.9 * std::min(is.dt_limit_s, ought.dt_limit_s);
  for (Simulation *one : {&is, &ought}) {
    one->plan.dt_s = dt_s;
    one->plan.steps = static_cast<std::int64_t>(
        (one->plan.sources_end_s + (2 * k_cells + 20) * k_cell_m / speed) / dt_s);
  }
  if (change)
    change(is);
  const auto got = e_y(run(is)), incident = e_y(run(ought));
  std::vector<double> reflected(got.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    reflected[k] = got[k] - incident.at(k);
  const double f_hz = frequency_hz(eps_r);
  return 20 * std::log10(std::abs(spectral_value(reflected, dt_s, f_hz)) /
                         std::abs(spectral_value(incident, dt_s, f_hz)));
}

void scale_admittance(Simulation &simulation, double factor) {
  for (AbsorbingFace &face : simulation.problem.absorbing)
    if (simulation.problem.mesh.points[face.nodes[0]][0] > k_cell_m)
      face.admittance *= factor;
}

TEST(DgatdAbsorbing, TakesATemWaveUp) {
  const double regular = reflection_db(0), jittered = reflection_db(0.2);
  report("R_regular_mesh_dB", regular);
  report("R_jittered_mesh_dB", jittered);
  EXPECT_LT(regular, -40);
  EXPECT_LT(jittered, -40);
}

TEST(DgatdAbsorbing, TakesItUpInADielectric) {
  const double value = reflection_db(0.2, 4);
  report("R_dielectric_dB", value);
  EXPECT_LT(value, -40);
}

TEST(DgatdAbsorbing, AWrongImpedanceIsSeen) {
  // R = (1 - y) / (1 + y) of a wall with y times the admittance of the medium.
  const double five_percent = reflection_db(0, 1, [](Simulation &s) { scale_admittance(s, 1.05); });
  report("R_admittance_off_by_5_percent_dB", five_percent);
  EXPECT_GT(five_percent, -40);
  const double twice = reflection_db(0, 1, [](Simulation &s) { scale_admittance(s, 2); });
  EXPECT_NEAR(twice, 20 * std::log10(1.0 / 3), 0.3);
  for (const BoundaryCondition &wall : {BoundaryCondition(Pmc()), BoundaryCondition(Pec())})
    EXPECT_NEAR(reflection_db(0, 1, {}, wall), 0, 0.3);
}

// The largest rise of the energy in a step, over its first value, from random fields between walls
// with `factor` times the right admittance.
double largest_rise(double jitter, double factor) {
  Case input = duct_case(1);
  input.boundaries = {{"default", Abc{}}}; // waves at every angle, corners
  input.excitations.clear();
  input.time.steps = 3000;
  input.time.courant = 0.99;
  Simulation simulation = prepare(input, with_sheet(duct(k_cells, 0, jitter)));
  for (AbsorbingFace &face : simulation.problem.absorbing)
    face.admittance *= factor;
  simulation.plan.energy_every = 1;
  simulation.plan.watch_every = 0;
  const State start = noise(simulation.problem);
  const RunRecord recorder = run(simulation, "fused", Backend::serial, &start);
  double worst = -1e300;
  for (std::size_t i = 1; i < recorder.energies.size(); ++i)
    worst = std::max(worst, recorder.energies[i].total() - recorder.energies[i - 1].total());
  report("energy_left", recorder.energies.back().total() / recorder.energies[0].total());
  return worst / recorder.energies[0].total();
}

TEST(DgatdAbsorbing, EnergyNeverGrows) {
  for (const double jitter : {0.0, 0.3}) {
    const double rise = largest_rise(jitter, 1);
    report("largest_rise", rise);
    EXPECT_LT(rise, 1e-14);
  }
  EXPECT_GT(largest_rise(0.3, -0.01), 1e-6); // a wall of the wrong sign feeds the room
}

} // namespace
} // namespace curlew::dgatd::testing

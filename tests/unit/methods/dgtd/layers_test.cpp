// Matched layers: reflections, long runs, variants, and refused cases.
#include "fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layers/layer_matrices.hpp>
#include <curlew/methods/dgtd/layers/layer_weights.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <algorithm>
#include <complex>
#include <utility>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_layered[] = {
    {"central", "mixed", 1}, {"central", "full", 1}, {"central", "mixed", 2},
    {"central", "full", 2},  {"upwind", "mixed", 1}, {"upwind", "full", 1},
    {"upwind", "mixed", 2},  {"upwind", "full", 2},  {"central", "full", 1, 0.3}};

Boundary layer(const std::string &group, double thickness_m) {
  PmlSpec pml;
  pml.thickness_m = thickness_m;
  pml.order = 3;
  pml.reflection = 1e-8;
  return {group, pml};
}

// Returns the layer with a real stretch, and a shifted pole at frequency_hz.
Boundary shifted(Boundary boundary, double kappa, double frequency_hz) {
  auto &pml = std::get<PmlSpec>(boundary.condition);
  pml.kappa = kappa;
  pml.alpha = 2 * k_pi * frequency_hz * k_eps0;
  return boundary;
}

// E at the probe of a simulation, at every step until end_s.
std::vector<Point> record(const Simulation &simulation, Steps &steps, double end_s) {
  std::vector<Point> values;
  const auto read = [&] {
    const ProbeRows rows = steps.scheme().probes().read();
    for (int row = 0; row < rows.rows; ++row) {
      const std::size_t points = simulation.probes.electric.size();
      Point mean{0, 0, 0};
      for (std::size_t p = 0; p < points; ++p)
        for (int d = 0; d < 3; ++d)
          mean[d] += rows.electric[3 * (row * points + p) + d] / double(points);
      values.push_back(mean);
    }
  };
  while (steps.time_s() < end_s) {
    steps.advance(1);
    if (steps.scheme().sample())
      read();
  }
  read();
  return values;
}

// The largest ratio of the spectra of what two records differ by and of the second one, at ten
// frequencies up to f_max_hz, over all components.
double apart_db(const std::vector<Point> &found, const std::vector<Point> &exact, double dt_s,
                double f_max_hz) {
  double worst = 0;
  for (int k = 1; k <= 10; ++k) {
    double apart = 0, whole = 0;
    for (int d = 0; d < 3; ++d) {
      std::complex<double> difference = 0, sum = 0;
      for (std::size_t n = 0; n < exact.size(); ++n) {
        const auto turn = std::polar(1.0, -2 * k_pi * 0.1 * k * f_max_hz * dt_s * double(n));
        difference += turn * (found.at(n)[d] - exact[n][d]);
        sum += turn * exact[n][d];
      }
      apart += std::norm(difference);
      whole += std::norm(sum);
    }
    worst = std::max(worst, apart / whole);
  }
  return 10 * std::log10(worst);
}

ProbeSpec probe_at(const Point &point_m) {
  return {"p", Field::E, PointProbe{point_m}};
}

// A plane wave between conducting and magnetic walls, in bricks of 1 m.
Simulation line(const Discretization &one, Index length, double layer_m,
                const Material &material = medium("vacuum"), double kappa = 1, double shift_hz = 0,
                const Material *behind = nullptr) {
  Case input = vacuum_case(one);
  input.materials[0] = material;
  input.materials[0].name = "vacuum";
  TetMesh mesh = make_box({1, 1, double(length)}, {1, 1, length}, {0, 0, 0}, 0, 1);
  if (behind != nullptr) {
    input.materials.push_back(*behind);
    input.regions["behind"] = behind->name;
    mark_volume(mesh, "behind",
                [&](std::size_t, const Point &p) { return p[2] > length - layer_m; });
  }
  input.boundaries = {{"x-", Pec{}}, {"x+", Pec{}}, {"y-", Pmc{}},
                      {"y+", Pmc{}}, {"z-", Abc{}}, {"z+", Pec{}}};
  if (layer_m > 0)
    input.boundaries.back() = shifted(layer("z+", layer_m), kappa, shift_hz);
  // The barycentres of a brick's tets: their mean is the mean over the brick.
  int order[3] = {0, 1, 2};
  do {
    Point at{0.25, 0.25, 64.25}; // barycentre of nodes 0, e_a, e_a + e_b, (1, 1, 1)
    at[order[0]] += 0.5;
    at[order[1]] += 0.25;
    input.outputs.probes.push_back(probe_at(at));
  } while (std::next_permutation(order, order + 3));
  Simulation result{input, make_problem(input, mesh), {}, {}};
  if (length > 64)
    result.probes = find_probes(input, result.problem);
  return result;
}

// Starts a pulse that travels along z, whose spectrum is 20 dB down at f_max_hz: E along x and H
// along y, projected to the functions of each tet.
void start_pulse(const Simulation &simulation, Steps &steps, double f_max_hz, double lag_s) {
  const Problem &problem = simulation.problem;
  const double width = std::sqrt(std::log(10.0)) * k_speed_of_light / (k_pi * f_max_hz);
  const auto project = [&](int axis, double scale, double at_m) {
    std::vector<double> unknowns;
    for (Index t = 0; t < problem.tet_count(); ++t) {
      const TetShape shape = problem.shape(t);
      const int n = problem.per_tet();
      std::vector<double> load(n, 0);
      const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree() + 2);
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        double x[3];
        shape.point(rule.points[q].data(), x);
        const double bell = std::exp(-std::pow((x[2] - at_m) / width, 2));
        const auto values = function_values(problem.choices.space, shape, rule.points[q]);
        for (int i = 0; i < n; ++i) // in a volume of 1 / 6
          load[i] += scale / 6 * rule.weights[q] * bell * values[i][axis];
      }
      Matrix inverse = mass_matrix(problem, t, SymmetricTensor());
      invert_positive(n, inverse);
      for (int i = 0; i < n; ++i) {
        unknowns.push_back(0);
        for (int j = 0; j < n; ++j)
          unknowns.back() += inverse[i * n + j] * load[j];
      }
    }
    return unknowns;
  };
  FieldState state = steps.scheme().save();
  state["e"] = project(0, 1, 28);
  state["h"] = project(1, 1 / k_eta0, 28 - lag_s * k_speed_of_light);
  steps.scheme().load(state);
}

// 20 cells to a wavelength at the top frequency, 10 in the layer.
double normal_incidence_db(const Discretization &one, const Material &material = medium("vacuum"),
                           double kappa = 1, double shift_hz = 0, const Material *behind = nullptr,
                           double index = 1) {
  const double f_max_hz = k_speed_of_light / 20 / index;
  const Simulation layered = line(one, 78, 10, material, kappa, shift_hz, behind),
                   longer = line(one, 116, 0, material);
  const double dt_s =
      0.85 *
      step_limit(Host(), line(one, 14, 10, material, kappa, shift_hz, behind).problem, 1e-3).dt_s;
  std::vector<Point> records[2];
  for (const Simulation *simulation : {&layered, &longer}) {
    Steps steps(*simulation, dt_s);
    start_pulse(*simulation, steps, f_max_hz, std::string(one.scheme) == "upwind" ? 0 : 0.5 * dt_s);
    records[simulation == &longer] = record(*simulation, steps, 95 / k_speed_of_light);
  }
  return apart_db(records[0], records[1], dt_s, f_max_hz);
}

TEST(DgtdLayers, TakeWavesAtRightAngles) {
  for (const Discretization &one : k_layered) {
    const double db = normal_incidence_db(one);
    std::printf("%s: %.1f dB\n", name_of(one).c_str(), db);
    const bool is_mixed_first = std::string(one.space) == "mixed" && one.order == 1;
    const bool is_central_second = std::string(one.scheme) == "central" && one.order == 2;
    EXPECT_LT(db, is_mixed_first ? -60 : is_central_second ? -70 : -80) << name_of(one);
  }
}

// Losses and poles of both kinds.
Material rich_medium() {
  const double f_max_hz = k_speed_of_light / 20;
  Material material = medium("rich", 1.2, 1, 2e-5);
  material.sigma_m = SymmetricTensor::isotropic(2e-5 * k_eta0 * k_eta0);
  material.eps_poles.debye = {{0.2, 1 / (2 * k_pi * 0.5 * f_max_hz)}};
  material.eps_poles.lorentz = {{0.3, 1.2 * f_max_hz, 0.3 * f_max_hz}};
  material.eps_poles.drude = {{0.05 * f_max_hz, 0.1 * f_max_hz}};
  material.mu_poles.debye = {{0.2, 1 / (2 * k_pi * f_max_hz)}};
  return material;
}

TEST(DgtdLayers, ContinueMediaWithLossesAndPoles) {
  constexpr double k_index = 1.6; // largest index
  const Material rich = rich_medium();
  Material poor = rich; // the twin: a layer without the medium's losses and poles
  poor.name = "poor";
  poor.eps_poles = {};
  poor.mu_poles = {};
  const std::pair<Discretization, double> bounds[] = {// -59.9, -68.5 and -73.4
                                                      {k_layered[0], -57},
                                                      {k_layered[1], -65},
                                                      {k_layered[5], -65}};
  for (const auto &[one, bound_db] : bounds)
    EXPECT_LT(normal_incidence_db(one, rich, 1, 0, nullptr, k_index), bound_db) << name_of(one);
  EXPECT_GT(normal_incidence_db(k_layered[1], rich, 1, 0, &poor, k_index), -40);
}

TEST(DgtdLayers, TakeWavesWithShiftedPoles) {
  const double f_max_hz = k_speed_of_light / 20;
  const std::pair<Discretization, double> bounds[] = {// -69.2, -85.5, -126 and -141
                                                      {k_layered[0], -65},
                                                      {k_layered[1], -80},
                                                      {k_layered[4], -80},
                                                      {k_layered[5], -80}};
  for (const auto &[one, bound_db] : bounds)
    EXPECT_LT(normal_incidence_db(one, medium("vacuum"), 2, 0.02 * f_max_hz), bound_db)
        << name_of(one);
}

// An eighth of a dipole along z in the corner of a cube; layers on the three far sides.
Simulation corner(const Discretization &one, Index inside, Index thickness, double f_max_hz,
                  double kappa = 1, double shift_hz = 0) {
  Case input = vacuum_case(one);
  input.boundaries = {{"x-", Pmc{}}, {"y-", Pmc{}}, {"z-", Pec{}}};
  for (const char *side : {"x+", "y+", "z+"})
    input.boundaries.push_back(shifted(layer(side, double(thickness)), kappa, shift_hz));
  input.excitations = {
      {"j",
       CurrentSource{CurrentPoint{{0.2, 0.15, 0.1}}, {0, 0, 1}, 1, gaussian_derivative(f_max_hz)}}};
  input.outputs.probes = {probe_at({2.2, 1.7, 1.3})};
  const Index cells = inside + thickness;
  const double size = cells;
  return prepare(input, make_box({size, size, size}, {cells, cells, cells}, {0, 0, 0}, 0, 1));
}

// Central fluxes without a penalty leave -17 to -19 dB: their undamped modes, which a point
// excites. Upwind fluxes leave -43.4 dB, but take long.
TEST(DgtdLayers, TakeTheFieldOfADipole) {
  const Discretization one{"central", "full", 1, 0.3};
  const double f_max_hz = k_speed_of_light / 15;
  const Simulation small = corner(one, 3, 4, f_max_hz), large = corner(one, 5, 4, f_max_hz);
  const double dt_s = 0.9 * std::min(small.dt_limit_s, large.dt_limit_s);
  const double end_s = 35 / k_speed_of_light;
  Steps of_small(small, dt_s), of_large(large, dt_s);
  const double db =
      apart_db(record(small, of_small, end_s), record(large, of_large, end_s), dt_s, f_max_hz);
  std::printf("dipole in a corner: %.1f dB\n", db);
  EXPECT_LT(db, -40);
}

// Layers on all sides, in edges and corners too; half of the mesh is lossy.
Simulation small_room(const Discretization &one, double jitter, double sigma, double kappa = 1,
                      double shift_hz = 0, bool has_poles = false, Index cells = 4) {
  Case input = vacuum_case(one);
  input.materials.push_back(medium("lossy", 2, 1, sigma));
  input.materials[1].sigma_m = SymmetricTensor::isotropic(sigma * k_eta0 * k_eta0);
  input.regions["half"] = "lossy";
  input.boundaries = {shifted(layer("default", 0.3), kappa, shift_hz)};
  if (has_poles) {
    constexpr double k_hz = 2e8;
    input.materials[1].eps_poles.debye = {{0.5, 1e-9}};
    input.materials[1].eps_poles.lorentz = {{0.4, k_hz, 0.2 * k_hz}};
    input.materials[1].eps_poles.drude = {{0.3 * k_hz, 0.1 * k_hz}};
    input.materials[1].mu_poles.debye = {{0.3, 2e-9}};
  }
  TetMesh mesh = make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, jitter, 5);
  mark_volume(mesh, "half", [](std::size_t, const Point &p) { return p[2] > 0.5; });
  return prepare(input, mesh);
}

// The field that remains at the end is that of the start's charges. Before that its E falls and
// rises by 1e-4; a mode that grew by 1e-6 a step would be detected.
TEST(DgtdLayers, DoNotGrow) {
  for (const Discretization &one : k_layered) {
    const bool is_long = &one == &k_layered[0];
    // Steps of upwind fluxes have five stages; those of second order take longest.
    const int steps_before = (std::string(one.scheme) == "upwind" ? 150 : 500) / one.order;
    for (const double sigma : {0.0, 5e-3}) {
      if (one.order == 2 && sigma == 0)
        continue; // the lossy one has all states, and takes long enough
      const Simulation simulation = small_room(one, 0.2, sigma, 1, 0, false, 3);
      Steps steps(simulation, 0.99 * simulation.dt_limit_s);
      steps.start_at_random();
      steps.advance(steps_before);
      const double early = std::sqrt(steps.scheme().squared_norm());
      steps.advance(is_long && sigma == 0 ? 6000 : steps_before + 200);
      const double late = std::sqrt(steps.scheme().squared_norm());
      EXPECT_LT(late, 1.001 * early) << name_of(one) << " " << sigma;
    }
  }
}

using Complex = std::complex<double>;

// The first unknown of a system with its right side as the last column; memories have diagonals.
Complex first_of_solution(std::vector<std::vector<Complex>> rows) {
  const std::size_t n = rows.size();
  for (std::size_t k = n - 1; k > 0; --k) { // from the end, so that the first remains
    for (std::size_t i = 0; i < k; ++i) {
      const Complex factor = rows[i][k] / rows[k][k];
      for (std::size_t j = 0; j <= n; ++j)
        rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows[0][n] / rows[0][0];
}

// x per drive of each component against 1 / (S (j omega + loss + j omega chi / eps_inf)), in tets
// of corners too; leapfrog with 2 j / dt tan(omega dt / 2) for j omega.
TEST(DgtdLayers, HaveTheirStretchAndMedium) {
  constexpr double k_dt_s = 3e-10;
  for (const Discretization &one : {k_layered[1], k_layered[5]}) {
    const Simulation simulation = small_room(one, 0.2, 5e-3, 3, 2e7, true);
    const Problem &problem = simulation.problem;
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    double worst = 0, twin = 0;
    int corners = 0;
    for (const Index tet : problem.layers.tets)
      for (const Side side : {Side::electric, Side::magnetic}) {
        const Material &medium = layer_medium(problem, tet);
        const bool is_electric = side == Side::electric;
        const double inertia = is_electric ? medium.eps_r.v[0] : medium.mu_r.v[0];
        const double loss =
            (is_electric ? medium.sigma.v[0] / k_eps0 : medium.sigma_m.v[0] / k_mu0) / inertia;
        const LayerBlocks blocks = layer_blocks(problem, side);
        const LayerWeights weights = layer_weights(problem, tet, side, blocks, k_dt_s);
        const auto stretch = layer_stretch(problem, tet);
        corners += stretch[0].is_active() && stretch[1].is_active() && stretch[2].is_active();
        const double omega = 1.3e9;
        const Complex w =
            is_upwind ? Complex(0, omega) : Complex(0, 2 / k_dt_s * std::tan(0.5 * omega * k_dt_s));
        const auto s = [&](int d) {
          return stretch[d].kappa + stretch[d].rate_per_s / (stretch[d].alpha_per_s + w);
        };
        const Complex chi =
            (is_electric ? medium.eps_poles : medium.mu_poles).at(w.imag() / (2 * k_pi));
        for (int c = 0; c < 3; ++c) {
          const int a = (c + 1) % 3, b = (c + 2) % 3, n = blocks.count();
          const double real = stretch[a].kappa * stretch[b].kappa / stretch[c].kappa;
          const auto weight = [&](int k, int l) {
            return weights.weight[3 * (k * (n + 1) + l) + c];
          };
          const Complex turn = is_upwind ? w : std::polar(1.0, omega * k_dt_s);
          std::vector<std::vector<Complex>> rows(n, std::vector<Complex>(n + 1));
          for (int k = 0; k < n; ++k) {
            for (int l = 0; l < n; ++l)
              rows[k][l] = (k == l ? turn : 0.0) - weight(k, l);
            rows[k][n] = is_upwind ? (k == 0 ? 1.0 : 0.0) : weight(k, n);
          }
          if (is_upwind)
            rows[0][0] += loss / real; // the updater's
          Complex found = first_of_solution(rows) / real;
          if (!is_upwind) // the mean of both ends of the step
            found *= 0.5 * (1.0 + turn) / (1 / k_dt_s + 0.5 * loss);
          const Complex exact = 1.0 / (s(a) * s(b) / s(c) * (w + loss + w * chi / inertia));
          worst = std::max(worst, std::abs(found / exact - 1.0));
          twin = std::max(
              twin, std::abs(found * (s(a) * s(b) * s(c)) * (w + loss + w * chi / inertia) - 1.0));
        }
      }
    EXPECT_GT(corners, 0);
    EXPECT_LT(worst, 1e-11) << name_of(one);
    EXPECT_GT(twin, 1e-3);
  }
}

// In full spaces the projections are exact: the step of all functions together is that of each
// component.
TEST(DgtdLayers, ProjectTheirProductsInFullSpaces) {
  constexpr double k_dt_s = 3e-10;
  for (const Discretization &one : {k_layered[1], k_layered[5]}) {
    const Problem problem = small_room(one, 0.2, 5e-3, 3, 2e7, true, 3).problem;
    const bool has_drive = problem.choices.scheme != SchemeKind::upwind;
    const int n = problem.per_tet();
    const LayerBlocks blocks = layer_blocks(problem, Side::electric);
    const int count = blocks.count(), columns = n * (count + (has_drive ? 1 : 0));
    ASSERT_TRUE(blocks.has_second);
    double apart = 0, twin = 0;
    for (const Index tet : problem.layers.tets) {
      const LayerWeights parts = layer_weights(problem, tet, Side::electric, blocks, k_dt_s);
      const LayerStep whole = layer_step(problem, tet, Side::electric, blocks, k_dt_s);
      const LayerMatrices matrices = layer_matrices(problem, tet);
      ASSERT_EQ(whole.matrix.size(), static_cast<std::size_t>(n) * count * columns);
      for (int k = 0; k < count; ++k)
        for (int l = 0; l * n < columns; ++l) {
          Matrix sum(n * n, 0);
          for (int c = 0; c < 3; ++c)
            for (int i = 0; i < n * n; ++i)
              sum[i] += parts.weight[3 * (k * (count + 1) + l) + c] * matrices.component[c][i];
          if (l == count)
            sum = product(n, sum, matrices.unstretch);
          double largest = 0, difference = 0;
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
              const double found = whole.matrix[(k * n + i) * columns + l * n + j];
              largest = std::max(largest, std::abs(found));
              difference = std::max(difference, std::abs(found - sum[i * n + j]));
              twin = std::max(twin, std::abs(found - parts.weight[3 * (k * (count + 1) + l)] *
                                                         (i == j ? 1 : 0)));
            }
          apart = std::max(apart, largest > 0 ? difference / largest : difference);
        }
    }
    EXPECT_LT(apart, 1e-9) << name_of(one);
    EXPECT_GT(twin, 1e-3) << "one number for all components";
  }
}

// The norm after `steps` more than 500 over that after 500.
double growth(const Simulation &simulation, std::int64_t steps, double share_of_limit) {
  Steps run(simulation, share_of_limit * simulation.dt_limit_s);
  run.start_at_random();
  run.advance(500);
  const double early = std::sqrt(run.scheme().squared_norm());
  run.advance(steps);
  return std::sqrt(run.scheme().squared_norm()) / early;
}

// All terms act: both stretches, losses and poles. All bricks but the middle one are layer.
TEST(DgtdLayers, DoNotGrowWithShiftedPolesAndMedia) {
  for (const Discretization &one : {k_layered[0], k_layered[1]})
    for (const bool has_poles : {false, true}) {
      const Simulation simulation =
          small_room(one, 0.2, has_poles ? 5e-3 : 0, 3, 2e7, has_poles, 3);
      EXPECT_LT(growth(simulation, 1500, 0.99), 1.001) << name_of(one) << ", poles: " << has_poles;
    }
  const Simulation upwind = small_room(k_layered[5], 0.2, 5e-3, 3, 2e7, true, 3);
  EXPECT_LT(growth(upwind, 400, 0.99), 1.001) << "upwind"; // five stages to a step
}

// A current in a rectangular guide, up to 0.8 of its cutoff: waves that do not travel, and which
// sigma / (j omega) does not damp.
Simulation guide(Index length, Index thickness, double shift_hz) {
  constexpr double k_f_max_hz = 0.8 * k_speed_of_light / 12;
  Case input = vacuum_case(k_layered[5]);
  input.boundaries = {{"default", Pec{}}, shifted(layer("z+", double(thickness)), 1, shift_hz)};
  input.excitations = {
      {"j", CurrentSource{
                CurrentPoint{{2.9, 0.45, 1.1}}, {0, 1, 0}, 1, gaussian_derivative(k_f_max_hz)}}};
  input.outputs.probes = {probe_at({2.7, 0.4, 2.2})};
  return prepare(input, make_box({6, 1, double(length)}, {6, 1, length}, {0, 0, 0}, 0, 1));
}

TEST(DgtdLayers, TakeWavesBelowCutoffWithShiftedPoles) {
  constexpr double k_cutoff_hz = k_speed_of_light / 12, k_end_s = 250e-9;
  const Simulation longer = guide(12, 4, k_cutoff_hz);
  double db[2];
  for (int k = 0; k < 2; ++k) {
    const Simulation small = guide(6, 3, k == 0 ? 0 : k_cutoff_hz);
    const double dt_s = 0.9 * std::min(small.dt_limit_s, longer.dt_limit_s);
    Steps of_small(small, dt_s), of_longer(longer, dt_s);
    db[k] = apart_db(record(small, of_small, k_end_s), record(longer, of_longer, k_end_s), dt_s,
                     0.8 * k_cutoff_hz);
  }
  EXPECT_GT(db[0], -30); // -22.1: the twin
  EXPECT_LT(db[1], -38); // -41.1
}

TEST(DgtdLayers, AreTheSameInAllVariantsAndGoOnWithTheSameBits) {
  for (const Discretization &one : k_layered) {
    const Simulation simulation = small_room(one, 0.2, 5e-3, 3, 2e7, true, 3);
    const double dt_s = 0.9 * simulation.dt_limit_s;
    Steps packed(simulation, dt_s, "packed");
    packed.start_at_random();
    const FieldState start = packed.scheme().save();
    packed.advance(20);
    for (const char *variant : {"stored", "nodal"}) {
      if (variant == std::string("nodal") && !has_nodal(one))
        continue;
      Steps other(simulation, dt_s, variant);
      other.scheme().load(start);
      other.advance(20);
      EXPECT_LT(difference(packed.scheme().save().at("e"), other.scheme().save().at("e")), 1e-12)
          << name_of(one) << " " << variant;
    }
    Steps again(simulation, dt_s);
    again.scheme().load(packed.scheme().save());
    packed.advance(10);
    again.advance(10);
    EXPECT_EQ(packed.scheme().save(), again.scheme().save()) << name_of(one);
  }
}

void expect_refused(const Case &input, const TetMesh &mesh, const std::string &message) {
  try {
    make_problem(input, mesh);
    ADD_FAILURE() << "not refused: " << message;
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
  }
}

// A guide along z with a layer at its end, and a core of another medium into it.
Simulation dense_guide(const Discretization &one, double eps_r, double core_eps_r,
                       double reflection = 1e-8) {
  Case input = vacuum_case(one);
  input.materials[0] = medium("vacuum", eps_r);
  input.materials.push_back(medium("core", core_eps_r));
  input.regions["core"] = "core";
  input.boundaries = {{"default", Pec{}}, layer("z+", 0.4)};
  std::get<PmlSpec>(input.boundaries[1].condition).reflection = reflection;
  TetMesh mesh = make_box({0.6, 0.6, 1}, {3, 3, 5}, {0, 0, 0}, 0.2, 5);
  mark_volume(mesh, "core", [](std::size_t, const Point &p) {
    return std::abs(p[0] - 0.3) < 0.12 && std::abs(p[1] - 0.3) < 0.12;
  });
  return prepare(input, mesh);
}

// Fields of no energy to speak of wander by some hundredths for long.
constexpr double k_wandering = 1.1;

TEST(DgtdLayers, InDenseMediaHaveTheirReflectionAndDoNotGrow) {
  for (const Discretization &one : {k_layered[0], k_layered[1]}) {
    Simulation simulation = dense_guide(one, 12.1, 12.1);
    FlatLayer &layer = simulation.problem.layers.flat.front();
    EXPECT_NEAR(std::exp(-2 * layer.rate_per_s * std::sqrt(12.1) * layer.thickness_m /
                         ((layer.order + 1) * k_speed_of_light)),
                1e-8, 1e-14);
    EXPECT_LT(growth(simulation, 1500, 0.99), k_wandering) << name_of(one);
    layer.rate_per_s *= std::sqrt(12.1); // the twin: the rates of a vacuum
    layer.index = 1;
    EXPECT_GT(growth(simulation, 1500, 0.99), 10) << name_of(one);
  }
}

// A penalty of 0.1 everywhere would let these fields grow by a factor of 10 in 16,000 steps.
TEST(DgtdLayers, AcrossMediaDampTheSlowerOnesMore) {
  const Simulation mixed = dense_guide(k_layered[0], 1, 12.1),
                   full = dense_guide(k_layered[1], 1, 12.1);
  EXPECT_NEAR(mixed.problem.layers.largest_penalty, 0.1 * std::sqrt(12.1), 1e-12);
  EXPECT_NEAR(full.problem.layers.largest_penalty, 0.1, 1e-12);
  EXPECT_LT(growth(mixed, 6000, 0.99), k_wandering);
}

// Memories of a layer that decay by more than 2 in a step grow with the penalty.
TEST(DgtdLayers, OfLargeRatesBoundTheStep) {
  const Simulation simulation = dense_guide(k_layered[1], 1, 1, 1e-20);
  const double decay_per_s = simulation.problem.layers.largest_decay_per_s;
  EXPECT_NEAR(simulation.dt_limit_s * decay_per_s, 1.9, 1e-9);
  EXPECT_LT(growth(simulation, 1500, 0.99), k_wandering);
  // The twin; the limit without this bound is at 2.56.
  EXPECT_GT(growth(simulation, 3000, 2.53 / (decay_per_s * simulation.dt_limit_s)), 10);
}

TEST(DgtdLayers, AreRefusedWhereTheyCannotBe) {
  const TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 5);
  Case input = vacuum_case({"central", "full", 1});
  const auto with = [&](const std::vector<Boundary> &boundaries) {
    Case result = input;
    result.boundaries = boundaries;
    return result;
  };
  const Boundary walls{"default", Pec{}}, absorber{"default", Abc{}};
  expect_refused(with({walls, layer("x+", 1)}), mesh, "leaves nothing inside");
  expect_refused(with({walls, layer("x+", 0.3), shifted(layer("y+", 0.3), 1, 1e7)}), mesh,
                 "of a different \"alpha\"");
  expect_refused(with({walls, layer("x+", 1e-3)}), mesh, "none lies in it");
  expect_refused(with({layer("default", 0.6)}), mesh, "fill the whole mesh");
  expect_refused(with({absorber, layer("x+", 0.3)}), mesh, "ends the layer sideways");
  TetMesh bent = mesh;
  for (Point &point : bent.points)
    if (point[0] > 0.9)
      point[0] += 0.1 * point[1] * point[1];
  expect_refused(with({walls, layer("x+", 0.3)}), bent, "does not lie in one");
  Case metamaterial = with({walls, layer("x+", 0.3)});
  metamaterial.materials[0].eps_poles.lorentz = {{1, 1e9, 1e8}};
  EXPECT_NO_THROW(make_problem(metamaterial, mesh)); // the twin
  metamaterial.materials[0].eps_poles.lorentz.resize(7, {1, 1e9, 1e8});
  expect_refused(metamaterial, mesh, "keep 14 numbers of each unknown");
  metamaterial.materials[0].eps_poles.lorentz.resize(1);
  metamaterial.materials[0].mu_poles.drude = {{1e9, 1e8}};
  expect_refused(metamaterial, mesh, "has resonances of eps and of mu");
  Case many = with({walls, layer("x+", 0.3), layer("y+", 0.3)}); // their numbers have 16 bits
  many.materials.resize(65535, medium("unused"));
  EXPECT_NO_THROW(make_problem(many, mesh)); // the twin
  for (const int side : {1, 2})
    std::get<PmlSpec>(many.boundaries[side].condition).kappa = 3;
  expect_refused(many, mesh, "more of \"kappa\" in the layers are more than 65536");
  input.materials[0].eps_r.v = {1, 2, 3, 0, 0, 0};
  expect_refused(with({walls, layer("x+", 0.3)}), mesh, "must be isotropic");
}

} // namespace
} // namespace curlew::dgtd::testing

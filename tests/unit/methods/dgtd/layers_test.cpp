// Matched layers: what comes back, long runs, variants, and what is refused.
#include "fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/methods/dgtd/warnings.hpp>

#include <algorithm>
#include <complex>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_layered[] = {
    {"central", "mixed", 1}, {"central", "full", 1}, {"central", "mixed", 2},
    {"central", "full", 2},  {"upwind", "mixed", 1}, {"upwind", "full", 1},
    {"upwind", "mixed", 2},  {"upwind", "full", 2},  {"central", "full", 1, 0.3}};

Boundary layer(const std::string &group, double thickness_m) {
  Boundary boundary{group, Boundary::Type::pml};
  boundary.pml = PmlSpec();
  boundary.pml->thickness_m = thickness_m;
  boundary.pml->order = 3;
  boundary.pml->reflection = 1e-8;
  return boundary;
}

// E at the probe of a simulation, at every step until end_s.
std::vector<Point> record(const Simulation &simulation, Steps &steps, double end_s) {
  std::vector<Point> values;
  const auto read = [&] {
    const ProbeRows rows = steps.scheme().read_samples();
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
Simulation line(const Discretization &one, Index length, double layer_m) {
  Case input = vacuum_case(one);
  input.boundaries = {{"x-", Boundary::Type::pec}, {"x+", Boundary::Type::pec},
                      {"y-", Boundary::Type::pmc}, {"y+", Boundary::Type::pmc},
                      {"z-", Boundary::Type::abc}, {"z+", Boundary::Type::pec}};
  if (layer_m > 0)
    input.boundaries.back() = layer("z+", layer_m);
  // The barycentres of a brick's tets: their mean is the mean over the brick.
  int order[3] = {0, 1, 2};
  do {
    Point at{0.25, 0.25, 88.25}; // of nodes 0, e_a, e_a + e_b, (1, 1, 1)
    at[order[0]] += 0.5;
    at[order[1]] += 0.25;
    input.outputs.probes.push_back(probe_at(at));
  } while (std::next_permutation(order, order + 3));
  Simulation result{
      input,
      make_problem(input, make_box({1, 1, double(length)}, {1, 1, length}, {0, 0, 0}, 0, 1)),
      {},
      {}};
  if (length > 88)
    result.probes = find_probes(input, result.problem);
  return result;
}

// A pulse on its way along z, whose spectrum is 20 dB down at f_max_hz: E along x and H along y,
// projected to the functions of each tet.
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
        for (int i = 0; i < n; ++i) // of a volume of 1 / 6
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
  state["e"] = project(0, 1, 42);
  state["h"] = project(1, 1 / k_eta0, 42 - lag_s * k_speed_of_light);
  steps.scheme().load(state);
}

// 20 cells to a wavelength at the top frequency, 10 in the layer.
double normal_incidence_db(const Discretization &one) {
  const double f_max_hz = k_speed_of_light / 20;
  const Simulation layered = line(one, 102, 10), longer = line(one, 150, 0);
  const double dt_s = 0.85 * step_limit(Kokkos::Serial(), line(one, 14, 10).problem, 1e-3).dt_s;
  std::vector<Point> records[2];
  for (const Simulation *simulation : {&layered, &longer}) {
    Steps steps(*simulation, dt_s);
    start_pulse(*simulation, steps, f_max_hz, std::string(one.scheme) == "upwind" ? 0 : 0.5 * dt_s);
    records[simulation == &longer] = record(*simulation, steps, 115 / k_speed_of_light);
  }
  return apart_db(records[0], records[1], dt_s, f_max_hz);
}

TEST(DgtdLayers, TakeWavesAtRightAngles) {
  for (const Discretization &one : k_layered) {
    const double db = normal_incidence_db(one);
    const bool is_mixed_first = std::string(one.space) == "mixed" && one.order == 1;
    const bool is_central_second = std::string(one.scheme) == "central" && one.order == 2;
    EXPECT_LT(db, is_mixed_first ? -60 : is_central_second ? -70 : -80) << name_of(one);
  }
}

// An eighth of a dipole along z in the corner of a cube; layers on the three far sides.
Simulation corner(const Discretization &one, Index inside, Index thickness, double f_max_hz) {
  Case input = vacuum_case(one);
  input.boundaries = {{"x-", Boundary::Type::pmc},    {"y-", Boundary::Type::pmc},
                      {"z-", Boundary::Type::pec},    layer("x+", double(thickness)),
                      layer("y+", double(thickness)), layer("z+", double(thickness))};
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
  const Simulation small = corner(one, 3, 6, f_max_hz), large = corner(one, 8, 6, f_max_hz);
  const double dt_s = 0.9 * std::min(small.dt_limit_s, large.dt_limit_s);
  const double end_s = 60 / k_speed_of_light;
  Steps of_small(small, dt_s), of_large(large, dt_s);
  EXPECT_LT(
      apart_db(record(small, of_small, end_s), record(large, of_large, end_s), dt_s, f_max_hz),
      -40);
}

// Layers on all sides, in edges and corners too; half of the mesh is lossy.
Simulation small_room(const Discretization &one, double jitter, double sigma) {
  Case input = vacuum_case(one);
  input.materials.push_back(medium("lossy", 2, 1, sigma));
  input.materials[1].sigma_m = SymmetricTensor::isotropic(sigma * k_eta0 * k_eta0);
  input.regions["half"] = "lossy";
  input.boundaries = {layer("default", 0.3)};
  TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, jitter, 5);
  mark_volume(mesh, "half", [](std::size_t, const Point &p) { return p[2] > 0.5; });
  return prepare(input, mesh);
}

// What stays at last is the field of the charges that the start has. Its E falls and rises by 1e-4
// before; a mode that grew by 1e-6 a step would show.
TEST(DgtdLayers, DoNotGrow) {
  for (const Discretization &one : k_layered) {
    const bool is_long = &one == &k_layered[0];
    for (const double sigma : {0.0, 5e-3}) {
      if (one.order == 2 && sigma == 0)
        continue; // the lossy one has all states, and takes long enough
      const Simulation simulation = small_room(one, 0.2, sigma);
      Steps steps(simulation, 0.99 * simulation.dt_limit_s);
      steps.start_at_random();
      steps.advance(500);
      const double early = std::sqrt(steps.scheme().squared_norm());
      steps.advance(is_long && sigma == 0 ? 10000 : 700);
      const double late = std::sqrt(steps.scheme().squared_norm());
      EXPECT_LT(late, 1.001 * early) << name_of(one) << " " << sigma;
    }
  }
}

TEST(DgtdLayers, AreTheSameInBothVariantsAndGoOnWithTheSameBits) {
  for (const Discretization &one : k_layered) {
    const Simulation simulation = small_room(one, 0.2, 5e-3);
    const double dt_s = 0.9 * simulation.dt_limit_s;
    Steps packed(simulation, dt_s, "packed"), stored(simulation, dt_s, "stored");
    packed.start_at_random();
    stored.scheme().load(packed.scheme().save());
    packed.advance(50);
    stored.advance(50);
    EXPECT_LT(difference(packed.scheme().save().at("e"), stored.scheme().save().at("e")), 1e-11)
        << name_of(one);
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

// Around a core of another medium such fields grow by a factor of 2.7 in 1,000 steps.
TEST(DgtdLayers, OfSeveralMediaAreWarnedOfInMixedSpacesWithCentralFluxes) {
  TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 5);
  mark_volume(mesh, "half", [](std::size_t, const Point &p) { return p[2] > 0.5; });
  const auto is_warned_of = [&](const Discretization &one, double eps_r) {
    Case input = vacuum_case(one);
    input.materials.push_back(medium("glass", eps_r));
    input.regions["half"] = "glass";
    input.boundaries = {layer("default", 0.3)};
    const auto warnings = setup_warnings(input, make_problem(input, mesh));
    return std::any_of(warnings.begin(), warnings.end(), [](const std::string &text) {
      return text.find("layers of several media") != std::string::npos;
    });
  };
  EXPECT_TRUE(is_warned_of({"central", "mixed", 1}, 2));
  EXPECT_FALSE(is_warned_of({"central", "mixed", 1}, 1));
  EXPECT_FALSE(is_warned_of({"central", "mixed", 1, 0.3}, 2));
  EXPECT_FALSE(is_warned_of({"central", "full", 1}, 2));
  EXPECT_FALSE(is_warned_of({"upwind", "mixed", 1}, 2));
}

TEST(DgtdLayers, AreRefusedWhereTheyCannotBe) {
  const TetMesh mesh = make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 5);
  Case input = vacuum_case({"central", "full", 1});
  const auto with = [&](const std::vector<Boundary> &boundaries) {
    Case result = input;
    result.boundaries = boundaries;
    return result;
  };
  const Boundary walls{"default", Boundary::Type::pec}, absorber{"default", Boundary::Type::abc};
  expect_refused(with({walls, layer("x+", 1)}), mesh, "leaves nothing inside");
  expect_refused(with({walls, layer("x+", 1e-3)}), mesh, "none lies in it");
  expect_refused(with({layer("default", 0.6)}), mesh, "fill the whole mesh");
  expect_refused(with({absorber, layer("x+", 0.3)}), mesh, "ends the layer sideways");
  TetMesh bent = mesh;
  for (Point &point : bent.points)
    if (point[0] > 0.9)
      point[0] += 0.1 * point[1] * point[1];
  expect_refused(with({walls, layer("x+", 0.3)}), bent, "does not lie in one");
  input.materials[0].eps_r.v = {1, 2, 3, 0, 0, 0};
  expect_refused(with({walls, layer("x+", 0.3)}), mesh, "must be isotropic");
}

} // namespace
} // namespace curlew::dgtd::testing

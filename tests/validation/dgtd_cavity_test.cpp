// Method dgtd in closed cavities with known modes: frequencies, orders of convergence, and the
// modes that remain with upwind fluxes.
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/tests/unit/methods/dgtd/fixtures.hpp>

#include <functional>

namespace curlew::dgtd::testing {
namespace {

using Vector = std::array<double, 3>;
using VectorField = std::function<Vector(const Point &)>;

// Visits the quadrature points of a tet with the values that projections and errors need.
template <class Visit> void visit_points(const Problem &problem, Index tet, const Visit &visit) {
  const TetShape shape = problem.shape(tet);
  const double corner[4] = {1, 0, 0, 0};
  const double volume = frame_at(shape, corner).volume_factor() / 6;
  const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree() + 2);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    Point x{0, 0, 0};
    for (int v = 0; v < 4; ++v)
      for (int d = 0; d < 3; ++d)
        x[d] += rule.points[q][v] * shape.vertices[v][d];
    visit(x, volume * rule.weights[q],
          function_values(problem.choices.space, shape, rule.points[q]));
  }
}

// The L2 projection, tet by tet: unknowns in the order of the mesh.
std::vector<double> project(const Problem &problem, const VectorField &field) {
  const int n = problem.per_tet();
  std::vector<double> result(static_cast<std::size_t>(problem.tet_count()) * n, 0);
  for (Index t = 0; t < problem.tet_count(); ++t) {
    std::vector<double> load(n, 0);
    visit_points(problem, t, [&](const Point &x, double weight, const auto &functions) {
      const Vector value = field(x);
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          load[i] += weight * value[d] * functions[i][d];
    });
    Matrix inverse = mass_matrix(problem, t, SymmetricTensor());
    invert_positive(n, inverse);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        result[static_cast<std::size_t>(t) * n + i] += inverse[i * n + j] * load[j];
  }
  return result;
}

// |E_h - E| over |E|, in L2.
double relative_error(const Problem &problem, const std::vector<double> &e,
                      const VectorField &exact) {
  const int n = problem.per_tet();
  double apart = 0, size = 0;
  for (Index t = 0; t < problem.tet_count(); ++t)
    visit_points(problem, t, [&](const Point &x, double weight, const auto &functions) {
      const Vector wanted = exact(x);
      Vector found{0, 0, 0};
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          found[d] += e[static_cast<std::size_t>(t) * n + i] * functions[i][d];
      for (int d = 0; d < 3; ++d) {
        apart += weight * (found[d] - wanted[d]) * (found[d] - wanted[d]);
        size += weight * wanted[d] * wanted[d];
      }
    });
  return std::sqrt(apart / size);
}

// A mode: E cos(w t), and H sin(w t).
struct Mode {
  double omega = 0;
  VectorField electric, magnetic;
};

Mode te101(double a, double c) {
  const double kx = k_pi / a, kz = k_pi / c, k = std::hypot(kx, kz);
  Mode mode;
  mode.omega = k * k_speed_of_light;
  mode.electric = [=](const Point &x) {
    return Vector{0, std::sin(kx * x[0]) * std::sin(kz * x[2]), 0};
  };
  // mu dH/dt = -curl E = (dE_y/dz, 0, -dE_y/dx)
  mode.magnetic = [=](const Point &x) {
    const double scale = 1 / (k_mu0 * k * k_speed_of_light);
    return Vector{scale * kz * std::sin(kx * x[0]) * std::cos(kz * x[2]), 0,
                  -scale * kx * std::cos(kx * x[0]) * std::sin(kz * x[2])};
  };
  return mode;
}

// Mode (1,1,1) of the unit cube with E along (1, 1, -2) by components.
Mode cube_mode() {
  Mode mode;
  mode.omega = k_pi * std::sqrt(3.0) * k_speed_of_light;
  const double a[3] = {1, 1, -2};
  mode.electric = [=](const Point &x) {
    Vector value;
    for (int d = 0; d < 3; ++d)
      value[d] = a[d] * std::cos(k_pi * x[d]) * std::sin(k_pi * x[(d + 1) % 3]) *
                 std::sin(k_pi * x[(d + 2) % 3]);
    return value;
  };
  mode.magnetic = [=](const Point &x) {
    Vector value;
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      value[d] = -(a[v] - a[u]) * k_pi / (k_mu0 * mode.omega) * std::sin(k_pi * x[d]) *
                 std::cos(k_pi * x[u]) * std::cos(k_pi * x[v]);
    }
    return value;
  };
  return mode;
}

Matrix scaled(Matrix values, double factor) {
  for (double &value : values)
    value *= factor;
  return values;
}

// E at 0 and, of staggered schemes, H half a step before.
void start(const Simulation &simulation, const Mode &mode, double dt_s, Steps &steps) {
  const double lag = steps.scheme().magnetic_lag_steps();
  const std::vector<double> e = project(simulation.problem, mode.electric);
  FieldState state = steps.scheme().save();
  state["e"] = e;
  state["h"] =
      scaled(project(simulation.problem, mode.magnetic), std::sin(-mode.omega * lag * dt_s));
  if (state.count("magnetic_own") > 0) // `stored` only: E of the magnetic side
    state["magnetic_own"] = scaled(e, std::cos(mode.omega * lag * dt_s));
  steps.scheme().load(state);
}

// Returns the variant; dfdd starts its doubles as `stored` keeps them.
std::string variant_for(const Discretization &one) {
  return std::string(one.scheme) == "dfdd" ? "stored" : "packed";
}

// The frequency of TE101 in the box of 5 x 2 x 6 cm relative to the exact one, from the zeros of
// the amplitude along the mode.
double te101_error(const Discretization &one, const std::array<int, 3> &cells) {
  const Mode mode = te101(0.05, 0.06);
  const Simulation simulation =
      prepare(vacuum_case(one),
              make_box({0.05, 0.02, 0.06}, {cells[0], cells[1], cells[2]}, {0, 0, 0}, 0.2, 1));
  const double dt_s = 0.95 * simulation.dt_limit_s;
  Steps steps(simulation, dt_s, variant_for(one));
  start(simulation, mode, dt_s, steps);
  const std::vector<double> e0 = steps.scheme().save().at("e");
  // The amplitude along the mode by its values at the start, which a mass matrix would weight.
  std::vector<double> zeros;
  double before = 1;
  const double end_s = 2.5 * 2 * k_pi / mode.omega;
  const auto stride = static_cast<std::int64_t>(0.02 * 2 * k_pi / mode.omega / dt_s);
  while (steps.time_s() < end_s) {
    steps.advance(stride);
    const std::vector<double> e = steps.scheme().save().at("e");
    double now = 0;
    for (std::size_t i = 0; i < e.size(); ++i)
      now += e[i] * e0[i];
    if ((now < 0) != (before < 0))
      zeros.push_back(steps.time_s() - static_cast<double>(stride) * dt_s * now / (now - before));
    before = now;
  }
  EXPECT_EQ(zeros.size(), 5u) << name_of(one);
  const double half_period_s =
      (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
  return k_pi / half_period_s / mode.omega - 1;
}

TEST(DgtdCavity, Te101HasItsFrequency) {
  struct Bound {
    Discretization discretization;
    std::array<int, 3> cells;
    double relative;
  };
  const Bound bounds[] = {
      {{"central", "mixed", 1}, {10, 4, 12}, 0.015}, {{"dfdd", "mixed", 1}, {10, 4, 12}, 0.015},
      {{"upwind", "mixed", 1}, {10, 4, 12}, 0.015},  {{"central", "full", 1}, {10, 4, 12}, 0.002},
      {{"dfdd", "full", 1}, {10, 4, 12}, 0.008},     {{"upwind", "full", 1}, {10, 4, 12}, 0.002},
      {{"central", "mixed", 2}, {5, 2, 6}, 0.001},   {{"dfdd", "mixed", 2}, {5, 2, 6}, 0.001},
      {{"upwind", "mixed", 2}, {5, 2, 6}, 0.001}};
  for (const Bound &one : bounds) {
    const double error = te101_error(one.discretization, one.cells);
    std::printf("TE101 %s: %+.3f %%\n", name_of(one.discretization).c_str(), 100 * error);
    EXPECT_LT(std::abs(error), one.relative) << name_of(one.discretization);
  }
}

// A mode by its name, packed doubles of dfdd too: E after one period, and the frequency over three.
TEST(DgtdCavity, AnInitialModeRings) {
  struct Bound {
    Discretization discretization;
    double field, frequency;
  };
  const Bound bounds[] = {{{"central", "full", 1}, 0.2, 0.003},
                          {{"central", "mixed", 2}, 0.05, 0.001},
                          {{"dfdd", "mixed", 2}, 0.05, 0.001},
                          {{"upwind", "mixed", 2}, 0.05, 0.001}};
  const Mode mode = te101(0.05, 0.06);
  const double period_s = 2 * k_pi / mode.omega;
  for (const auto &[one, field, frequency] : bounds) {
    SCOPED_TRACE(name_of(one));
    Case input = vacuum_case(one);
    InitialFieldSource source;
    source.mode = "TE101";
    input.excitations = {{"ring", source}};
    const Simulation simulation =
        prepare(input, make_box({0.05, 0.02, 0.06}, {5, 2, 6}, {0, 0, 0}, 0.2, 1));
    const InitialFields initial = find_initial_fields(input, simulation.problem);
    const auto count =
        static_cast<std::int64_t>(std::ceil(period_s / (0.95 * simulation.dt_limit_s)));
    Steps steps(simulation, period_s / static_cast<double>(count), "packed", Backend::serial,
                std::numeric_limits<double>::infinity(), nullptr, &initial);
    const auto along_the_mode = [&] {
      const std::vector<double> e = steps.scheme().save().at("e");
      double sum = 0;
      for (std::size_t i = 0; i < e.size(); ++i)
        sum += e[i] * initial.e[i];
      return sum;
    };
    steps.advance(count);
    const double error =
        relative_error(simulation.problem, steps.scheme().save().at("e"), mode.electric);
    // Finds a zero of the mode a quarter period before the end of three periods.
    double before = along_the_mode(), zero_s = 0;
    while (steps.time_s() < 3 * period_s) {
      steps.advance(1);
      const double now = along_the_mode();
      if ((now < 0) != (before < 0))
        zero_s = steps.time_s() - steps.time_step_s() * now / (now - before);
      before = now;
    }
    const double found = 2.75 * period_s / zero_s - 1;
    std::printf("initial TE101 %s: E %.2e after a period, frequency %+.3f %%\n",
                name_of(one).c_str(), error, 100 * found);
    EXPECT_LT(error, field);
    EXPECT_LT(std::abs(found), frequency);
    // The twin: another mode is another field.
    const Mode other = te101(0.05, 0.03);
    EXPECT_GT(relative_error(simulation.problem, initial.e, other.electric), 0.5);
  }
}

double cube_error(const Discretization &one, int cells, double courant = 0.95) {
  const Mode mode = cube_mode();
  const Simulation simulation =
      prepare(vacuum_case(one), make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0}, 0.2, 1));
  const double end_s = 2 / k_speed_of_light;
  const auto count =
      static_cast<std::int64_t>(std::ceil(end_s / (courant * simulation.dt_limit_s)));
  const double dt_s = end_s / static_cast<double>(count);
  Steps steps(simulation, dt_s, variant_for(one));
  start(simulation, mode, dt_s, steps);
  steps.advance(count);
  return relative_error(simulation.problem, steps.scheme().save().at("e"),
                        [&](const Point &x) {
                          Vector value = mode.electric(x);
                          for (double &component : value)
                            component *= std::cos(mode.omega * end_s);
                          return value;
                        }) *
         std::abs(std::cos(mode.omega * end_s));
}

TEST(DgtdCavity, FieldsConverge) {
  struct Bound {
    Discretization discretization;
    int coarse, fine;
    double order;
    double courant = 0.95;
  };
  const Bound bounds[] = {
      {{"upwind", "full", 3}, 1, 2, 3.6},  {{"upwind", "full", 4}, 1, 2, 4.0, 0.4},
      {{"upwind", "full", 1}, 3, 6, 1.6},  {{"upwind", "full", 2}, 2, 4, 2.6},
      {{"upwind", "mixed", 2}, 2, 4, 2.2}, {{"central", "full", 1}, 4, 8, 0.9},
      {{"dfdd", "full", 1}, 4, 8, 0.9},    {{"central", "mixed", 2}, 3, 6, 1.3},
      {{"dfdd", "mixed", 2}, 3, 6, 1.3},   {{"central", "full", 2}, 2, 4, 1.8}};
  for (const Bound &one : bounds) {
    const double coarse = cube_error(one.discretization, one.coarse, one.courant);
    const double fine = cube_error(one.discretization, one.fine, one.courant);
    const double order = std::log2(coarse / fine);
    std::printf("cube %s: %d, %d cells: %.3e, %.3e, order %.2f\n",
                name_of(one.discretization).c_str(), one.coarse, one.fine, coarse, fine, order);
    EXPECT_GT(order, one.order) << name_of(one.discretization);
  }
}

// A pulse between two plates, sent towards +z, and how much of its energy is left after it has met
// the end.
double energy_left(const Discretization &one, const BoundaryCondition &end) {
  Case input = vacuum_case(one);
  input.boundaries = {{"default", Pmc{}}, {"x-", Pec{}}, {"x+", Pec{}}, {"z-", Abc{}}, {"z+", end}};
  const Simulation simulation =
      prepare(input, make_box({0.1, 0.1, 1}, {2, 2, 20}, {0, 0, 0}, 0.2, 1));
  const double dt_s = 0.95 * simulation.dt_limit_s;
  Steps steps(simulation, dt_s, variant_for(one));
  const auto pulse = [](double z_m) { return std::exp(-std::pow((z_m - 0.5) / 0.12, 2)); };
  const auto at = [&](double t_s, bool is_electric) {
    return project(simulation.problem, [=](const Point &x) {
      const double value = pulse(x[2] - k_speed_of_light * t_s);
      return is_electric ? Vector{value, 0, 0} : Vector{0, value / k_eta0, 0};
    });
  };
  const double lag_s = steps.scheme().magnetic_lag_steps() * dt_s;
  FieldState state = steps.scheme().save();
  state["e"] = at(0, true);
  state["h"] = at(-lag_s, false);
  if (state.count("magnetic_own") > 0) {
    state["electric_own"] = at(0, false);
    state["magnetic_own"] = at(-lag_s, true);
  }
  steps.scheme().load(state);
  const auto count = static_cast<std::int64_t>(1.0 / k_speed_of_light / dt_s);
  const double before = steps.advance(1, 1)[0];
  steps.advance(count);
  return steps.advance(1, 1)[0] / before;
}

// Central fluxes and dfdd keep the part of the projected pulse that lies in their undamped modes
// without physical meaning: 2 and 6 % in mixed first order.
TEST(DgtdLine, WavesLeaveThroughAbsorbingWalls) {
  const struct {
    Discretization discretization;
    double most;
  } bounds[] = {{{"central", "mixed", 1}, 0.03}, {{"central", "full", 1}, 3e-3},
                {{"dfdd", "mixed", 1}, 0.08},    {{"dfdd", "full", 1}, 6e-3},
                {{"upwind", "mixed", 1}, 1e-5},  {{"upwind", "full", 1}, 1e-6}};
  for (const auto &[one, most] : bounds) {
    const double left = energy_left(one, Abc{});
    std::printf("line %s: %.2e of the energy left\n", name_of(one).c_str(), left);
    EXPECT_LT(left, most) << name_of(one);
    EXPECT_GT(energy_left(one, Pmc{}), 0.5) << name_of(one); // the twin
  }
}

} // namespace
} // namespace curlew::dgtd::testing
